import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { ruleAt, rulesOf } from "../../../parts/records/field-rules.ts";
import { notify } from "../../../shell/toasts.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { ChoiceField } from "../../../ui/fields/ChoiceField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import { type CampaignDetail, showCampaign, takeBackQuery } from "../campaigns.api.ts";
import form from "../form.module.css";
import text from "../text.module.css";
import styles from "./send.module.css";
import { amountsOf, takeBackSentences } from "./send-words.ts";

const RULES = rulesOf("campaigns.takeBack");

/** Takes back all that a send gave: which send, what that does to whom, and why; then the act. */
export function TakeBackDialog({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const sends = campaign.returnable;
  const [at, setAt] = useState(sends[0]?.sent_at ?? "");
  const [remarks, setRemarks] = useState("");
  const push_action_id = sends.find(({ sent_at }) => sent_at === at)?.push_action_id ?? 0;
  // Only of the newest send something may still wait.
  const parts = campaign.pushes.filter((push) => push.push_scheduled_time === at);
  const { data: counted, error } = useQuery(takeBackQuery(campaign.id, push_action_id));
  const waiting = amountsOf(parts, "waiting", t);
  const nothing = counted !== undefined && counted.points === 0 && counted.coupons === 0;
  const takeBack = async () => {
    try {
      showCampaign(await client.campaigns.takeBack({ id: campaign.id, push_action_id, remarks }));
      notify("info", t("takeBack.started"));
    } catch (failed) {
      notify("error", toAppError(failed).message);
    }
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("takeBack.title")}
      confirm={t("takeBack.confirm")}
      danger
      ready={counted !== undefined && !nothing && remarks.trim() !== ""}
      onConfirm={takeBack}
    >
      <div className={form.form}>
        {sends.length > 1 ? (
          <ChoiceField
            id="take-back-send"
            label={t("takeBack.which")}
            value={at}
            choices={sends.map(({ sent_at }) => ({ value: sent_at, label: formatDateTime(sent_at) }))}
            as="short"
            onChange={setAt}
          />
        ) : null}
        <div role="status">
          {error ? <p className={text.error}>{toAppError(error).message}</p> : null}
          {nothing ? <p>{t("takeBack.nothing")}</p> : null}
          {counted === undefined || nothing ? null : (
            <ul className={styles.counted}>
              {takeBackSentences(counted, t).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              {waiting === "" ? null : <li>{t("takeBack.waiting", { n: waiting })}</li>}
            </ul>
          )}
          {counted === undefined && !error ? <p className={text.quiet}>{t("takeBack.counting")}</p> : null}
        </div>
        <TextField
          id="take-back-remarks"
          label={t("takeBack.remarks")}
          help={t("takeBack.remarksHelp")}
          value={remarks}
          rule={ruleAt(RULES, "remarks") ?? {}}
          onChange={setRemarks}
        />
        <p className={text.quiet}>{t("takeBack.final")}</p>
      </div>
    </ConfirmDialog>
  );
}
