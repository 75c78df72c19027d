import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { ProgressPanel } from "../../ui/ProgressPanel.tsx";
import { type ImportBatch, undoQuery } from "./imports.api.ts";
import styles from "./imports.module.css";
import result from "./result.module.css";
import { UndoFigures } from "./UndoFigures.tsx";
import { useRemaining } from "./use-remaining.ts";

/** An undo at work: it goes on when one leaves, and cannot be stopped half-way. */
export function UndoProgress({ batch }: { batch: ImportBatch }) {
  const { t } = useTranslation("imports");
  const remaining = useRemaining(batch.rows_undone, batch.undo_total, true);
  return (
    <ProgressPanel
      title={t("undo.running")}
      done={batch.rows_undone}
      total={batch.undo_total}
      unit="items"
      remainingSeconds={remaining}
    >
      <p className={styles.quiet}>{t("undo.leave")}</p>
    </ProgressPanel>
  );
}

/** What came of undoing. */
export function UndoneFacts({ batch }: { batch: ImportBatch }) {
  const { t } = useTranslation(["imports", "ui"]);
  const { data } = useQuery(undoQuery(batch.id));
  if (data === undefined) return null;
  return (
    <Card>
      <h2 className={result.subtitle} role="status">
        {t("undo.done", {
          by: batch.undone_by_name ?? t("ui:none"),
          at: batch.undone_at ? formatDateTime(batch.undone_at) : "",
        })}
      </h2>
      <UndoFigures undo={data} />
    </Card>
  );
}
