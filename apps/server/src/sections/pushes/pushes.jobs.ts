import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import type { JobHandler } from "../../jobs/jobs.ts";
import { sourceOf } from "./causes.ts";
import { deliverEvents } from "./deliver-events.ts";
import { deliverPush } from "./deliver-push.ts";
import { endCanary } from "./end-canary.ts";
import { finishPushes, sendOfPush } from "./finish-push.ts";
import { initiatorMaySend } from "./initiator-may-send.ts";
import { addNextSteps, addSlowJob, isDue, type Moving } from "./next-steps.ts";
import type { PushEngine } from "./ports.ts";
import { revivePushes } from "./revive-pushes.ts";
import { snapshotRecipients } from "./snapshot-recipients.ts";
import { releaseRemaining } from "./variants.ts";

/** The state machine of docs/adr/0070. Each step is idempotent: it can be killed and run again. */
export function pushJobs(engine: PushEngine) {
  const { app } = engine;
  type Push = { accountId: number; pushActionId: number };
  /** Work on a push that may change its campaign. Lock order: the campaign first. */
  const onPush = <T>({ accountId, pushActionId }: Push, work: (tx: Tx, moving: Moving) => Promise<T>) =>
    app.database.inScope({ accountIds: [accountId] }, async (tx) => {
      const { campaignId, kind } = await sendOfPush(tx, accountId, pushActionId);
      const source = sourceOf(engine, kind);
      await source.lock(tx, accountId, campaignId);
      return work(tx, { jobs: app.jobs, source, accountId, campaignId, now: app.clock.now() });
    });

  const freeze: JobHandler<"snapshot-recipients"> = async (data) => {
    const push = { accountId: data.account_id, pushActionId: data.push_action_id };
    if (!(await initiatorMaySend(engine, push))) return;
    await onPush(push, async (tx, moving) => {
      await snapshotRecipients(tx, engine, push, { today: todayOf(app.clock), now: moving.now });
      await addNextSteps(tx, moving);
    });
  };

  const deliver = async (push: Push, signal: AbortSignal, takesSlow: boolean): Promise<void> => {
    if (!(await initiatorMaySend(engine, push))) return;
    if (!(await onPush(push, (tx, moving) => isDue(tx, moving, push.pushActionId)))) return;
    const ended = await deliverPush(engine, push, signal, takesSlow);
    await onPush(push, async (tx, moving) => {
      const { source, campaignId, now } = moving;
      if (ended.end === "missing")
        return source.stop(tx, { accountId: push.accountId, campaignId, now, reason: ended.reason });
      if (ended.end === "slow") return addSlowJob(tx, app.jobs, push);
      if (ended.end !== "later") {
        const finished = await finishPushes(tx, source, { ...push, campaignId }, now);
        // A person stopped it, or another run has it and goes on.
        if (ended.end === "left" && finished === 0) return;
        await endCanary(tx, source, { ...push, campaignId }, now);
        await releaseRemaining(tx, push);
        await addNextSteps(tx, moving);
      } else {
        const later = ended.seconds > 0 ? { startAfter: new Date(Date.now() + ended.seconds * 1000) } : {};
        if (takesSlow) return addSlowJob(tx, app.jobs, push, later.startAfter);
        const data = { account_id: push.accountId, push_action_id: push.pushActionId };
        await app.jobs.add(tx, "deliver-push", data, { group: String(push.accountId), ...later });
      }
    });
  };

  const pushes: JobHandler<"deliver-push"> = ({ account_id: accountId, push_action_id: pushActionId }, { signal }) =>
    deliver({ accountId, pushActionId }, signal, false);

  const events: JobHandler<"deliver-events"> = ({ account_id: accountId }, { signal }) =>
    deliverEvents(engine, accountId, signal, false);

  const slowly: JobHandler<"deliver-slowly"> = ({ account_id: accountId, push_action_id: pushActionId }, { signal }) =>
    pushActionId === null
      ? deliverEvents(engine, accountId, signal)
      : deliver({ accountId, pushActionId }, signal, true);

  const revive = async (): Promise<void> => {
    await revivePushes(engine);
  };
  return {
    "snapshot-recipients": freeze,
    "deliver-push": pushes,
    "deliver-events": events,
    "deliver-slowly": slowly,
    "revive-pushes": revive,
  };
}
