import { type LateReason, type Run, runsAfter } from "@okaeri/domain/campaigns/schedule/runs";
import type { Tx } from "../../../database/connection.ts";
import { type PlannedAction, plannedActions } from "./plans.read.ts";

/** Why a run that came in time was not made. */
export type RefusalReason = "stopped" | "not_active" | "initiator_lost_right" | "incomplete";
export type MissedReason = RefusalReason | LateReason;

/** What is noted of a run. `reason`: why it was not made; null: it is. */
type Noted = { action: Pick<PlannedAction, "actionId">; run: Pick<Run, "planned">; reason: MissedReason | null };
export type RunOutcome = Noted & { action: PlannedAction; run: Run };

/**
 * Notes what became of runs. Whoever notes one first has it: a run that was noted before, and is not waiting for the moment it was moved to,
 * is not answered. Returns those that are this transaction's own.
 */
export async function recordRuns<Known extends Noted>(
  tx: Tx,
  { accountId, campaignId }: { accountId: number; campaignId: number },
  outcomes: readonly Known[],
): Promise<Known[]> {
  const noted = await tx.all<{
    action_id: number;
    planned_at: Date;
  }>`insert into campaign_runs (account_id, campaign_id,
      campaign_action_id, planned_at, state, reason)
    select ${accountId}, ${campaignId}, o.action_id, o.planned_at, case when o.reason is null then 'made' else 'missed' end, o.reason
    from unnest(${outcomes.map(({ action }) => action.actionId)}::bigint[], ${outcomes.map(({ run }) => run.planned)}::timestamptz[],
      ${outcomes.map(({ reason }) => reason)}::text[]) o (action_id, planned_at, reason)
    on conflict (account_id, campaign_action_id, planned_at) do update
      set state = excluded.state, reason = excluded.reason, updated_at = now()
      where campaign_runs.state = 'moved'
    returning campaign_action_id as action_id, planned_at`;
  const own = new Set(noted.map(({ action_id, planned_at }) => `${action_id} ${planned_at.getTime()}`));
  return outcomes.filter(({ action, run }) => own.has(`${action.actionId} ${run.planned.getTime()}`));
}

/** What a trigger missed and meets after all, as somebody resumed the campaign in time, is not missed. */
export async function madeAfterAll(
  tx: Tx,
  { accountId, campaignId }: { accountId: number; campaignId: number },
  moments: readonly Date[],
): Promise<void> {
  await tx.run`delete from campaign_runs campaign_run
    using triggers trigger
    where campaign_run.account_id = ${accountId} and campaign_run.campaign_id = ${campaignId} and campaign_run.state = 'missed'
      and campaign_run.planned_at = any(${moments}::timestamptz[]) and trigger.account_id = campaign_run.account_id
      and trigger.campaign_action_id = campaign_run.campaign_action_id`;
}

/** An action's runs that are due, in order. */
export function dueRuns({ nextRunAt, plan }: PlannedAction, now: Date): Run[] {
  if (nextRunAt === null || nextRunAt > now) return [];
  return runsAfter(plan, new Date(nextRunAt.getTime() - 1), { count: MOST_DUE, until: now });
}

/** Hourly runs of more than a year. */
const MOST_DUE = 10_000;

/** Notes the runs that came while the campaign was stopped, and that nobody has noted yet: they are never made up. */
export async function missWhileStopped(
  tx: Tx,
  of: { accountId: number; campaignId: number },
  now: Date,
): Promise<void> {
  const actions = await plannedActions(tx, of.accountId, { campaignId: of.campaignId, since: longAgo(now) });
  const missed = actions.flatMap((action) =>
    dueRuns(action, now).map((run) => ({ action, run, reason: "stopped" as const })),
  );
  await recordRuns(tx, of, missed);
}

/** What was noted of runs before does not matter any more: none of them is made up. */
export const longAgo = (now: Date) => new Date(now.getTime() - 35 * 86_400_000);
