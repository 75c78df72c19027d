import { Button } from "@mantine/core";
import { type FormEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { EditNotices } from "../../../parts/edited-document/EditNotices.tsx";
import { useRecordForm } from "../../../parts/records/use-record-form.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { dkimQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

type DkimDialogProps = { id: number; domain: string; onClose: () => void };

/** Makes a key: its name in the DNS. */
export function DkimDialog({ id, domain, onClose }: DkimDialogProps) {
  const { t } = useTranslation(["accountSettings", "ui"]);
  const formId = useId();
  const loaded = { version: 0, values: { domain, selector: "" } };
  const form = useRecordForm({
    name: `accounts/${id}/dkim`,
    call: "mailDelivery.makeDkim",
    loaded,
    labels: { domain: t("dkim.label.domain"), selector: t("dkim.label.selector") },
    save: async ({ values }) => {
      queryClient.setQueryData(dkimQuery(id).queryKey, await client.mailDelivery.makeDkim({ id, ...values }));
      return { version: 1, values };
    },
    newest: async () => loaded,
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if ((await form.save()) === undefined) return;
    notify("success", t("dkim.made"));
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t("dkim.makeTitle")}
      actions={
        <>
          <Button onClick={onClose} disabled={form.saving}>
            {t("ui:dialog.cancel")}
          </Button>
          <Button type="submit" form={formId} variant="filled" loading={form.saving}>
            {t("dkim.make")}
          </Button>
        </>
      }
    >
      <EditNotices form={form} />
      <form id={formId} className={styles.dialogForm} noValidate onSubmit={(event) => void submit(event)}>
        <p className={styles.help}>{t("dkim.makeLead")}</p>
        <TextField {...form.field("domain")} help={t("dkim.help.domain")} placeholder="inn.example.jp" />
        <TextField {...form.field("selector")} help={t("dkim.help.selector")} placeholder="okaeri1" autoFocus />
      </form>
    </Dialog>
  );
}
