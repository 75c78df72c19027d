import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { JobData } from "../../jobs/queues.ts";
import { beginStayPayment, endStayPayment } from "../campaigns/begin-stay-payment.ts";
import { expirePoints } from "./expire-points.ts";
import { settleStays } from "./settle-stays.ts";

/** Nightly, just after midnight in Tokyo: one short transaction per programme; a second run finds nothing. */
export function pointJobs(app: App) {
  return {
    "expire-points": async (_data: object, run: { signal: AbortSignal }): Promise<void> => {
      const programmes = await app.database.asSystem(
        (tx) => tx.all<{ id: number }>`select distinct programme_account_id as id from accounts order by 1`,
      );
      for (const { id } of programmes) {
        run.signal.throwIfAborted();
        await app.database.inScope({ accountIds: [id] }, (tx) =>
          expirePoints(tx, { accountId: id, today: todayOf(app.clock), userId: null }),
        );
      }
    },
    "settle-stays": async (data: JobData["settle-stays"], run: { signal: AbortSignal }): Promise<void> => {
      const { account_id: accountId, from, to, after } = data;
      const rest = await settleStays(app, { accountId, from, to, after }, run.signal);
      if (rest === null) return;
      await app.database.inScope({ accountIds: [accountId] }, (tx) =>
        app.jobs.add(tx, "settle-stays", { ...data, after: rest }),
      );
    },
    "pay-stays": async (data: JobData["pay-stays"], run: { signal: AbortSignal }): Promise<void> => {
      const asked = { accountId: data.account_id, paymentId: data.stay_payment_id };
      const days = await beginStayPayment(app, asked);
      if (days === null) return;
      const rest = await settleStays(app, { accountId: asked.accountId, ...days, after: 0 }, run.signal);
      if (rest === null) return endStayPayment(app, asked);
      await app.database.inScope({ accountIds: [asked.accountId] }, (tx) => app.jobs.add(tx, "pay-stays", data));
    },
  };
}
