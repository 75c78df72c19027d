import { Button, Skeleton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { notify } from "../../shell/toasts.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { type ImportBatch, importQuery, type Undo, undoQuery } from "./imports.api.ts";
import { UndoFigures } from "./UndoFigures.tsx";

/** Whether undoing would change anything at all. */
const takesBack = (undo: Undo): boolean =>
  undo.reservations_removed + undo.reservations_restored + undo.customers_removed + undo.customers_restored > 0;

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
      },
    }),
  );
  const isKnown = foreseen.data !== undefined && !foreseen.isFetching;
  const does = foreseen.data !== undefined && takesBack(foreseen.data);
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
        ready={isKnown && does}
        onConfirm={() => undo.mutateAsync({ id: batch.id }).catch(() => undefined)}
      >
        <p>{t(isKnown && !does ? "undo.nothing" : "undo.lead")}</p>
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
