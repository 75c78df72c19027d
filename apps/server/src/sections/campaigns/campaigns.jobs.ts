import type { App } from "../../app.ts";
import type { JobData } from "../../jobs/queues.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import { settleStays } from "../stays/settle-stays.ts";
import { beginStayPayment, endStayPayment } from "./begin-stay-payment.ts";
import { queueDueCampaigns } from "./runs/due-campaigns.ts";
import { runCampaign } from "./runs/run-campaign.ts";
import { workOffTakeBack } from "./work-off-take-back.ts";

/** Pays stays from before a basic campaign was switched on, runs what is due, and takes back what a send gave. */
export function campaignJobs(app: App, kinds: ActionKinds) {
  return {
    "pay-stays": async (data: JobData["pay-stays"], run: { signal: AbortSignal }): Promise<void> => {
      const ref = { accountId: data.account_id, paymentId: data.stay_payment_id };
      const days = await beginStayPayment(app, ref);
      if (days === null) return;
      const rest = await settleStays(app, { accountId: ref.accountId, ...days, after: 0 }, run.signal);
      if (rest === null) return endStayPayment(app, ref);
      await app.database.inScope({ accountIds: [ref.accountId] }, (tx) => app.jobs.add(tx, "pay-stays", data));
    },
    "run-campaigns": () => queueDueCampaigns(app),
    "run-campaign": (data: JobData["run-campaign"]) =>
      runCampaign(app, kinds, { accountId: data.account_id, campaignId: data.campaign_id }),
    "take-back-send": async (data: JobData["take-back-send"], run: { signal: AbortSignal }): Promise<void> => {
      const ref = { accountId: data.account_id, takeBackId: data.take_back_id };
      if (await workOffTakeBack(app, kinds, ref, run.signal)) return;
      await app.database.inScope({ accountIds: [ref.accountId] }, (tx) => app.jobs.add(tx, "take-back-send", data));
    },
  };
}
