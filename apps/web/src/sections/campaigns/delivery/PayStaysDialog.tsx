import { Button } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useProblemText } from "../../../i18n/use-problem-text.ts";
import { ruleAt, ruleProblems, rulesOf } from "../../../parts/records/field-rules.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DateField } from "../../../ui/fields/DateField.tsx";
import { formatCount } from "../../../ui/format.ts";
import { type CampaignDetail, campaignQuery } from "../campaigns.api.ts";
import styles from "../form.module.css";
import text from "../text.module.css";

const RULES = rulesOf("campaigns.payStays");

type Days = { from: string; to: string };
type Counted = Awaited<ReturnType<typeof client.campaigns.payStays>>;

/** Pays stays from before the campaign was switched on: first the days, then what that would grant, then the act. */
export function PayStaysDialog({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const say = useProblemText();
  const formId = useId();
  const [days, setDays] = useState<Days>({ from: campaign.campaign_start_dt ?? "", to: "" });
  const [counted, setCounted] = useState<Counted>();
  const [errors, setErrors] = useState<Partial<Days>>({});
  const [running, setRunning] = useState(false);
  const set = (part: Partial<Days>) => {
    setDays((before) => ({ ...before, ...part }));
    setCounted(undefined);
    setErrors({});
  };
  const ask = async (preview: boolean) => {
    const wrong = Object.entries(ruleProblems(days, ["from", "to"], RULES)).map(([field, problem]) => [
      field,
      say(problem),
    ]);
    if (wrong.length > 0) return setErrors(Object.fromEntries(wrong));
    setRunning(true);
    try {
      const answer = await client.campaigns.payStays({ id: campaign.id, ...days, preview });
      if (preview) return setCounted(answer);
      notify("success", t("pay.started", { count: answer.stays }));
      void queryClient.invalidateQueries({ queryKey: campaignQuery(campaign.id).queryKey });
      onClose();
    } catch (error) {
      const { fields, message } = toAppError(error);
      if (fields?.from || fields?.to) setErrors(fields);
      else notify("error", message);
    } finally {
      setRunning(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void ask(counted === undefined);
  };
  const payable = counted !== undefined && counted.stays > 0;
  return (
    <Dialog
      opened
      onClose={running ? () => undefined : onClose}
      title={t("pay.title")}
      actions={
        <>
          <Button onClick={onClose} disabled={running}>
            {t("ui:dialog.cancel")}
          </Button>
          <Button
            variant="filled"
            type="submit"
            form={formId}
            loading={running}
            disabled={counted !== undefined && !payable}
          >
            {payable ? t("pay.confirm", { count: counted.points }) : t("pay.count")}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <p>{t("pay.text", { name: campaign.name })}</p>
        <div className={styles.period}>
          {(["from", "to"] as const).map((field) => (
            <DateField
              key={field}
              id={`${formId}-${field}`}
              label={t(`pay.${field}`)}
              value={days[field]}
              rule={ruleAt(RULES, field) ?? {}}
              error={errors[field]}
              onChange={(day) => set({ [field]: day })}
            />
          ))}
        </div>
        <p role="status" className={payable ? undefined : (text.quiet ?? "")}>
          {counted === undefined
            ? t("pay.hint")
            : payable
              ? t("pay.result", {
                  stays: formatCount(counted.stays, "stays"),
                  customers: formatCount(counted.customers, "people"),
                  points: formatCount(counted.points, "points"),
                })
              : t("pay.nothing")}
        </p>
      </form>
    </Dialog>
  );
}
