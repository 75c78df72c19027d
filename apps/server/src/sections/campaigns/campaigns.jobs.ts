import type { App } from "../../app.ts";
import type { JobData } from "../../jobs/queues.ts";
import { settleStays } from "../stays/settle-stays.ts";
import type { ActionKinds } from "./actions/action-kind.ts";
import { beginStayPayment, endStayPayment } from "./delivery/begin-stay-payment.ts";
import { processRevocation } from "./delivery/process-revocations.ts";
import { queueDueCampaigns } from "./schedule/due-campaigns.ts";
import { runCampaign } from "./schedule/run-campaign.ts";

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
    "revoke-send": async (data: JobData["revoke-send"], run: { signal: AbortSignal }): Promise<void> => {
      const ref = { accountId: data.account_id, revocationId: data.send_revocation_id };
      if (await processRevocation(app, kinds, ref, run.signal)) return;
      await app.database.inScope({ accountIds: [ref.accountId] }, (tx) => app.jobs.add(tx, "revoke-send", data));
    },
  };
}
