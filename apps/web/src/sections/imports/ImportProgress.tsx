import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../shell/use-may.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { formatNumber } from "../../ui/format.ts";
import { ProgressPanel } from "../../ui/ProgressPanel.tsx";
import { Tag, type TagKind } from "../../ui/Tag.tsx";
import { type ImportBatch, rowsTaken } from "./imports.api.ts";
import imports from "./imports.module.css";
import styles from "./result.module.css";
import { useCancelImport } from "./use-cancel-import.ts";
import { useRemaining } from "./use-remaining.ts";

/** Work under way: bytes read of the file, rows so far by what became of them, remaining time, and a way to stop. */
export function ImportProgress({ batch }: { batch: ImportBatch }) {
  const { t } = useTranslation("imports");
  const mayCancel = useMay("customers/create");
  const [asking, setAsking] = useState(false);
  const remaining = useRemaining(batch.bytes_done, batch.byte_size, batch.state === "running");
  const cancel = useCancelImport(batch.id);
  const counts: { label: string; value: number; kind: TagKind }[] = [
    { label: t("run.read"), value: batch.rows_read, kind: "neutral" },
    { label: t("run.new"), value: batch.rows_new, kind: "success" },
    { label: t("run.changed"), value: batch.rows_changed, kind: "info" },
    { label: t("run.unchanged"), value: batch.rows_unchanged, kind: "neutral" },
    { label: t("run.refused"), value: batch.rows_refused, kind: batch.rows_refused > 0 ? "warning" : "neutral" },
  ];
  const title = batch.cancel_requested ? "run.cancelling" : batch.state === "queued" ? "run.queued" : "run.running";
  return (
    <>
      <ProgressPanel
        title={t(title)}
        done={Math.ceil(batch.bytes_done / 1024)}
        total={Math.ceil(batch.byte_size / 1024)}
        unit="kb"
        remainingSeconds={batch.cancel_requested ? undefined : remaining}
        {...(mayCancel ? { onCancel: () => setAsking(true) } : {})}
        cancelling={batch.cancel_requested || cancel.isPending}
      >
        <div className={styles.counts}>
          {counts.map((count) => (
            <Tag key={count.label} kind={count.kind}>
              {count.label} {formatNumber(count.value)}
              {t("rows")}
            </Tag>
          ))}
        </div>
        <p className={imports.quiet}>{t("run.leave")}</p>
      </ProgressPanel>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("run.cancelAsk")}
        confirm={t("run.cancel")}
        danger
        onConfirm={() => cancel.mutateAsync({ id: batch.id }).catch(() => undefined)}
      >
        {t("run.cancelLost", { n: formatNumber(rowsTaken(batch)) })}
      </ConfirmDialog>
    </>
  );
}
