import { IconAlertCircle, IconCircleCheck, IconPlayerStop } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useWaitingOf } from "../../parts/imports/use-waiting-of.tsx";
import type { Unit } from "../../ui/format.ts";
import { SummaryStrip } from "../../ui/SummaryStrip.tsx";
import { CountText } from "../../ui/values.tsx";
import { type ImportBatch, rowsTaken } from "./imports.api.ts";
import styles from "./result.module.css";

const icons = { done: IconCircleCheck, cancelled: IconPlayerStop, failed: IconAlertCircle } as const;

/** What came of the file: a sentence, then the figures. */
export function ImportResult({ batch }: { batch: ImportBatch }) {
  const { t } = useTranslation(["imports", "ui"]);
  const outcome = batch.state === "failed" || batch.state === "cancelled" ? batch.state : "done";
  const Icon = icons[outcome];
  const isUndone = batch.state === "undoing" || batch.state === "undone";
  const sentence = useSentence(batch);
  const waiting = useWaitingOf(batch.id);
  const count = (value: number, unit: Unit = "rows") => <CountText value={value} unit={unit} />;
  return (
    <section className={styles.result} aria-label={t("result.title")}>
      {isUndone ? (
        <h2 className={styles.subtitle}>{t("undo.before")}</h2>
      ) : (
        <p className={styles.outcome} data-outcome={outcome} role="status">
          <Icon size={20} aria-hidden />
          {sentence}
        </p>
      )}
      {batch.rows_read === 0 && outcome === "failed" ? (
        <p className={styles.advice}>
          {t("preview.advice")}
          <br />
          {t("preview.adviceSave")}
        </p>
      ) : (
        <SummaryStrip
          items={[
            {
              label: t("result.taken"),
              value: count(rowsTaken(batch)),
              note: t("result.read", { count: batch.rows_read }),
            },
            { label: t("result.new"), value: count(batch.rows_new) },
            { label: t("result.changed"), value: count(batch.rows_changed) },
            { label: t("result.unchanged"), value: count(batch.rows_unchanged) },
            { label: t("result.refused"), value: count(batch.rows_refused) },
            { label: t("result.customers"), value: count(batch.customers_new, "people") },
            { label: t("result.stays"), value: count(batch.stays_applied, "items") },
            ...waiting,
          ]}
        />
      )}
    </section>
  );
}

function useSentence(batch: ImportBatch): string {
  const { t } = useTranslation("imports");
  if (batch.state === "failed") return batch.error ?? t("run.failedUnknown");
  if (batch.state === "cancelled") return batch.error ?? t("result.cancelled");
  const nothing = batch.rows_new === 0 && batch.rows_changed === 0 && batch.rows_unchanged > 0;
  return nothing ? t("result.nothingNew") : t("result.done");
}
