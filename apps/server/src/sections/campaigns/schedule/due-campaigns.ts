import type { App } from "../../../app.ts";
import { todayOf } from "../../../clock.ts";
import type { Tx } from "../../../database/connection.ts";
import { FAILED_JOBS } from "../../../jobs/queues.ts";

/** After a run whose job was given up it is tried again after so long. */
const AGAIN_HOURS = 1;

/**
 * Adds one job for each campaign of any programme with a run that is due, or whose days are over. A campaign whose job waits already gets
 * none: however many accounts are due at ten o'clock, each is once in the queue.
 */
export async function queueDueCampaigns(app: App): Promise<void> {
  const now = app.clock.now();
  await app.database.asSystem(async (tx) => {
    for (const due of await dueCampaigns(tx, now, app))
      await app.jobs.add(tx, "run-campaign", due, { group: String(due.account_id) });
  });
}

async function dueCampaigns(tx: Tx, now: Date, app: App): Promise<{ account_id: number; campaign_id: number }[]> {
  await tx.client.query("set local app.jobs = 'on'");
  return tx.all<{ account_id: number; campaign_id: number }>`with due as (
      select segment.account_id, segment.campaign_id
      from schedules schedule
      join campaign_actions action on action.account_id = schedule.account_id and action.id = schedule.campaign_action_id
        and action.active_status = 'active'
      join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
        and segment.active_status = 'active'
      where schedule.next_run_at <= ${now} and schedule.active_status = 'active'
      union
      select campaign.account_id, campaign.id
      from campaigns campaign
      join accounts account on account.id = campaign.account_id
      where campaign.campaign_end_dt < ${todayOf(app.clock)}::date and campaign.status in ('active', 'stopped') and campaign.type <> 'basic'
    )
    select due.account_id, due.campaign_id
    from due
    where not exists (select from pgboss.job j
      where j.data @> jsonb_build_object('account_id', due.account_id, 'campaign_id', due.campaign_id)
        and ((j.name = 'run-campaign' and j.state in ('created', 'retry'))
          or (j.name = ${FAILED_JOBS} and j.source_name = 'run-campaign' and j.state < 'completed'
            and j.created_on > now() - make_interval(hours => ${AGAIN_HOURS}))))
    order by due.account_id, due.campaign_id`;
}
