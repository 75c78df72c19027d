import { MESSAGE_CHANNELS } from "@okaeri/domain/pushes/next-steps";
import { type RawBuilder, sql } from "kysely";
import { CONTROL_REASONS, type ControlReason } from "./control.ts";

export { CONTROL_REASONS, type ControlReason };

const TRIED = ["sent", "failed", "unknown"] as const;

/**
 * SQL: whom the sends of a campaign went to, or were tried to, and whom they left out to be compared with. Each: guest_id (who was merged is
 * the survivor), `assigned` (`treated`, one of CONTROL_REASONS, or `once_per`: meant again and left out because they had it), moment,
 * about_reservation_id (the booking it was about), is_thinned (of those who had it before only samples are left). Where a segment has
 * messages these decide, else its benefits. One moment for all of a send, whether one got it or not: a guest who was left out has none of
 * their own. Nothing where nobody is left out of anything.
 * Arrays of ids keep whoever forbids loops (database/without-loops.ts) from reading all recipients of the account.
 */
export const assignedBy = (
  accountId: number,
  campaignId: number,
): RawBuilder<unknown> => sql`with of_campaign as materialized (
    select push.account_id, push.id, push.campaign_id, push.channel, push.trigger_key, push.in_sets, push.push_scheduled_time,
      push.stay_reservation_id, push.omitted_ended_at is not null and (push.funnel #>> '{reasons,once_per}')::int > 0 as is_thinned,
      push.sent_count + push.failed_count + push.unknown_count > 0
        or push.push_status = 'done' and push.called_off_at is null and push.error is null as went,
      bool_or(push.channel = any(${MESSAGE_CHANNELS}::text[])) over (partition by push.campaign_segment_id, push.trigger_key) as has_message
    from push_actions push
    where push.account_id = ${accountId} and push.campaign_id = ${campaignId}
      and (select exists (select from control_guests control_guest
        where control_guest.account_id = ${accountId}
          and (control_guest.campaign_id = ${campaignId} or control_guest.campaign_id is null)))
  ), meant as materialized (
    select p.trigger_key, p.in_sets, p.push_scheduled_time, p.stay_reservation_id, p.is_thinned,
      case when target.outcome = 'skipped' then target.reason else 'treated' end as assigned, target.sent_at, target.customer_id
    from of_campaign p
    join push_action_targets target on target.account_id = p.account_id and target.push_action_id = p.id
    where p.went and (p.channel = any(${MESSAGE_CHANNELS}::text[]) or not p.has_message)
      and target.push_action_id = any(array(select one.id from of_campaign one))
      and (target.outcome = any(${TRIED}::text[])
        or target.outcome = 'skipped' and target.reason = any(${[...CONTROL_REASONS, "once_per"]}::text[]))
  ), sends as (
    select m.trigger_key, case when bool_or(m.in_sets) then min(m.push_scheduled_time)
      else coalesce(min(m.sent_at), min(m.push_scheduled_time)) end as moment
    from meant m
    group by m.trigger_key
  )
  select coalesce(merged_customer.merged_into, m.customer_id) as guest_id, m.assigned, sends.moment,
    m.stay_reservation_id as about_reservation_id, m.is_thinned
  from meant m
  join sends on sends.trigger_key = m.trigger_key
  left join customers merged_customer on merged_customer.account_id = ${accountId} and merged_customer.id = m.customer_id
    and merged_customer.merged_into is not null`;
