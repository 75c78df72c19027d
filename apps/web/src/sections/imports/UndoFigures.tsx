import { useTranslation } from "react-i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import { formatNumber } from "../../ui/format.ts";
import { KeyValueList } from "../../ui/SummaryStrip.tsx";
import { CountText } from "../../ui/values.tsx";
import type { Undo } from "./imports.api.ts";
import imports from "./imports.module.css";
import styles from "./result.module.css";

const REASONS = ["in_use", "by_hand", "later_import"] as const;
const SHOWN = 20;

function RetainedRows({ rows, all }: { rows: Undo["retained_rows"]; all: number }) {
  const { t } = useTranslation("imports");
  const shown = rows.slice(0, SHOWN);
  return (
    <>
      <ul className={styles.retainedRows}>
        {shown.map((row) => (
          <li key={`${row.kind} ${row.id}`}>
            {t(`undo.${row.kind}`)}{" "}
            {row.customer_id === null ? row.name : <AppLink to={`/customers/${row.customer_id}`}>{row.name}</AppLink>}
          </li>
        ))}
      </ul>
      {all > shown.length && shown.length > 0 ? (
        <p className={imports.quiet}>{t("undo.first", { n: shown.length })}</p>
      ) : null}
    </>
  );
}

/** What is taken back, what stays and why; `will`: before it is done. */
export function UndoFigures({ undo, will = false }: { undo: Undo; will?: boolean }) {
  const { t } = useTranslation("imports");
  const { effect, retained, retained_rows, points_short, guests_short } = undo;
  const all = retained.later_import + retained.by_hand + retained.in_use;
  const items = (value: number) => <CountText value={value} unit="items" />;
  const people = (value: number) => <CountText value={value} unit="people" />;
  const figures =
    effect === "revoked" ? (
      <KeyValueList
        items={[
          { label: t("undo.reservationsRemoved"), value: items(undo.reservations_removed) },
          { label: t("undo.reservationsRestored"), value: items(undo.reservations_restored) },
          { label: t("undo.customersRemoved"), value: people(undo.customers_removed) },
          { label: t("undo.customersRestored"), value: people(undo.customers_restored) },
          ...(undo.companions_removed > 0
            ? [{ label: t("undo.companionsRemoved"), value: people(undo.companions_removed) }]
            : []),
          { label: t("undo.points"), value: <CountText value={undo.points_taken} unit="points" /> },
        ]}
      />
    ) : null;
  return (
    <>
      {figures}
      {points_short > 0 ? (
        <p className={imports.quiet}>
          {t("undo.short", { points: formatNumber(points_short), guests: formatNumber(guests_short) })}
        </p>
      ) : null}
      {all > 0 ? (
        <>
          <h3 className={styles.subtitle}>{t(will ? "undo.willStay" : "undo.stayed", { n: formatNumber(all) })}</h3>
          {REASONS.filter((reason) => retained[reason] > 0).map((reason) => (
            <div key={reason}>
              <p>{t(`undo.because.${reason}`, { n: formatNumber(retained[reason]) })}</p>
              {reason === "later_import" ? <p className={imports.quiet}>{t("undo.laterHint")}</p> : null}
              <RetainedRows rows={retained_rows.filter((row) => row.reason === reason)} all={retained[reason]} />
            </div>
          ))}
        </>
      ) : null}
    </>
  );
}
