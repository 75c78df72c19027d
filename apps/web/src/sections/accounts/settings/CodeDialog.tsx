import { Button } from "@mantine/core";
import { isMailDomain } from "@okaeri/domain/mail-address";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "../../../api/query-client.ts";
import { EditNotices } from "../../../parts/edited-document/EditNotices.tsx";
import { type Loaded, type Problems, useRecordForm } from "../../../parts/records/use-record-form.ts";
import { notify } from "../../../shell/toasts.tsx";
import { UnsavedGuard } from "../../../shell/UnsavedGuard.tsx";
import { ConfirmDialog, Dialog } from "../../../ui/Dialog.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import {
  type CodeEdit,
  type CodeItem,
  type CodeListName,
  codeListQuery,
  codesChanged,
  saveCodeItem,
} from "./code-lists.ts";
import { LinkageRows } from "./LinkageRows.tsx";
import styles from "./settings.module.css";

type Values = { code: string; name: string; linkages: CodeEdit["linkages"]; masked_email_domains: string };

type CodeDialogProps = {
  list: CodeListName;
  accountId: number;
  /** Undefined = a new one. */
  item: CodeItem | undefined;
  /** Where a new one goes. */
  atEnd: number;
  onClose: () => void;
};

/** One customer type or booking channel: its code and name, what feeds call it, and a channel's mail domains. */
export function CodeDialog({ list, accountId, item, atEnd, onClose }: CodeDialogProps) {
  const { t } = useTranslation(["accountSettings", "ui"]);
  const formId = useId();
  const [leaving, setLeaving] = useState(false);
  // Order and status are changed in the list, so that they are saved as they are when the form is.
  const [rest, setRest] = useState({
    sort_order: item?.sort_order ?? atEnd,
    active_status: item?.active_status ?? "active",
  });
  const form = useRecordForm<Values>({
    name: `accounts/${accountId}/${list}/${item?.id ?? "new"}`,
    call: `accountSettings.${item ? "update" : "create"}${list === "channels" ? "BookingChannel" : "CustomerType"}`,
    loaded: { version: item?.version ?? 0, values: valuesOf(item) },
    labels: {
      name: t("codes.name"),
      code: t("codes.code"),
      linkages: t("codes.linkages"),
      masked_email_domains: t("codes.domains"),
    },
    check: (values): Problems => {
      const wrong = domainsOf(values).filter((domain) => !isMailDomain(domain));
      const domains = wrong.join(t("ui:save.separator"));
      return wrong.length > 0 ? { masked_email_domains: { code: "not_a_domain", domains } } : {};
    },
    save: async ({ version, values }): Promise<Loaded<Values>> => {
      const edit = { ...values, ...rest, masked_email_domains: domainsOf(values) };
      const saved = await saveCodeItem(list, accountId, item ? { id: item.id, version } : null, edit);
      await codesChanged(list, accountId);
      return { version: saved.version, values: valuesOf(saved) };
    },
    newest: async () => {
      const answer = (await queryClient.fetchQuery({
        ...(codeListQuery(list, accountId) as object),
        staleTime: 0,
      } as never)) as { items: CodeItem[] };
      const found = answer.items.find((one) => one.id === item?.id);
      if (found) setRest({ sort_order: found.sort_order, active_status: found.active_status });
      return { version: found?.version ?? 0, values: valuesOf(found) };
    },
  });
  const { values } = form;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // React hands events of dialogs on to the forms around them.
    event.stopPropagation();
    if (item !== undefined && form.changed.length === 0) return onClose();
    if ((await form.save()) === undefined) return undefined;
    notify("success", t(item ? "codes.saved" : "codes.created", { name: values.name.trim() }));
    return onClose();
  };
  const close = () => (form.changed.length > 0 ? setLeaving(true) : onClose());
  return (
    <>
      <Dialog
        opened
        onClose={close}
        size="lg"
        title={item ? t("codes.editTitle", { name: item.name }) : t(`codes.${list}.add`)}
        actions={
          <>
            <Button onClick={close} disabled={form.saving}>
              {t("ui:dialog.cancel")}
            </Button>
            <Button type="submit" form={formId} variant="filled" loading={form.saving}>
              {t(item ? "codes.save" : "codes.create")}
            </Button>
          </>
        }
      >
        <EditNotices form={form} />
        <form id={formId} className={styles.dialogForm} noValidate onSubmit={(event) => void submit(event)}>
          <TextField {...form.field("name")} help={t(`codes.${list}.nameHelp`)} autoFocus />
          <TextField {...form.field("code")} help={t("codes.codeHelp")} />
          <LinkageRows form={form} />
          {list === "channels" ? (
            <TextField
              {...form.field("masked_email_domains")}
              help={t("codes.domainsHelp")}
              placeholder="guest.example.com"
              lines={2}
            />
          ) : null}
        </form>
      </Dialog>
      <ConfirmDialog
        opened={leaving}
        onClose={() => setLeaving(false)}
        title={t("codes.leaveTitle")}
        confirm={t("codes.leave")}
        danger
        onConfirm={onClose}
      >
        {t("ui:unsaved.lost", { fields: form.changes.join(t("ui:save.separator")) })}
      </ConfirmDialog>
      <UnsavedGuard isDirty={form.isDirty} changes={form.changes} />
    </>
  );
}

function valuesOf(item: CodeItem | undefined): Values {
  return {
    name: item?.name ?? "",
    code: item?.code ?? "",
    linkages: item?.linkages ?? [],
    masked_email_domains: (item?.masked_email_domains ?? []).join("\n"),
  };
}

/** One a line; whole addresses count by what stands after their @. */
function domainsOf({ masked_email_domains: text }: Values): string[] {
  const lines = text.split(/[\n,、]/).map((line) => line.trim().replace(/^.*@/, ""));
  return lines.filter((line) => line !== "");
}
