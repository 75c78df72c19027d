import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { SummaryStrip } from "../../ui/SummaryStrip.tsx";
import { CountText } from "../../ui/values.tsx";
import { Consequences } from "./Consequences.tsx";
import type { Check, ImportPreview } from "./imports.api.ts";
import { hasOpenQuestions, importFieldLabel } from "./mapping.ts";
import { RefusalGroups } from "./RefusalGroups.tsx";
import styles from "./result.module.css";

/** What the import would do, line by line of the whole file, and what would be lost silently. */
export function CheckResult({ check, preview }: { check: Check; preview: ImportPreview }) {
  const { t } = useTranslation("imports");
  const count = (value: number) => <CountText value={value} unit="rows" />;
  const { columns_unused, unmapped, rows_refused, rows_with_zero, rows_mail_unreachable, rows_further_rooms } = check;
  const toSee = unmapped.length + columns_unused.length + rows_with_zero + rows_mail_unreachable + rows_further_rooms;
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
      {toSee > 0 ? (
        <Card title={t("check.lost")}>
          <ul className={styles.retainedRows}>
            {unmapped.map((field) => (
              <li key={field}>{t("check.unmapped", { field: importFieldLabel(preview, field) })}</li>
            ))}
            {columns_unused.length > 0 ? (
              <li>{t("check.unused", { columns: columns_unused.join(t("separator")) })}</li>
            ) : null}
            {rows_further_rooms > 0 ? <li>{t("check.furtherRooms", { count: rows_further_rooms })}</li> : null}
            {rows_with_zero > 0 ? <li>{t("check.withZero", { count: rows_with_zero })}</li> : null}
            {rows_mail_unreachable > 0 ? <li>{t("check.mailUnreachable", { count: rows_mail_unreachable })}</li> : null}
          </ul>
        </Card>
      ) : null}
      {rows_refused > 0 ? (
        <Card
          title={t("check.refusedLines")}
          note={t(hasOpenQuestions(check) ? "check.refusedOpen" : "check.refusedNote")}
        >
          <RefusalGroups groups={check.refusal_groups} />
        </Card>
      ) : null}
    </section>
  );
}
