import { Button } from "@mantine/core";
import { type FormEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { EditNotices } from "../../../parts/edited-document/EditNotices.tsx";
import { type Loaded, useRecordForm } from "../../../parts/records/use-record-form.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ChoiceField } from "../../../ui/fields/ChoiceField.tsx";
import { FigureField } from "../../../ui/fields/FigureField.tsx";
import type { FigureInput } from "../../../ui/fields/field-props.ts";
import { SecretField } from "../../../ui/fields/SecretField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { type DeliveryAnswer, deliveryQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

type Values = {
  via: DeliveryAnswer["via"];
  sendgrid_api_key: string;
  sendgrid_webhook_public_key: string;
  mails_per_minute: FigureInput;
  domain_mails_per_minute: FigureInput;
};
const FIELDS = [
  "via",
  "sendgrid_api_key",
  "sendgrid_webhook_public_key",
  "mails_per_minute",
  "domain_mails_per_minute",
] as const satisfies (keyof Values)[];

type DeliveryDialogProps = { id: number; answer: DeliveryAnswer; onClose: () => void };

/** The way of sending. A stored key stays when nothing is typed; it is never shown. */
export function DeliveryDialog({ id, answer, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation(["accountSettings", "ui"]);
  const formId = useId();
  const query = deliveryQuery(id);
  const form = useRecordForm<Values>({
    name: `accounts/${id}/mail-delivery`,
    call: "mailDelivery.update",
    loaded: valuesOf(answer),
    labels: Object.fromEntries(FIELDS.map((field) => [field, t(`delivery.label.${field}`)])) as Record<
      keyof Values,
      string
    >,
    secret: ["sendgrid_api_key"],
    check: (values) =>
      values.via === "sendgrid" && !answer.sendgrid_api_key_set && values.sendgrid_api_key.trim() === ""
        ? { sendgrid_api_key: { code: "required" } }
        : {},
    save: async ({ version, values }) => {
      const { sendgrid_api_key: key, via, sendgrid_webhook_public_key } = values;
      const saved = await client.mailDelivery.update({
        id,
        version,
        via,
        sendgrid_webhook_public_key,
        mails_per_minute: rateOf(values.mails_per_minute),
        domain_mails_per_minute: rateOf(values.domain_mails_per_minute),
        ...(key.trim() === "" ? {} : { sendgrid_api_key: key.trim() }),
      });
      queryClient.setQueryData(query.queryKey, saved);
      return valuesOf(saved);
    },
    newest: async () => valuesOf(await queryClient.fetchQuery({ ...query, staleTime: 0 })),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (form.changed.length > 0) {
      if ((await form.save()) === undefined) return;
      notify("success", t("delivery.saved"));
    }
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t("delivery.change")}
      actions={
        <>
          <Button onClick={onClose} disabled={form.saving}>
            {t("ui:dialog.cancel")}
          </Button>
          <Button type="submit" form={formId} variant="filled" loading={form.saving}>
            {t("codes.save")}
          </Button>
        </>
      }
    >
      <EditNotices form={form} />
      <form id={formId} className={styles.dialogForm} noValidate onSubmit={(event) => void submit(event)}>
        <ChoiceField
          {...form.field("via")}
          as="open"
          choices={(["smtp", "sendgrid"] as const).map((value) => ({
            value,
            label: t(`delivery.via.${value}`),
            note: t(`delivery.note.${value}`),
          }))}
        />
        {form.values.via === "sendgrid" ? (
          <>
            <SecretField
              {...form.field("sendgrid_api_key")}
              help={t(answer.sendgrid_api_key_set ? "delivery.help.replace_key" : "delivery.help.sendgrid_api_key")}
              autoComplete="new-password"
              show={t("line.show", { label: t("delivery.label.sendgrid_api_key") })}
            />
            <TextField
              {...form.field("sendgrid_webhook_public_key")}
              lines={3}
              help={t("delivery.help.sendgrid_webhook_public_key")}
            />
          </>
        ) : null}
        <FigureField {...form.field("mails_per_minute")} unit="mails" help={t("delivery.help.mails_per_minute")} />
        <FigureField
          {...form.field("domain_mails_per_minute")}
          unit="mails"
          help={t("delivery.help.domain_mails_per_minute")}
        />
      </form>
    </Dialog>
  );
}

/** Nothing typed: no limit. Words that are no number are sent as they are and refused. */
const rateOf = (value: FigureInput) => (value === "" ? null : (value as number));

function valuesOf(answer: DeliveryAnswer): Loaded<Values> {
  const { version, via, sendgrid_webhook_public_key, mails_per_minute, domain_mails_per_minute } = answer;
  return {
    version,
    values: {
      via,
      sendgrid_api_key: "",
      sendgrid_webhook_public_key,
      mails_per_minute: mails_per_minute ?? "",
      domain_mails_per_minute: domain_mails_per_minute ?? "",
    },
  };
}
