import { Button } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { ruleAt, rulesOf } from "../../../parts/records/field-rules.ts";
import { AppLink } from "../../../shell/AppLink.tsx";
import { notify } from "../../../shell/toasts.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { formatCount, formatDateTime } from "../../../ui/format.ts";
import { holdOf, sendProgress } from "../campaign-state.ts";
import { type CampaignDetail, type Push, showCampaign } from "../campaigns.api.ts";
import text from "../text.module.css";
import styles from "./send.module.css";

type SendHoldProps = { campaign: CampaignDetail; send: readonly Push[] };

/** Why a send has not begun, until when, and what people may decide about it meanwhile. */
export function SendHold({ campaign, send }: SendHoldProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const [asking, setAsking] = useState<"approve" | "refuse" | "cancel">();
  const [reason, setReason] = useState("");
  const { id, version, commands } = campaign;
  const hold = holdOf(send);
  const { total } = sendProgress(send);
  const people = formatCount(total, "people");
  const waiting = Math.max(0, ...send.filter(({ held }) => held?.for === "variant").map((push) => push.waiting));
  const approval = send.find((push) => push.approval)?.approval;
  if (hold === null) return null;
  const { for: held, until } = hold;
  /** Where several sends are open, which one is meant. */
  const part = { id, push_action_id: send[0]?.id };
  const close = () => setAsking(undefined);
  const decide = (work: () => Promise<CampaignDetail>, successText: string) => async () => {
    try {
      showCampaign(await work());
      notify("success", successText);
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  // What people may do with the campaign is about all its sends; only one that waits is approved, and one that nobody got anything of is cancelled.
  const fits = { approve: held === "approval", refuse: held === "approval", cancel: sendProgress(send).done === 0 };
  const shown = (command: keyof typeof fits) => commands.includes(command) && fits[command];
  return (
    <section className={styles.notice} aria-label={t(`hold.${held}.title`)}>
      <div className={styles.reason} role="status">
        <p>{t(`hold.${held}.title`)}</p>
        {held === "approval" ? <span>{t("hold.approval.text", { people })}</span> : null}
        {held === "approval" && !shown("approve") ? <span>{t("hold.approval.own")}</span> : null}
        {held === "approval" && campaign.preset_text ? <PresetText text={campaign.preset_text} /> : null}
        {held === "approval" && approval?.void ? (
          <span>{t("hold.void", { name: approval.by_name ?? "", at: formatDateTime(approval.at ?? "") })}</span>
        ) : null}
        {held === "variant" ? <span>{t("hold.variant.text", { waiting: formatCount(waiting, "people") })}</span> : null}
        {held === "quiet_hours" && until ? (
          <span>{t("hold.quiet_hours.text", { at: formatDateTime(until) })}</span>
        ) : null}
      </div>
      {(held === "grace" || held === "canary") && until ? (
        <Countdown hold={held} until={until} people={people} />
      ) : null}
      <div className={styles.decisions}>
        {held === "variant" ? (
          <AppLink to={`/campaigns/${id}`} search={{ tab: "results" }}>
            {t("hold.variant.look")}
          </AppLink>
        ) : null}
        {shown("cancel") ? <Button onClick={() => setAsking("cancel")}>{t("hold.cancel")}</Button> : null}
        {shown("refuse") ? (
          <Button leftSection={<IconX size={16} aria-hidden />} onClick={() => setAsking("refuse")}>
            {t("hold.refuse")}
          </Button>
        ) : null}
        {shown("approve") ? (
          <Button
            variant="filled"
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => setAsking("approve")}
          >
            {t("hold.approve")}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        opened={asking === "approve"}
        onClose={close}
        title={t("hold.approveTitle", { people })}
        confirm={t("hold.approve")}
        onConfirm={decide(() => client.campaigns.approve({ ...part, version }), t("hold.approved"))}
      >
        {t("hold.approveText")}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === "refuse"}
        onClose={close}
        title={t("hold.refuseTitle")}
        confirm={t("hold.refuse")}
        ready={reason.trim() !== ""}
        onConfirm={decide(() => client.campaigns.refuse({ ...part, reason }), t("hold.refused"))}
      >
        <TextField
          id="send-refusal"
          label={t("hold.reason")}
          help={t("hold.refuseText")}
          value={reason}
          rule={ruleAt(rulesOf("campaigns.refuse"), "reason") ?? {}}
          lines={3}
          onChange={setReason}
        />
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === "cancel"}
        onClose={close}
        title={t("hold.cancelTitle")}
        confirm={t("hold.cancel")}
        danger
        onConfirm={decide(() => client.campaigns.cancel(part), t("hold.cancelled"))}
      >
        {t("hold.cancelText")}
      </ConfirmDialog>
    </section>
  );
}

/** Tells the approver that the mail says what the preset says, and who confirmed that. */
function PresetText({ text: { confirmed } }: { text: NonNullable<CampaignDetail["preset_text"]> }) {
  const { t } = useTranslation("campaigns");
  if (confirmed === null) return <span>{t("hold.presetText.unconfirmed")}</span>;
  return (
    <span>{t("hold.presetText.confirmed", { name: confirmed.by_name ?? "", at: formatDateTime(confirmed.at) })}</span>
  );
}

type CountdownProps = { hold: "grace" | "canary"; until: string; people: string };

/** Counts down to the moment the send begins, or goes on. Not read out each second. */
function Countdown({ hold, until, people }: CountdownProps) {
  const { t } = useTranslation("campaigns");
  const secondsLeft = () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000));
  const [seconds, setSeconds] = useState(secondsLeft);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), 500);
    return () => clearInterval(timer);
  });
  if (seconds === 0) return <span>{t(`hold.${hold}.now`)}</span>;
  const left = { minutes: Math.floor(seconds / 60), seconds: seconds % 60 };
  const remaining = t(left.minutes > 0 ? "hold.grace.minutes" : "hold.grace.seconds", left);
  return <span>{t(`hold.${hold}.text`, { remaining, people })}</span>;
}

/** Who approved a send, or ended it before it began. */
export function SendDecision({ send }: { send: readonly Push[] }) {
  const { t } = useTranslation("campaigns");
  const [push] = send;
  if (!push) return null;
  const { approval, called_off: calledOff } = push;
  if (calledOff) {
    const by = { name: calledOff.by_name, at: formatDateTime(calledOff.at) };
    return (
      <div className={styles.notice} role="status">
        <div className={styles.reason}>
          <p>{t(calledOff.refusal === null ? "hold.wasCancelled" : "hold.wasRefused", by)}</p>
          {calledOff.refusal === null ? null : <span className={text.bodyText}>{calledOff.refusal}</span>}
        </div>
      </div>
    );
  }
  if (!approval?.at || approval.void) return null;
  return (
    <p className={text.quiet}>
      {t("hold.wasApproved", { name: approval.by_name ?? "", at: formatDateTime(approval.at) })}
    </p>
  );
}
