import type { App } from "../../../app.ts";
import { todayOf } from "../../../clock.ts";
import type { Tx } from "../../../database/connection.ts";
import type { JobRun } from "../../../jobs/every-programme.ts";
import { tryEveryProgramme } from "../../../jobs/every-programme.ts";
import type { JobData } from "../../../jobs/queues.ts";
import { closeSets, hasGrowingSet } from "../../pushes/close-sets.ts";
import type { PushEngine } from "../../pushes/ports.ts";
import { sendRulesOf } from "../../pushes/send-rules.read.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import { lockCampaignRow } from "../delivery/campaign-source.ts";
import { stillComplete } from "../schedule/still-complete.ts";
import { guestsToJudge } from "./judged-guests.ts";
import { dropWhatNoLongerHolds, hasWhatNoLongerHolds } from "./no-longer.ts";
import { meetSome } from "./process-trigger-events.ts";
import { dueOf, runningTriggers, type TriggeredAction, triggerOccasions } from "./running-triggers.ts";
import { settleGifts } from "./settle-gifts.ts";
import { initiatorMayRun, missDue } from "./trigger-initiator.ts";

/**
 * Every minute: gifts of stays that were cancelled or came back, and which campaigns have somebody to meet. Then each of them by itself, so
 * that nobody waits for another's many guests.
 */
export function triggerJobs(engine: PushEngine, kinds: ActionKinds) {
  const { app } = engine;
  return {
    "find-trigger-events": async (_data: object, run: JobRun): Promise<void> => {
      const inScope = app.database.inScope;
      await tryEveryProgramme(app, run, "settle-gifts", (accountId) =>
        inScope({ accountIds: [accountId] }, (tx) => settleGifts(tx, app, kinds, accountId)),
      );
      await tryEveryProgramme(app, run, "find-trigger-events", (accountId) => findTriggerEvents(app, accountId));
    },
    "process-trigger-events": async (data: JobData["process-trigger-events"], { signal }: JobRun): Promise<void> => {
      const of = { accountId: data.account_id, campaignId: data.campaign_id };
      if (!(await initiatorMayRun(app, of))) return;
      const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [of.accountId] }, work);
      await inScope(async (tx) => {
        if (await lockCampaignRow(tx, of.accountId, of.campaignId)) await dropWhatNoLongerHolds(tx, of);
      });
      if (await inScope((tx) => canSend(tx, app, kinds, of)))
        while (await inScope((tx) => meetSome(engine, tx, of))) if (signal.aborted) return;
      await inScope(async (tx) => {
        if (await lockCampaignRow(tx, of.accountId, of.campaignId)) await closeSets(tx, app.jobs, of, app.clock.now());
      });
    },
  };
}

/** Whether the campaign still says all that it needs. If not, the moments that are due are noted, and met when it does in time. */
async function canSend(tx: Tx, app: App, kinds: ActionKinds, of: { accountId: number; campaignId: number }) {
  if (!(await lockCampaignRow(tx, of.accountId, of.campaignId))) return false;
  const [first] = await runningTriggers(tx, of.accountId, of.campaignId);
  if (first === undefined) return false;
  if (await stillComplete(tx, app, kinds, { ...of, facilityIds: first.facility_ids })) return true;
  await missDue(app, tx, of, "incomplete");
  return false;
}

function findTriggerEvents(app: App, accountId: number): Promise<void> {
  return app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const running = await runningTriggers(tx, accountId, null);
    for (const [campaignId, actions] of Map.groupBy(running, (action) => action.campaign_id)) {
      if (!(await hasSomebody(tx, app, { accountId, campaignId }, actions))) continue;
      const data = { account_id: accountId, campaign_id: campaignId };
      await app.jobs.add(tx, "process-trigger-events", data, { group: String(accountId) });
    }
  });
}

async function hasSomebody(
  tx: Tx,
  { clock }: App,
  of: { accountId: number; campaignId: number },
  actions: readonly TriggeredAction[],
): Promise<boolean> {
  const moment = { today: todayOf(clock), now: clock.now() };
  const { missedRunHours } = await sendRulesOf(tx, of.accountId);
  for (const occasion of triggerOccasions(actions)) {
    const due = dueOf(occasion, moment.now, missedRunHours);
    if (due.length === 0) continue;
    const found = await tx.all`select from (${guestsToJudge({ ...of, moment }, occasion, due)} limit 1) g`;
    if (found.length > 0) return true;
  }
  return (await hasGrowingSet(tx, of)) || hasWhatNoLongerHolds(tx, of);
}
