import { Button, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { notify } from "../../shell/toasts.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { type InboxRow, inboxKey } from "./inbox.api.ts";
import { rowFormValues, rowWith } from "./row-values.ts";

type FixRowDialogProps = { batchId: number; row: InboxRow; onClose: () => void };

/** A held row as a form: what is wrong comes first, and what is still wrong afterwards stands at its field. */
export function FixRowDialog({ batchId, row: held, onClose }: FixRowDialogProps) {
  const { t } = useTranslation("inbox");
  const [row, setRow] = useState(held);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const reasons = new Map(row.reasons.map(({ field, message }) => [field, message]));
  const sent = rowFormValues(row.row ?? {});
  const names = [...new Set([...[...reasons.keys()].filter((name) => name !== ""), ...Object.keys(sent)])].filter(
    (name) => name !== "",
  );
  const retry = async () => {
    setBusy(true);
    try {
      const { row_index, version } = row;
      const answer = await client.inbox.retry({ id: batchId, row_index, version, row: rowWith(row.row ?? {}, typed) });
      await queryClient.invalidateQueries({ queryKey: inboxKey() });
      if (answer.row === null) {
        notify("success", t("fix.done"));
        return onClose();
      }
      setRow(answer);
      setTyped({});
      notify("error", t("fix.still"));
    } catch (error) {
      notify("error", toAppError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t("fix.title", { n: row.row_index + 1 })}
      actions={
        <Button variant="filled" loading={busy} onClick={() => void retry()}>
          {t("fix.retry")}
        </Button>
      }
    >
      <Stack gap="sm">
        <p>{t("fix.lead")}</p>
        {reasons.has("") ? <p>{reasons.get("")}</p> : null}
        {names.map((name) => (
          <TextInput
            key={name}
            label={row.labels[name] ?? name}
            value={typed[name] ?? sent[name] ?? ""}
            error={reasons.get(name)}
            onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </Stack>
    </Dialog>
  );
}
