import { Button } from "@mantine/core";
import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { ruleAt, rulesOf } from "../../../parts/records/field-rules.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { templateChanged } from "./mail-templates.api.ts";
import { templateMailOf } from "./template-values.ts";
import styles from "./templates.module.css";

type SaveAsDialogProps = { mail: MailDetail; onClose: () => void };

/** Keeps a copy of a campaign's mail as a template. */
export function SaveAsDialog({ mail, onClose }: SaveAsDialogProps) {
  const { t } = useTranslation("mailTemplates");
  const id = useId();
  const [typed, setTyped] = useState({ name: "", label: "" });
  const [refused, setRefused] = useState<{ fields: Readonly<Record<string, string>>; message: string }>();
  const [saving, setSaving] = useState(false);
  const rules = rulesOf("mailTemplates.create");
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    try {
      const { name, label } = typed;
      const made = await client.mailTemplates.create({ ...templateMailOf(mail), name, label });
      templateChanged(made);
      notify("success", t("begin.saved", { name: made.name }));
      onClose();
    } catch (failure) {
      setRefused(toAppError(failure));
      setSaving(false);
    }
  };
  const field = (name: "name" | "label") => {
    const rule = ruleAt(rules, name);
    return {
      id: `${id}-${name}`,
      label: t(`field.${name}`),
      help: t(`help.${name}`),
      value: typed[name],
      onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
      error: refused?.fields[name],
      ...(rule ? { rule } : {}),
    };
  };
  // What is wrong with the mail itself.
  const others = Object.entries(refused?.fields ?? {}).filter(([path]) => path !== "name" && path !== "label");
  const isOther = refused !== undefined && Object.keys(refused.fields).length === 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      size="sm"
      title={t("begin.save")}
      actions={
        <Button type="submit" form={`${id}-form`} variant="filled" loading={saving} disabled={typed.name.trim() === ""}>
          {t("begin.submit")}
        </Button>
      }
    >
      <form id={`${id}-form`} className={styles.keep} onSubmit={(event) => void save(event)}>
        <p>{t("begin.saveHint")}</p>
        <TextField {...field("name")} autoFocus />
        <TextField {...field("label")} />
        {isOther ? <p role="alert">{refused.message}</p> : null}
        {others.map(([path, message]) => (
          <p key={path} role="alert">
            {message}
          </p>
        ))}
      </form>
    </Dialog>
  );
}
