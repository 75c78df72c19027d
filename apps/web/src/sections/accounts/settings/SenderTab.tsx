import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { RecordForm } from "../../../parts/records/RecordForm.tsx";
import { useEditForm } from "../../../parts/records/use-edit-form.ts";
import type { Loaded } from "../../../parts/records/use-record-form.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Card } from "../../../ui/Card.tsx";
import { FieldGrid, WideField } from "../../../ui/fields/FieldGrid.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { OwnerNotice, WhenLoaded } from "./notices.tsx";
import { SendRules, type SenderValues as Values } from "./SendRules.tsx";
import sender from "./sender.module.css";
import { type SenderAnswer, senderQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

type Settings = Omit<SenderAnswer, "owner" | "version">;

/** Who mails come from, what the law asks to be in them, and the rules of sending. */
export function SenderTab({ id }: { id: number }) {
  const query = useQuery(senderQuery(id));
  return <WhenLoaded query={query}>{(answer) => <SenderForm key={id} id={id} answer={answer} />}</WhenLoaded>;
}

/** Empty while the rule is switched on: not filled in, though the contract lets it be left out. */
const RULES = [
  "frequency_cap_count",
  "approval_above_count",
  "grace_above_count",
  "quiet_from",
  "quiet_until",
] as const;

function SenderForm({ id, answer }: { id: number; answer: SenderAnswer }) {
  const { t } = useTranslation(["accountSettings", "ui"]);
  const keys = Object.keys(valuesOf(answer).values) as (keyof Values)[];
  const form = useEditForm({
    name: `accounts/${id}/sender`,
    call: "accountSettings.updateSender",
    editable: answer.owner.editable,
    labels: Object.fromEntries(keys.map((key) => [key, t(`sender.label.${key}`)])) as Record<keyof Values, string>,
    check: (values) =>
      Object.fromEntries(
        RULES.flatMap((field) => (values[field] === "" ? [[field, { code: "required" as const }]] : [])),
      ),
    query: senderQuery(id),
    from: valuesOf,
    write: ({ version, values }) => client.accountSettings.updateSender({ id, version, ...(values as Settings) }),
  });
  const { values } = form;
  const legalMissing =
    String(values.legal_sender_name).trim() === "" || String(values.legal_sender_address).trim() === "";
  return (
    <>
      <OwnerNotice owner={answer.owner} id={id} tab="sender" />
      <RecordForm form={form} onSaved={() => notify("success", t("sender.saved"))}>
        <Card title={t("sender.from")}>
          <FieldGrid>
            <TextField {...form.field("mail_from_name")} help={t("sender.help.mail_from_name")} />
            <TextField {...form.field("mail_from_address")} help={t("sender.help.mail_from_address")} />
            <WideField>
              <DomainHint address={String(values.mail_from_address)} />
            </WideField>
            <WideField>
              <TextField {...form.field("mail_signature")} lines={3} help={t("sender.help.mail_signature")} />
            </WideField>
          </FieldGrid>
        </Card>
        <Card title={t("sender.legal")}>
          <p className={styles.lead}>{t("sender.legalWhy")}</p>
          {legalMissing ? <p className={styles.warning}>{t("sender.legalMissing")}</p> : null}
          <FieldGrid>
            <TextField {...form.field("legal_sender_name")} help={t("sender.help.legal_sender_name")} />
            <TextField {...form.field("legal_sender_tel")} help={t("sender.help.legal_sender_tel")} />
            <WideField>
              <TextField {...form.field("legal_sender_address")} help={t("sender.help.legal_sender_address")} />
            </WideField>
          </FieldGrid>
        </Card>
        <SendRules form={form} />
      </RecordForm>
    </>
  );
}

function valuesOf({ owner: _owner, version, ...values }: SenderAnswer): Loaded<Values> {
  return { version, values };
}

/** What to enter in the DNS of the address's domain, in words. */
function DomainHint({ address }: { address: string }) {
  const { t } = useTranslation("accountSettings");
  const domain = /@([^@\s]+\.[^@\s]+)$/.exec(address.trim())?.[1];
  return (
    <div className={sender.hint}>
      <p>
        <strong>{t("sender.dns.title")}</strong>{" "}
        {domain === undefined ? t("sender.dns.leadNone") : t("sender.dns.lead", { domain })}
      </p>
      <ul>
        <li>{t("sender.dns.spf")}</li>
        <li>{t("sender.dns.dkim")}</li>
        <li>{t("sender.dns.dmarc")}</li>
      </ul>
    </div>
  );
}
