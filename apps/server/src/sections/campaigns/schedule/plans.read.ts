import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { CampaignPeriod } from "@okaeri/domain/campaigns/schedule/period";
import type { KnownRun, RunPlan } from "@okaeri/domain/campaigns/schedule/runs";
import { parseSchedule, SCHEDULE_FIELDS, type ScheduleFields } from "@okaeri/domain/campaigns/schedule/schedule";
import type { ActionType, CampaignStatus } from "@okaeri/domain/enumerations";
import { qualifiedColumns } from "../../../database/columns.ts";
import type { Tx } from "../../../database/connection.ts";

/** A scheduled action of a campaign, with what decides when it runs. */
export type PlannedAction = {
  campaignId: number;
  actionId: number;
  segmentId: number;
  type: ActionType;
  status: CampaignStatus;
  /** Null where it does not run by itself. */
  nextRunAt: Date | null;
  plan: RunPlan;
};

type Row = ScheduleFields & {
  campaign_id: number;
  action_id: number;
  segment_id: number;
  type: ActionType;
  status: CampaignStatus;
  campaign_start_dt: CalendarDate | null;
  campaign_end_dt: CalendarDate | null;
  next_run_at: Date | null;
};
type KnownRow = { action_id: number; planned_at: Date; moved_to: Date | null; state: KnownRun["state"] };

/** Which campaigns; all of a programme with null. `since`: what is known of earlier runs is not read. */
type Of = { campaignId: number | null; since: Date };

/** The scheduled actions of campaigns, by segment and place. What cannot be read runs never. */
export async function plannedActions(tx: Tx, accountId: number, { campaignId, since }: Of): Promise<PlannedAction[]> {
  const rows =
    await tx.all<Row>`select campaign.id as campaign_id, action.id as action_id, segment.id as segment_id, action.type,
      campaign.status, campaign.campaign_start_dt, campaign.campaign_end_dt, schedule.next_run_at,
      ${qualifiedColumns("schedule", SCHEDULE_FIELDS)}
    from schedules schedule
    join campaign_actions action on action.account_id = schedule.account_id and action.id = schedule.campaign_action_id
      and action.active_status = 'active'
    join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
      and segment.active_status = 'active'
    join campaigns campaign on campaign.account_id = segment.account_id and campaign.id = segment.campaign_id
    where schedule.account_id = ${accountId} and (${campaignId}::bigint is null or campaign.id = ${campaignId})
    order by campaign.id, segment.priority_seq, action.seq`;
  const known = Map.groupBy(await knownRuns(tx, accountId, { campaignId, since }), (run) => run.action_id);
  return rows.flatMap((row) => {
    const read = parseSchedule(row);
    if (!read.ok) return [];
    const period: CampaignPeriod = { start: row.campaign_start_dt, end: row.campaign_end_dt };
    const runs = (known.get(row.action_id) ?? []).map(knownRun);
    return [
      {
        campaignId: row.campaign_id,
        actionId: row.action_id,
        segmentId: row.segment_id,
        type: row.type,
        status: row.status,
        nextRunAt: row.next_run_at,
        plan: { schedule: read.schedule, period, known: runs },
      },
    ];
  });
}

/** Runs of one action that were moved, skipped or made, from `since` on. */
export async function runsOfAction(
  tx: Tx,
  accountId: number,
  { actionId, since }: { actionId: number; since: Date },
): Promise<KnownRun[]> {
  const rows = await tx.all<KnownRow>`select campaign_action_id as action_id, planned_at, moved_to, state
    from campaign_runs
    where account_id = ${accountId} and campaign_action_id = ${actionId} and (planned_at >= ${since} or state = 'moved')
    order by planned_at`;
  return rows.map(knownRun);
}

const knownRun = ({ planned_at, moved_to, state }: KnownRow): KnownRun => ({
  planned: planned_at,
  movedTo: moved_to,
  state,
});

function knownRuns(tx: Tx, accountId: number, { campaignId, since }: Of): Promise<KnownRow[]> {
  return tx.all<KnownRow>`select campaign_action_id as action_id, planned_at, moved_to, state
    from campaign_runs
    where account_id = ${accountId} and (${campaignId}::bigint is null or campaign_id = ${campaignId})
      and (planned_at >= ${since} or state = 'moved')
    order by planned_at`;
}
