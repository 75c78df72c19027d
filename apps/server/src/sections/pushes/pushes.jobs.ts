import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { JobHandler } from "../../jobs/jobs.ts";
import { deliverPush } from "./deliver-push.ts";
import { campaignOf, finishPush } from "./finish-push.ts";
import { freezePushes } from "./freeze-pushes.ts";
import type { PushEngine } from "./ports.ts";
import { revivePushes } from "./revive-pushes.ts";
import { addNextSteps } from "./start-pushes.ts";
import { starterMay } from "./starter-may.ts";

/** The state machine of docs/adr/0070. Each step can be killed and run again. */
export function pushJobs(engine: PushEngine) {
  const { app } = engine;
  const inScope = <T>(accountId: number, work: (tx: Tx) => Promise<T>) =>
    app.database.inScope({ accountIds: [accountId] }, work);

  const freeze: JobHandler<"freeze-pushes"> = async ({ account_id: accountId, push_action_id: pushActionId }) => {
    if (!(await starterMay(engine, { accountId, pushActionId }))) return;
    await inScope(accountId, async (tx) => {
      const moment = { today: todayOf(app.clock), now: app.clock.now() };
      await freezePushes(tx, engine, { accountId, pushActionId }, moment);
      await addNextSteps(tx, app.jobs, accountId, await campaignOf(tx, accountId, pushActionId));
    });
  };

  const deliver: JobHandler<"deliver-push"> = async (data, { signal }) => {
    const push = { accountId: data.account_id, pushActionId: data.push_action_id };
    if (!(await starterMay(engine, push))) return;
    const ended = await deliverPush(engine, push, signal);
    await inScope(push.accountId, async (tx) => {
      if (ended.end === "done") {
        const campaignId = await campaignOf(tx, push.accountId, push.pushActionId);
        await finishPush(tx, engine.source, { ...push, campaignId }, app.clock.now());
        await addNextSteps(tx, app.jobs, push.accountId, campaignId);
      }
      if (ended.end === "later") {
        const startAfter = new Date(Date.now() + ended.seconds * 1000);
        await app.jobs.add(tx, "deliver-push", data, ended.seconds > 0 ? { startAfter } : {});
      }
    });
  };

  const revive = async (): Promise<void> => {
    await revivePushes(app);
  };
  return { "freeze-pushes": freeze, "deliver-push": deliver, "revive-pushes": revive };
}
