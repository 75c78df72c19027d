import { Button, Skeleton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { notify } from "../../shell/toasts.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { type ImportBatch, importQuery, undoQuery } from "./imports.api.ts";
import { UndoFigures } from "./UndoFigures.tsx";

/** Shows what undoing would do, then asks. */
export function UndoButton({ batch }: { batch: ImportBatch }) {
  const { t } = useTranslation("imports");
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const foreseen = useQuery({ ...undoQuery(batch.id), enabled: asking });
  const undo = useMutation(
    api.imports.undo.mutationOptions({
      onSuccess: (begun) => queries.setQueryData(importQuery(batch.id).queryKey, begun),
      onError: (error) => {
        notify("error", error.message);
        void queries.invalidateQueries({ queryKey: importQuery(batch.id).queryKey });
        void queries.invalidateQueries({ queryKey: undoQuery(batch.id).queryKey });
      },
    }),
  );
  const isKnown = foreseen.data !== undefined && !foreseen.isFetching;
  const effect = isKnown ? foreseen.data.effect : "revoked";
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t("undo.button")}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("undo.ask")}
        confirm={t("undo.button")}
        danger
        ready={isKnown && effect !== "none"}
        onConfirm={() => undo.mutateAsync({ id: batch.id }).catch(() => undefined)}
      >
        <p>{t(`undo.lead.${effect}`)}</p>
        {foreseen.isError ? (
          <p role="alert">{foreseen.error.message}</p>
        ) : isKnown ? (
          <UndoFigures undo={foreseen.data} will />
        ) : (
          <Skeleton height={120} aria-label={t("undo.counting")} />
        )}
      </ConfirmDialog>
    </>
  );
}
