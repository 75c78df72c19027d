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
import { type CampaignDetail, revocationQuery, showCampaign } from "../campaigns.api.ts";
import form from "../form.module.css";
import text from "../text.module.css";
import styles from "./send.module.css";
import { amountsOf, revocationSentences } from "./send-words.ts";

const RULES = rulesOf("campaigns.revoke");

/** Takes back all that a send gave: which send, what that does to whom, and why; then the act. */
export function RevokeDialog({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const sends = campaign.returnable;
  const [at, setAt] = useState(sends[0]?.sent_at ?? "");
  const [remarks, setRemarks] = useState("");
  const push_action_id = sends.find(({ sent_at }) => sent_at === at)?.push_action_id ?? 0;
  // Only of the newest send something may still wait.
  const parts = campaign.pushes.filter((push) => push.push_scheduled_time === at);
  const { data: counted, error } = useQuery(revocationQuery(campaign.id, push_action_id));
  const waiting = amountsOf(parts, "waiting", t);
  const nothing = counted !== undefined && counted.points === 0 && counted.coupons === 0;
  const revoke = async () => {
    try {
      showCampaign(await client.campaigns.revoke({ id: campaign.id, push_action_id, remarks }));
      notify("info", t("revoke.started"));
    } catch (failed) {
      notify("error", toAppError(failed).message);
    }
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("revoke.title")}
      confirm={t("revoke.confirm")}
      danger
      ready={counted !== undefined && !nothing && remarks.trim() !== ""}
      onConfirm={revoke}
    >
      <div className={form.form}>
        {sends.length > 1 ? (
          <ChoiceField
            id="revoke-send"
            label={t("revoke.which")}
            value={at}
            choices={sends.map(({ sent_at }) => ({ value: sent_at, label: formatDateTime(sent_at) }))}
            as="short"
            onChange={setAt}
          />
        ) : null}
        <div role="status">
          {error ? <p className={text.error}>{toAppError(error).message}</p> : null}
          {nothing ? <p>{t("revoke.nothing")}</p> : null}
          {counted === undefined || nothing ? null : (
            <ul className={styles.counted}>
              {revocationSentences(counted, t).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              {waiting === "" ? null : <li>{t("revoke.waiting", { n: waiting })}</li>}
            </ul>
          )}
          {counted === undefined && !error ? <p className={text.quiet}>{t("revoke.counting")}</p> : null}
        </div>
        <TextField
          id="revoke-remarks"
          label={t("revoke.remarks")}
          help={t("revoke.remarksHelp")}
          value={remarks}
          rule={ruleAt(RULES, "remarks") ?? {}}
          onChange={setRemarks}
        />
        <p className={text.quiet}>{t("revoke.final")}</p>
      </div>
    </ConfirmDialog>
  );
}
