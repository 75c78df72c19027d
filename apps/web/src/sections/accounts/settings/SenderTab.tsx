import { Button } from "@mantine/core";
import { CONVERSION_DAYS } from "@okaeri/domain/campaigns/results/conversion-days";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { RecordForm } from "../../../parts/records/RecordForm.tsx";
import { useEditForm } from "../../../parts/records/use-edit-form.ts";
import type { Loaded } from "../../../parts/records/use-record-form.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Card } from "../../../ui/Card.tsx";
import { FieldGrid, WideField } from "../../../ui/fields/FieldGrid.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { DeliveryCard } from "./DeliveryCard.tsx";
import { DnsCard } from "./DnsCard.tsx";
import { OwnerNotice, WhenLoaded } from "./notices.tsx";
import { type SenderSettings, SendRulesFields, type SenderValues as Values } from "./SendRulesFields.tsx";
import sender from "./sender.module.css";
import { type SenderAnswer, senderQuery } from "./settings.api.ts";
import styles from "./settings.module.css";
import { UnrecognisedCard } from "./UnrecognisedCard.tsx";

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
    write: ({ version, values }) => client.accountSettings.updateSender({ id, version, ...(values as SenderSettings) }),
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
            <TextField
              {...form.field("display_name")}
              help={t("sender.help.display_name", {
                name: String(values.display_name).trim() || answer.display_name_default,
              })}
            />
            <TextField {...form.field("mail_from_name")} help={t("sender.help.mail_from_name")} />
            <TextField {...form.field("mail_from_address")} help={t("sender.help.mail_from_address")} />
            <WideField>
              <AddressState id={id} answer={answer} />
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
        <SendRulesFields form={form} />
        <Card title={t("sender.links")}>
          <TextField {...form.field("link_utm_source")} help={t("sender.help.link_utm_source")} />
        </Card>
      </RecordForm>
      <div className={sender.more}>
        <DeliveryCard id={id} />
        <DnsCard id={id} domain={domainOf(answer.mail_from_address)} />
        <UnrecognisedCard id={id} />
      </div>
    </>
  );
}

function valuesOf(answer: SenderAnswer): Loaded<Values> {
  const {
    owner: _owner,
    version,
    display_name_default: _default,
    mail_from_state: _state,
    mail_from_in_use: _inUse,
    mail_from_asked_at: _asked,
    ...values
  } = answer;
  return {
    version,
    values: {
      ...values,
      display_name: values.display_name ?? "",
      link_utm_source: values.link_utm_source ?? "",
      conversion_days: values.conversion_days ?? CONVERSION_DAYS,
    },
  };
}

const domainOf = (address: string) => /@([^@\s]+)$/.exec(address)?.[1];

/** Whether the saved address may be used, and whence mails come until then. */
function AddressState({ id, answer }: { id: number; answer: SenderAnswer }) {
  const { t } = useTranslation("accountSettings");
  const { mail_from_state: state, mail_from_in_use: inUse, mail_from_address: address, owner } = answer;
  const askAgain = async () => {
    try {
      queryClient.setQueryData(senderQuery(id).queryKey, await client.accountSettings.askSender({ id }));
      notify("success", t("sender.address.asked", { address }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  const asked = answer.mail_from_asked_at;
  return (
    <div className={sender.hint}>
      <p>
        <Tag kind={state === "confirmed" ? "success" : state === "waiting" ? "warning" : "neutral"}>
          {t(`sender.address.${state}`)}
        </Tag>{" "}
        {t("sender.address.inUse", { address: inUse })}
      </p>
      {state === "waiting" ? (
        <>
          <p>
            {asked === null
              ? t("sender.address.notAsked", { address })
              : t("sender.address.waitingLong", { address, time: formatDateTime(asked) })}
          </p>
          {owner.editable ? (
            <Button size="xs" onClick={() => void askAgain()}>
              {t("sender.address.ask")}
            </Button>
          ) : null}
        </>
      ) : null}
    </div>
  );
}
