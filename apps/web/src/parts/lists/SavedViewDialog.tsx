import { Button } from "@mantine/core";
import type { List } from "@okaeri/contract/lists/list";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { notify } from "../../shell/toasts.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { SwitchField } from "../../ui/fields/SwitchField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { ruleAt, rulesOf } from "../records/field-rules.ts";
import styles from "./SavedViews.module.css";
import { hasMenuEntry, nameOfList, type SavedView, viewsChanged } from "./saved-views.ts";

type SavedViewDialogProps = {
  list: List;
  /** The one to change; without it a new one is made. */
  view?: SavedView;
  search: SavedView["search"];
  onClose: () => void;
  onSaved?: (view: SavedView) => void;
};

/** Name, sharing, and whether the menu opens the list with it. */
export function SavedViewDialog({ list, view, search, onClose, onSaved }: SavedViewDialogProps) {
  const { t } = useTranslation("views");
  const id = useId();
  const [name, setName] = useState(view?.name ?? "");
  const [isShared, setShared] = useState(view?.is_shared ?? false);
  const [isDefault, setDefault] = useState(view?.is_default ?? false);
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const rule = ruleAt(rulesOf("savedViews.create"), "name");
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    const input = { section: nameOfList(list), name, is_shared: isShared, is_default: isDefault, search };
    try {
      const answer = await (view
        ? client.savedViews.update({ ...input, id: view.id, version: view.version })
        : client.savedViews.create(input));
      viewsChanged(list, answer);
      notify("success", t(view ? "done.update" : "done.create", { name: name.trim() }));
      onClose();
      // One's own stand in the order they were made.
      const made = answer.items.findLast((one) => one.is_own);
      if (made && !view) onSaved?.(made);
    } catch (failure) {
      const { fields, message } = toAppError(failure);
      setError(fields.name ?? message);
      setSaving(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(view ? "dialog.editTitle" : "dialog.createTitle")}
      size="sm"
      actions={
        <Button type="submit" form={`${id}-form`} variant="filled" loading={saving} disabled={name.trim() === ""}>
          {t("dialog.submit")}
        </Button>
      }
    >
      <form id={`${id}-form`} className={styles.form} onSubmit={(event) => void save(event)}>
        <TextField
          id={`${id}-name`}
          label={t("dialog.name")}
          value={name}
          onChange={setName}
          error={error}
          {...(rule ? { rule } : {})}
          autoFocus
        />
        <SwitchField
          id={`${id}-shared`}
          label={t("dialog.shared")}
          help={t("dialog.sharedHint")}
          value={isShared}
          onChange={setShared}
        />
        {hasMenuEntry(list) ? (
          <SwitchField id={`${id}-default`} label={t("dialog.opening")} value={isDefault} onChange={setDefault} />
        ) : null}
      </form>
    </Dialog>
  );
}
