import { runsAfter } from "@okaeri/domain/campaigns/schedule/runs";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { type PlannedAction, plannedActions } from "./plans.read.ts";

/** SQL over campaigns `campaign`: something of it is still to come by itself. */
export const goesOnByItself: RawBuilder<boolean> = sql<boolean>`(exists (select from schedules schedule
    join campaign_actions action on action.account_id = schedule.account_id and action.id = schedule.campaign_action_id
      and action.active_status = 'active'
    join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
      and segment.active_status = 'active'
    where schedule.account_id = campaign.account_id and segment.campaign_id = campaign.id and schedule.next_run_at is not null)
  or exists (select from triggers trigger
    join campaign_actions action on action.account_id = trigger.account_id and action.id = trigger.campaign_action_id
      and action.active_status = 'active'
    join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
      and segment.active_status = 'active'
    where trigger.account_id = campaign.account_id and segment.campaign_id = campaign.id))`;

/** SQL over campaigns `campaign`: the next run of those that are running. */
export const nextRunOf: RawBuilder<unknown> = sql`select schedule.campaign_action_id as action_id, schedule.next_run_at as at,
    coalesce((select campaign_run.planned_at
      from campaign_runs campaign_run
      where campaign_run.account_id = schedule.account_id and campaign_run.campaign_action_id = schedule.campaign_action_id
        and campaign_run.state = 'moved' and campaign_run.moved_to = schedule.next_run_at limit 1), schedule.next_run_at) as planned_at
  from schedules schedule
  join campaign_actions action on action.account_id = schedule.account_id and action.id = schedule.campaign_action_id
    and action.active_status = 'active'
  join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
    and segment.active_status = 'active'
  where campaign.status = 'active' and schedule.account_id = campaign.account_id and segment.campaign_id = campaign.id
    and schedule.next_run_at is not null
  order by schedule.next_run_at, segment.priority_seq, action.seq limit 1`;

/** Whether something of a campaign is still to come by itself. */
export async function comesByItself(tx: Tx, accountId: number, campaignId: number): Promise<boolean> {
  const found = await tx.all`select from campaigns campaign
    where campaign.account_id = ${accountId} and campaign.id = ${campaignId} and ${goesOnByItself}`;
  return found.length > 0;
}

/** Sets when each scheduled action of a campaign runs next, from now on. The caller has locked the campaign. */
export async function planRuns(tx: Tx, accountId: number, campaignId: number, now: Date): Promise<void> {
  await setNextRuns(tx, accountId, await plannedActions(tx, accountId, { campaignId, since: now }), now);
}

/** Writes when these actions run next after a moment. */
export async function setNextRuns(
  tx: Tx,
  accountId: number,
  actions: readonly Pick<PlannedAction, "actionId" | "plan">[],
  after: Date,
): Promise<void> {
  const next = actions.map(({ plan }) => runsAfter(plan, after, { count: 1 })[0]?.at ?? null);
  await tx.run`update schedules schedule
    set next_run_at = n.at, updated_at = now()
    from unnest(${actions.map(({ actionId }) => actionId)}::bigint[], ${next}::timestamptz[]) n (action_id, at)
    where schedule.account_id = ${accountId} and schedule.campaign_action_id = n.action_id and schedule.next_run_at is distinct from n.at`;
}

/** Nothing of the campaign runs by itself any more. The caller has locked it. */
export async function dropRuns(tx: Tx, accountId: number, campaignId: number): Promise<void> {
  await tx.run`update schedules schedule
    set next_run_at = null, updated_at = now()
    from campaign_actions action
    join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
    where schedule.account_id = ${accountId} and action.account_id = schedule.account_id and action.id = schedule.campaign_action_id
      and segment.campaign_id = ${campaignId} and schedule.next_run_at is not null`;
}
