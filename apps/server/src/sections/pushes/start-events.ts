import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { ActionType } from "@okaeri/domain/enumerations";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { addEventJob } from "./next-steps.ts";
import type { CampaignActionKey } from "./ports.ts";

/** An event, and the guest it is about. */
export type Happened = {
  /** The event's idempotency key, kept as `trigger_key`: no other event of the same cause has it. */
  key: string;
  customerId: number;
  stayReservationId?: number;
  stayTransactionId?: number;
  /** The day it is about, and how many days lie between. */
  date?: CalendarDate;
  offsetDays?: number;
  /** The moment that was planned for it; else now. */
  plannedAt?: Date;
  /** Why the guest gets nothing of what a content gives, by its channel. */
  omitted?: Partial<Record<ActionType, string>>;
};

/** Reasons of recipients who waited for what was none any more. */
export const NO_LONGER = ["reservation_changed", "reservation_cancelled"] as const;

export type Events = {
  /** Which cause of the engine. */
  kind: string;
  /** What guests get because of it, in this order; benefits before the messages that mention them. */
  content: readonly { channel: ActionType; campaign: CampaignActionKey | null }[];
  happened: readonly Happened[];
  now: Date;
  /** More of the same moment may come with other transactions: nothing is delivered before `closeSets` (close-sets.ts) was called. */
  grows?: boolean;
};

/**
 * Makes a push for each event and each content, with its guests, and adds the job, in the caller's transaction. The event names the guests:
 * there is no audience, and no campaign is locked. Idempotent by the event's key: each guest gets it once, however often this is called,
 * and a guest who is added later gets it then. Consent, cap and the rest of eligibility are checked at delivery. Returns how many
 * recipients were added.
 */
export async function startEvents(tx: Tx, jobs: Jobs, accountId: number, events: Events): Promise<number> {
  let added = 0;
  for (const content of events.content) {
    await makePushes(tx, accountId, events, content);
    const pushes = await lockPushes(tx, accountId, events, content);
    added += await addRecipients(tx, accountId, pushes, content, events.happened);
  }
  if (added > 0) await addEventJob(tx, jobs, accountId);
  return added;
}

type Content = Events["content"][number];

async function makePushes(
  tx: Tx,
  accountId: number,
  { kind, happened, now, grows = false }: Events,
  { channel, campaign }: Content,
): Promise<void> {
  const each = [...new Map(happened.map((one) => [one.key, one])).values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  await tx.run`insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by,
      trigger_key, stay_reservation_id, stay_transaction_id, cause_date, offset_days, push_scheduled_time, in_sets, frozen_at, wave)
    select ${accountId}, ${campaign?.campaignId ?? null}, ${campaign?.campaignSegmentId ?? null}, ${campaign?.campaignActionId ?? null},
      ${channel}, ${kind}, h.key, h.reservation_id, h.transaction_id, h.cause_date, h.offset_days, h.planned_at, true,
      case when not ${grows} then now() end, 'main'
    from unnest(${each.map(({ key }) => key)}::text[], ${each.map((one) => one.stayReservationId ?? null)}::bigint[],
      ${each.map((one) => one.stayTransactionId ?? null)}::bigint[], ${each.map((one) => one.date ?? null)}::date[],
      ${each.map((one) => one.offsetDays ?? null)}::smallint[], ${each.map((one) => one.plannedAt ?? now)}::timestamptz[])
      h (key, reservation_id, transaction_id, cause_date, offset_days, planned_at)
    on conflict ${
      campaign
        ? sql`(account_id, campaign_action_id, trigger_key)`
        : sql`(account_id, started_by, trigger_key, channel)
          where campaign_action_id is null`
    } do nothing`;
}

/** Locks pushes that were made now or before, by key; none that a person called off. A run that ends one of them comes before or after. */
async function lockPushes(
  tx: Tx,
  accountId: number,
  { kind, happened }: Events,
  { channel, campaign }: Content,
): Promise<Map<string, number>> {
  const of =
    campaign === null
      ? sql`push.campaign_action_id is null and push.started_by = ${kind} and push.channel = ${channel}`
      : sql`push.campaign_action_id = ${campaign.campaignActionId}`;
  const rows = await tx.all<{ id: number; trigger_key: string }>`select push.id, push.trigger_key
    from push_actions push
    where push.account_id = ${accountId} and ${of} and push.trigger_key = any(${happened.map(({ key }) => key)}::text[])
      and push.called_off_at is null
    order by push.id for no key update`;
  return new Map(rows.map((row) => [row.trigger_key, row.id]));
}

/**
 * A push that was over begins again with the recipients who are added. Who was left out because the event was none any more is added again
 * when it is one again.
 */
async function addRecipients(
  tx: Tx,
  accountId: number,
  pushes: ReadonlyMap<string, number>,
  { channel }: Content,
  happened: readonly Happened[],
): Promise<number> {
  const recipients = happened.flatMap(({ key, customerId, omitted }) => {
    const id = pushes.get(key);
    return id === undefined ? [] : [{ id, customerId, reason: omitted?.[channel] ?? null }];
  });
  const { added } = await tx.one<{ added: number }>`with added as (
      insert into push_action_targets (account_id, push_action_id, campaign_id, campaign_segment_id, customer_id, outcome, reason)
      select push.account_id, push.id, push.campaign_id, push.campaign_segment_id, r.customer_id,
        case when r.reason is null then 'waiting' else 'skipped' end, r.reason
      from unnest(${recipients.map(({ id }) => id)}::bigint[], ${recipients.map((one) => one.customerId)}::bigint[],
        ${recipients.map(({ reason }) => reason)}::text[]) r (id, customer_id, reason)
      join push_actions push on push.account_id = ${accountId} and push.id = r.id
      on conflict (account_id, push_action_id, customer_id) do update
        set outcome = excluded.outcome, reason = excluded.reason, updated_at = now()
        where push_action_targets.outcome = 'skipped' and push_action_targets.reason = any(${NO_LONGER}::text[])
      returning push_action_id, outcome, xmax = 0 as is_new
    ), counted as (
      update push_actions push
      set target_count = push.target_count + n.targets, skipped_count = push.skipped_count + n.skipped, updated_at = now(),
        push_status = case when push.finished_at is null then push.push_status else 'standby' end, finished_at = null
      from (
        select push_action_id, (count(*) filter (where is_new))::int as targets,
          (count(*) filter (where outcome = 'skipped') - count(*) filter (where not is_new))::int as skipped
        from added
        group by 1
      ) n
      where push.account_id = ${accountId} and push.id = n.push_action_id
    )
    select count(*)::int as added
    from added`;
  return added;
}
