import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { formatNumber } from "../../ui/format.ts";
import { SummaryStrip } from "../../ui/SummaryStrip.tsx";
import { CountText } from "../../ui/values.tsx";
import { Consequences } from "./Consequences.tsx";
import type { Check, Preview } from "./imports.api.ts";
import styles from "./imports.module.css";
import { isOpen, labelOf, linesByReason } from "./mapping.ts";

/** Places named of one reason. */
const SHOWN = 5;

/** What the import would do, line by line of the whole file, and what would be lost without a word. */
export function CheckResult({ check, preview }: { check: Check; preview: Preview }) {
  const { t } = useTranslation("imports");
  const count = (value: number) => <CountText value={value} unit="rows" />;
  const { refusals, columns_unused, unmapped, rows_refused, rows_with_zero, rows_mail_unreachable } = check;
  return (
    <section className={styles.result} aria-label={t("check.title")}>
      <p className={styles.outcome} role="status">
        {t("check.done")}
      </p>
      <SummaryStrip
        items={[
          { label: t("check.new"), value: count(check.rows_new) },
          { label: t("check.changed"), value: count(check.rows_changed) },
          { label: t("check.unchanged"), value: count(check.rows_unchanged) },
          { label: t("check.refused"), value: count(rows_refused) },
          ...(preview.kind === "reservations"
            ? [{ label: t("check.cancelled"), value: count(check.rows_cancelled) }]
            : []),
        ]}
      />
      <Consequences check={check} />
      {unmapped.length > 0 || columns_unused.length > 0 || rows_with_zero + rows_mail_unreachable > 0 ? (
        <Card title={t("check.lost")}>
          <ul className={styles.keptRows}>
            {unmapped.map((field) => (
              <li key={field}>{t("check.unmapped", { field: labelOf(preview, field) })}</li>
            ))}
            {columns_unused.length > 0 ? (
              <li>{t("check.unused", { columns: columns_unused.join(t("separator")) })}</li>
            ) : null}
            {rows_with_zero > 0 ? <li>{t("check.withZero", { count: rows_with_zero })}</li> : null}
            {rows_mail_unreachable > 0 ? <li>{t("check.mailUnreachable", { count: rows_mail_unreachable })}</li> : null}
          </ul>
        </Card>
      ) : null}
      {rows_refused > 0 ? (
        <Card title={t("check.refusedLines")} note={t(isOpen(check) ? "check.refusedOpen" : "check.refusedNote")}>
          <ul className={styles.keptRows}>
            {linesByReason(refusals, t("separator")).map(({ words, runs }) => (
              <li key={words}>
                {runs
                  .slice(0, SHOWN)
                  .map(({ from, to }) =>
                    from === to
                      ? t("rejections.lineNo", { n: formatNumber(from) })
                      : t("check.lineRange", { from: formatNumber(from), to: formatNumber(to) }),
                  )
                  .concat(runs.length > SHOWN ? t("check.otherLines") : [])
                  .join(t("separator"))}{" "}
                {words}
              </li>
            ))}
          </ul>
          {rows_refused > refusals.length ? (
            <p className={styles.quiet}>{t("undo.first", { n: formatNumber(refusals.length) })}</p>
          ) : null}
        </Card>
      ) : null}
    </section>
  );
}
