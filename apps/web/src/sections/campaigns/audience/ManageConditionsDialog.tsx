import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { notify } from "../../../shell/toasts.tsx";
import { ConfirmDialog, Dialog } from "../../../ui/Dialog.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { formatDate } from "../../../ui/format.ts";
import styles from "./SavedConditions.module.css";
import { type SavedCondition, savedConditionsChanged } from "./saved-conditions.api.ts";
import { targetDescription } from "./target-description.ts";

type ManageConditionsDialogProps = { all: readonly SavedCondition[]; onClose: () => void };

/** Renames and deletes what is kept. Conditions themselves are changed in a segment and saved under the same name. */
export function ManageConditionsDialog({ all, onClose }: ManageConditionsDialogProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const [renamed, setRenamed] = useState<number>();
  const [doomed, setDoomed] = useState<SavedCondition>();
  const remove = async ({ id, name }: SavedCondition) => {
    try {
      savedConditionsChanged(await client.savedConditions.remove({ id }));
      notify("success", t("saved.done.remove", { name }));
    } catch (failure) {
      notify("error", toAppError(failure).message);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t("saved.tendTitle")}>
      <p className={styles.hint}>{t("saved.tendHint")}</p>
      {all.length === 0 ? <p className={styles.none}>{t("saved.none")}</p> : null}
      <ul className={styles.list}>
        {all.map((saved) =>
          saved.id === renamed ? (
            <li key={saved.id}>
              <Rename saved={saved} onDone={() => setRenamed(undefined)} />
            </li>
          ) : (
            <li key={saved.id} className={styles.row}>
              <span className={styles.name}>
                {saved.name}
                <small className={styles.hint}>
                  {t("saved.changed", { day: formatDate(saved.updated_at), name: saved.updated_by_name ?? "" })}
                </small>
              </span>
              <Tooltip label={t("saved.rename")}>
                <ActionIcon aria-label={t("saved.renameOf", { name: saved.name })} onClick={() => setRenamed(saved.id)}>
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={t("saved.remove")}>
                <ActionIcon aria-label={t("saved.removeOf", { name: saved.name })} onClick={() => setDoomed(saved)}>
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </li>
          ),
        )}
      </ul>
      <ConfirmDialog
        opened={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        title={t("saved.removeTitle", { name: doomed?.name })}
        confirm={t("saved.remove")}
        danger
        onConfirm={() => (doomed ? remove(doomed) : undefined)}
      >
        {t("saved.removeText")}
      </ConfirmDialog>
    </Dialog>
  );
}

function Rename({ saved, onDone }: { saved: SavedCondition; onDone: () => void }) {
  const { t } = useTranslation("campaigns");
  const id = useId();
  const [name, setName] = useState(saved.name);
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const { version } = saved;
      const target = targetDescription(saved);
      savedConditionsChanged(await client.savedConditions.update({ id: saved.id, version, target, name: name.trim() }));
      onDone();
    } catch (failure) {
      const { fields, message } = toAppError(failure);
      setError(fields.name ?? message);
      setSaving(false);
    }
  };
  return (
    <form
      className={styles.rename}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField id={id} label={t("saved.name")} hideLabel value={name} onChange={setName} error={error} autoFocus />
      <Button type="submit" variant="filled" loading={saving} disabled={name.trim() === ""}>
        {t("saved.submit")}
      </Button>
      <Button onClick={onDone}>{t("saved.keepName")}</Button>
    </form>
  );
}
