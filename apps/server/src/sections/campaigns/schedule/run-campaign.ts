import { settleDue } from "@okaeri/domain/campaigns/schedule/runs";
import type { CampaignStatus } from "@okaeri/domain/enumerations";
import type { App } from "../../../app.ts";
import { recordAudit } from "../../../audit/record-audit.ts";
import { todayOf } from "../../../clock.ts";
import { isActiveOn } from "../../../database/active-version.ts";
import type { Tx } from "../../../database/connection.ts";
import { recheckPermission } from "../../../session/recheck-permission.ts";
import { callOffPushes } from "../../pushes/approve-pushes.ts";
import { hasOpenPush } from "../../pushes/pushes.read.ts";
import { sendRulesOf } from "../../pushes/send-rules.read.ts";
import { startPushes } from "../../pushes/start-pushes.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import { campaignSource, lockCampaignRow } from "../delivery/campaign-source.ts";
import { dropRuns, setNextRuns } from "./plan-runs.ts";
import { type PlannedAction, plannedActions } from "./plans.read.ts";
import { dueRuns, longAgo, type RefusalReason, type RunOutcome, recordRuns } from "./record-runs.ts";
import { stillComplete } from "./still-complete.ts";

type Of = { accountId: number; campaignId: number };
type Locked = {
  status: CampaignStatus;
  updated_by: number | null;
  run_facility_ids: number[] | null;
  is_over: boolean;
};

/**
 * Makes what of a campaign is due, exactly once: the runs are recorded and their next moments moved on in the transaction that makes their
 * pushes, under the campaign's lock (docs/adr/0496). Idempotent.
 */
export async function runCampaign(app: App, kinds: ActionKinds, of: Of): Promise<void> {
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [of.accountId] }, work);
  for (;;) {
    const asked = (await inScope((tx) => campaignNow(tx, app, of)))?.updated_by ?? null;
    // Who switched it on or resumed it last; what no person did has nobody to ask.
    const may = asked === null || (await recheckPermission(app, asked, { action: NEEDED, accountIds: [of.accountId] }));
    const done = await inScope(async (tx) => {
      if (!(await lockCampaignRow(tx, of.accountId, of.campaignId))) return true;
      const campaign = await campaignNow(tx, app, of);
      // Somebody else resumed it in this moment: then that person is asked.
      if (!campaign || campaign.updated_by !== asked) return campaign === undefined;
      if (campaign.status === "inactive") await dropRuns(tx, of.accountId, of.campaignId);
      else if (campaign.is_over) await endCampaign(tx, app, of);
      else await runDue(tx, app, kinds, of, { campaign, may });
      return true;
    });
    if (done) return;
  }
}

const NEEDED = campaignSource([]).needs;

const campaignNow = (tx: Tx, app: App, { accountId, campaignId }: Of) =>
  tx.maybe<Locked>`select status, updated_by, run_facility_ids, coalesce(campaign_end_dt < ${todayOf(app.clock)}::date, false) as is_over
    from campaigns
    where account_id = ${accountId} and id = ${campaignId}`;

/** Its last day is past: what still waits is called off, and it rests. */
async function endCampaign(tx: Tx, app: App, { accountId, campaignId }: Of): Promise<void> {
  const now = app.clock.now();
  await dropRuns(tx, accountId, campaignId);
  const calledOff = await callOffPushes(tx, { accountId, campaignId, now }, { because: "over" });
  await tx.run`update campaigns
    set status = 'inactive', stopped_at = null, updated_at = ${now}
    where account_id = ${accountId} and id = ${campaignId}`;
  await line(tx, { accountId, campaignId }, "end_campaign", calledOff > 0 ? { called_off: calledOff } : {});
}

type Judged = { campaign: Locked; may: boolean };

async function runDue(tx: Tx, app: App, kinds: ActionKinds, of: Of, { campaign, may }: Judged): Promise<void> {
  const { accountId, campaignId } = of;
  const now = app.clock.now();
  const actions = await plannedActions(tx, accountId, { campaignId, since: longAgo(now) });
  const due = actions.filter(({ nextRunAt }) => nextRunAt !== null && nextRunAt <= now);
  if (due.length === 0) return;
  const refusal = await refusalOf(tx, app, kinds, of, { campaign, may });
  const { missedRunHours } = await sendRulesOf(tx, accountId);
  const outcomes = due.flatMap((action) => outcomesOf(action, now, { refusal, missedRunHours }));
  const recorded = await recordRuns(tx, of, outcomes);
  const made = recorded.filter((one) => one.reason === null);
  const source = campaignSource(kinds, "schedule");
  const moving = { jobs: app.jobs, source, accountId, campaignId, now };
  for (const [at, runs] of Map.groupBy(made, ({ run }) => run.at.getTime())) {
    const together = new Set(runs.map(({ action }) => action.actionId));
    await startPushes(tx, moving, {
      triggerKey: runKey(new Date(at)),
      plannedAt: new Date(at),
      actions: actions
        .filter(({ actionId }) => together.has(actionId))
        .map(({ actionId, segmentId, type }) => ({ id: actionId, segmentId, channel: type })),
      facilityIds: campaign.run_facility_ids,
      userId: campaign.updated_by,
    });
    await line(tx, of, "run", { at: new Date(at).toISOString(), actions: together.size });
  }
  for (const [reason, runs] of Map.groupBy(recorded, (one) => one.reason))
    if (reason !== null)
      await line(tx, of, "miss_run", { reason, at: runs.at(-1)?.run.at.toISOString(), runs: runs.length });
  await setNextRuns(
    tx,
    accountId,
    due.map((action) => settled(action, outcomes)),
    now,
  );
  // Nothing is to come any more, and nothing is under way.
  if (!(await hasOpenPush(tx, accountId, campaignId))) await source.rest(tx, accountId, campaignId);
}

/** What is made of an action's due runs, or why they are not. */
function outcomesOf(
  action: PlannedAction,
  now: Date,
  { refusal, missedRunHours }: { refusal: RefusalReason | null; missedRunHours: number },
): RunOutcome[] {
  const { made, missed } = settleDue(dueRuns(action, now), now, missedRunHours);
  const ran = made.map((run) => ({ action, run, reason: refusal }));
  return [...missed.map(({ reason, ...run }) => ({ action, run, reason: refusal ?? reason })), ...ran];
}

/** The action as it stands after its due runs. */
function settled(action: PlannedAction, outcomes: readonly RunOutcome[]): PlannedAction {
  const own = outcomes.filter((one) => one.action.actionId === action.actionId);
  const gone = new Set(own.map(({ run }) => run.planned.getTime()));
  const rest = action.plan.known.filter(({ planned }) => !gone.has(planned.getTime()));
  const now = own.map(({ run }) => ({ planned: run.planned, movedTo: null, state: "made" as const }));
  return { ...action, plan: { ...action.plan, known: [...rest, ...now] } };
}

/** Why nothing of the campaign may go out at this moment; null where it may. */
async function refusalOf(
  tx: Tx,
  app: App,
  kinds: ActionKinds,
  { accountId, campaignId }: Of,
  { campaign, may }: Judged,
): Promise<RefusalReason | null> {
  const today = todayOf(app.clock);
  if (campaign.status === "stopped") return "stopped";
  if (!(await isActiveOn(tx, accountId, today))) return "not_active";
  if (!may) return "initiator_lost_right";
  const facilityIds = campaign.run_facility_ids;
  return (await stillComplete(tx, app, kinds, { accountId, campaignId, facilityIds })) ? null : "incomplete";
}

export const runKey = (at: Date) => `schedule:${at.toISOString()}`;

const line = (tx: Tx, { accountId, campaignId }: Of, action: string, after: object) =>
  recordAudit(tx, { actorUserId: null, accountId, action, entity: "campaigns", entityId: campaignId, after });
