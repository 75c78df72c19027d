import { useTranslation } from "react-i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import { formatNumber } from "../../ui/format.ts";
import { KeyValueList } from "../../ui/SummaryStrip.tsx";
import { CountText } from "../../ui/values.tsx";
import type { Undo } from "./imports.api.ts";
import styles from "./imports.module.css";

/** What is taken back, what stays and why; `will`: before it is done. */
export function UndoFigures({ undo, will = false }: { undo: Undo; will?: boolean }) {
  const { t } = useTranslation("imports");
  const { kept, kept_rows, points_short, guests_short } = undo;
  const all = kept.later_import + kept.by_hand + kept.in_use;
  const items = (value: number) => <CountText value={value} unit="items" />;
  const people = (value: number) => <CountText value={value} unit="people" />;
  return (
    <>
      <KeyValueList
        items={[
          { label: t("undo.reservationsRemoved"), value: items(undo.reservations_removed) },
          { label: t("undo.reservationsRestored"), value: items(undo.reservations_restored) },
          { label: t("undo.customersRemoved"), value: people(undo.customers_removed) },
          { label: t("undo.customersRestored"), value: people(undo.customers_restored) },
          { label: t("undo.points"), value: <CountText value={undo.points_taken} unit="points" /> },
        ]}
      />
      {points_short > 0 ? (
        <p className={styles.quiet}>
          {t("undo.short", { points: formatNumber(points_short), guests: formatNumber(guests_short) })}
        </p>
      ) : null}
      {all > 0 ? (
        <>
          <h3 className={styles.subtitle}>{t(will ? "undo.willStay" : "undo.stayed", { n: formatNumber(all) })}</h3>
          <ul className={styles.keptRows}>
            {kept_rows.map((row) => (
              <li key={`${row.kind} ${row.id}`}>
                {t(`undo.${row.kind}`)}{" "}
                {row.customer_id === null ? (
                  row.name
                ) : (
                  <AppLink to={`/customers/${row.customer_id}`}>{row.name}</AppLink>
                )}
                <span className={styles.quiet}> {t(`undo.because.${row.reason}`)}</span>
              </li>
            ))}
          </ul>
          {all > kept_rows.length ? <p className={styles.quiet}>{t("undo.first", { n: kept_rows.length })}</p> : null}
        </>
      ) : null}
    </>
  );
}
