import { Button } from "@mantine/core";
import type { SegmentTarget } from "@okaeri/contract/campaigns/audience/condition";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { ruleAt, rulesOf } from "../../../parts/records/field-rules.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { type SavedCondition, savedConditionsChanged } from "./saved-conditions.api.ts";

type SaveConditionDialogProps = { all: readonly SavedCondition[]; target: SegmentTarget; onClose: () => void };

/** Keeps the segment's conditions under a name; one that is there already is written over when that is wanted. */
export function SaveConditionDialog({ all, target, onClose }: SaveConditionDialogProps) {
  const { t } = useTranslation("campaigns");
  const id = useId();
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const rule = ruleAt(rulesOf("savedConditions.create"), "name");
  const same = all.find((saved) => saved.name === name.trim());
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    try {
      const written = { name: name.trim(), target };
      const answer = await (same
        ? client.savedConditions.update({ ...written, id: same.id, version: same.version })
        : client.savedConditions.create(written));
      savedConditionsChanged(answer);
      notify("success", t("saved.done.save", { name: name.trim() }));
      onClose();
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
      size="sm"
      title={t("saved.saveTitle")}
      actions={
        <Button type="submit" form={`${id}-form`} variant="filled" loading={saving} disabled={name.trim() === ""}>
          {t(same ? "saved.overwrite" : "saved.submit")}
        </Button>
      }
    >
      <form id={`${id}-form`} onSubmit={(event) => void save(event)}>
        <TextField
          id={`${id}-name`}
          label={t("saved.name")}
          help={same ? t("saved.overwriteHint") : t("saved.nameHint")}
          value={name}
          onChange={setName}
          error={error}
          {...(rule ? { rule } : {})}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
