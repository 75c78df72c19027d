import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { ActionType, PushStatus } from "@okaeri/domain/enumerations";
import { type Hold, MESSAGE_CHANNELS } from "@okaeri/domain/pushes/next-steps";
import type { Reaction } from "@okaeri/domain/pushes/reactions";
import type { MessageRoute } from "@okaeri/domain/pushes/routes";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { dayInTokyo } from "../../database/narrowed.ts";
import type { MessageTerms } from "./campaign-terms.read.ts";
import { endedOf } from "./omitted.read.ts";
import { isHeldSet, isOpenSend, isUnderWay } from "./open-sends.read.ts";
import type { PushFacts } from "./ports.ts";
import { routeOfPush } from "./push-route.ts";
import { reactedAt, reactionsOf } from "./reactions.read.ts";
import { isRevocable, wasRevoked } from "./revocations.read.ts";
import { sentMoment } from "./send-figures.read.ts";

// What others may know of pushes. Figures are those kept on the push; recipients are read where single ones are shown.

/** SQL over claimed recipients `next`: the reservation for whose sake their push goes out, null for none. */
export const reservationOfPush = sql<number | null>`(select push.stay_reservation_id
  from push_actions push
  where push.account_id = next.account_id and push.id = next.push_action_id)`;

/** When the last of pushes `push` went out, or began to. */
const lastSentAt = sql<Date | null>`max(coalesce(push.push_sent_time, push.started_at))`;

/** SQL moment over campaigns `campaign` of a programme: the same of all their pushes. */
export const lastSentOf = (accountId: number): RawBuilder<Date | null> => sql<Date | null>`(select ${lastSentAt}
  from push_actions push where push.account_id = ${accountId} and push.campaign_id = campaign.id)`;

/** SQL over campaigns `campaign`: what came of their pushes. */
export const pushFigures: RawBuilder<unknown> = sql`select count(*) as pushes,
    coalesce(bool_or(${isUnderWay} and not push.stop_requested), false) as sending,
    coalesce(bool_or(push.push_status in ('standby', 'doing')), false) as has_open_push,
    case when bool_and(push.held_for is not null) filter (where ${isUnderWay} and not push.stop_requested) then min(push.held_for)
        filter (where ${isUnderWay} and not push.stop_requested) end as held_for,
    ${lastSentAt} as last_sent_at,
    coalesce(sum(push.granted_points), 0)::bigint as points
  from push_actions push
  where push.account_id = campaign.account_id and push.campaign_id = campaign.id`;

/** SQL over campaign actions `action`: something was delivered by it, or is to be. */
export const hasPush: RawBuilder<boolean> = sql<boolean>`exists (select from push_actions push
  where push.account_id = action.account_id and push.campaign_action_id = action.id)`;

/** SQL number: sends under way or waiting of the accounts `s`; one with two actions is one. */
export const openSendsOf: RawBuilder<unknown> = sql`(select count(distinct (push.account_id, push.campaign_id, push.trigger_key))::int
  from s
  join push_actions push on push.account_id = s.id
  where push.push_status in ('standby', 'doing') and not push.stop_requested)`;

/** SQL over pushes `push`: a message that advertises. */
export const advertises = sql<boolean>`push.channel = any(${MESSAGE_CHANNELS}::text[]) and exists (select from campaigns campaign
  where campaign.account_id = push.account_id and campaign.id = push.campaign_id and campaign.purpose = 'marketing')`;

/** Rows of customer_id and sent_at, one for each message that advertised and reached, or may have reached, a customer `since`. */
export function messagesSince(accountId: number, since: Date, customer: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`select target.customer_id, target.sent_at
    from push_action_targets target
    join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id
    where target.account_id = ${accountId} and target.sent_at > ${since} and ${advertises} and ${customer}`;
}

/**
 * Rows of customer_id, one for each message that waits for a customer before the one that is judged: of a campaign that counts first, else
 * planned before. What is stopped takes nobody's place.
 */
export function messagesBefore(
  accountId: number,
  { priority, plannedAt, pushActionId }: MessageTerms,
  customer: RawBuilder<boolean>,
): RawBuilder<unknown> {
  return sql`select target.customer_id
    from push_action_targets target
    join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id
    join campaigns campaign on campaign.account_id = push.account_id and campaign.id = push.campaign_id
    where target.account_id = ${accountId} and target.outcome in ('waiting', 'sending') and target.sent_at is null and ${customer}
      and push.push_status in ('standby', 'doing') and not push.stop_requested and push.channel = any(${MESSAGE_CHANNELS}::text[])
      and campaign.purpose = 'marketing' and (campaign.priority, push.push_scheduled_time, push.id)
        < (${priority}::int, ${plannedAt}::timestamptz, coalesce(${pushActionId}::bigint, 9223372036854775807))`;
}

/** SQL over recipients `target` of a send's push: a message of the same segment and send waits for them, too. */
export function awaitsMessage({ accountId, triggerKey, campaign }: PushFacts): RawBuilder<boolean> {
  return sql<boolean>`target.customer_id in (select waiting_target.customer_id
    from push_actions push
    join push_action_targets waiting_target on waiting_target.account_id = push.account_id and waiting_target.push_action_id = push.id
      and waiting_target.outcome = 'waiting'
    where push.account_id = ${accountId} and push.campaign_segment_id = ${campaign?.campaignSegmentId ?? null}
      and push.trigger_key = ${triggerKey} and push.channel = any(${MESSAGE_CHANNELS}::text[]))`;
}

/** Whether pushes of this trigger were made. */
export async function wasStarted(tx: Tx, accountId: number, campaignId: number, triggerKey: string): Promise<boolean> {
  const found = await tx.all`select from push_actions
    where account_id = ${accountId} and campaign_id = ${campaignId} and trigger_key = ${triggerKey} limit 1`;
  return found.length > 0;
}

/** SQL for a lateral join: the push of this id, and by which action of which campaign it went out. */
export function pushOfId(accountId: number, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select push.id, push.campaign_action_id, push.campaign_id
    from push_actions push
    where push.account_id = ${accountId} and push.id = ${id})`;
}

export type PushRow = {
  id: number;
  campaign_action_id: number;
  campaign_segment_id: number;
  type: ActionType;
  push_status: PushStatus;
  stop_requested: boolean;
  stop_reason: string | null;
  push_scheduled_time: Date;
  push_sent_time: Date | null;
  route: MessageRoute | null;
  targets: number;
  waiting: number;
  sent: number;
  skipped: number;
  failed: number;
  unknown: number;
  points_granted: number;
  held_for: Hold | null;
  held_until: Date | null;
  is_canary: boolean;
  needs_approval: boolean;
  approved_by_name: string | null;
  approved_at: Date | null;
  approval_void: boolean;
  called_off_by_name: string | null;
  called_off_at: Date | null;
  refusal: string | null;
  is_revocable: boolean;
  was_revoked: boolean;
};

const pushColumns = sql`push.id, push.campaign_action_id, push.campaign_segment_id, push.channel as type, push.push_status,
  push.stop_requested, push.error as stop_reason, push.push_scheduled_time, push.push_sent_time, ${routeOfPush} as route,
  push.target_count as targets,
  push.target_count - push.sent_count - push.skipped_count - push.failed_count - push.unknown_count as waiting, push.sent_count as sent,
  push.skipped_count as skipped, push.failed_count as failed, push.unknown_count as unknown, push.granted_points as points_granted,
  case when not push.stop_requested then push.held_for end as held_for,
  case when not push.stop_requested then push.held_until end as held_until,
  push.wave = 'canary' as is_canary, push.needs_approval, approving_person.name as approved_by_name, push.approved_at,
  push.approval_void_at is not null as approval_void, stopping_person.name as called_off_by_name, push.called_off_at, push.refusal,
  ${isRevocable} as is_revocable, ${wasRevoked} as was_revoked`;
const withPeople = sql`left join users approving_person on approving_person.id = push.approved_by
  left join users stopping_person on stopping_person.id = push.called_off_by`;

/** Whether something of a campaign is under way, or waits. */
export async function hasOpenPush(tx: Tx, accountId: number, campaignId: number): Promise<boolean> {
  const found = await tx.all`select from push_actions
    where account_id = ${accountId} and campaign_id = ${campaignId} and push_status in ('standby', 'doing') limit 1`;
  return found.length > 0;
}

/** The parts of a campaign's newest send, and of all others that are under way; of the sets of events those that wait. */
export async function shownSendsOf(tx: Tx, accountId: number, campaignId: number): Promise<PushRow[]> {
  const sets = await heldSetsOf(tx, accountId, campaignId);
  const sends = await tx.all<PushRow>`select ${pushColumns}
    from push_actions push ${withPeople}
    where push.account_id = ${accountId} and push.campaign_id = ${campaignId}
      and (${isOpenSend} or push.trigger_key = (select newest_push.trigger_key
        from push_actions newest_push
        where newest_push.account_id = ${accountId} and newest_push.campaign_id = ${campaignId} and not newest_push.in_sets
        order by newest_push.id desc limit 1))
    order by push.id desc`;
  return [...sets, ...sends];
}

/** Aggregates over pushes `push` of events, one for each guest: as if they were one push. */
const setColumns = sql`min(push.id)::bigint as id, push.campaign_action_id, push.campaign_segment_id, push.channel as type,
  case when bool_or(push.push_status = 'doing' or push.push_status = 'standby' and push.started_at is not null) then 'doing'
    when bool_or(push.push_status = 'standby') then 'standby'
    when bool_and(push.push_status = 'failure') then 'failure' else 'done' end as push_status,
  bool_or(push.stop_requested) as stop_requested, max(push.error) as stop_reason,
  min(push.push_scheduled_time) as push_scheduled_time, max(push.push_sent_time) as push_sent_time,
  max(${routeOfPush}) as route, sum(push.target_count)::int as targets,
  sum(push.target_count - push.sent_count - push.skipped_count - push.failed_count - push.unknown_count)::int as waiting,
  sum(push.sent_count)::int as sent, sum(push.skipped_count)::int as skipped, sum(push.failed_count)::int as failed,
  sum(push.unknown_count)::int as unknown, sum(push.granted_points)::bigint as points_granted,
  case when not bool_or(push.stop_requested) and not (min(push.held_for) = 'grace' and bool_or(push.started_at is not null))
    then min(push.held_for) end as held_for,
  case when not bool_or(push.stop_requested) then min(push.held_until) end as held_until,
  bool_or(push.wave = 'canary') as is_canary, bool_or(push.needs_approval) as needs_approval,
  max(approving_person.name) as approved_by_name, max(push.approved_at) as approved_at,
  bool_or(push.approval_void_at is not null) as approval_void`;

/** Sets of events that wait, each action of a set as if its pushes, one for each guest, were one. */
async function heldSetsOf(tx: Tx, accountId: number, campaignId: number): Promise<PushRow[]> {
  return tx.all<PushRow>`select ${setColumns}, null::text as called_off_by_name,
      null::timestamptz as called_off_at, null::text as refusal, false as is_revocable, false as was_revoked
    from push_actions push ${withPeople}
    where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and push.in_sets
      and push.push_scheduled_time in (select push.push_scheduled_time
        from push_actions push
        where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and ${isHeldSet})
    group by push.push_scheduled_time, push.campaign_action_id, push.campaign_segment_id, push.channel
    order by 1 desc`;
}

/** One line of the page of sends: a push, or all pushes of a trigger's action on one day. */
type PushLine = { last_id: number; push_id: number | null; action_id: number; day: CalendarDate | null };
type PushOnPage = PushRow & { last_id: number; points_reversed: number };

const dayOfPush = dayInTokyo(sentMoment);

/**
 * A page of a campaign's pushes, newest send first. Triggers make one push per guest: their pushes are added up by action and day.
 * `reversed`: SQL over pushes `push`, the points that were taken back of it.
 */
export async function pushesOf(
  tx: Tx,
  accountId: number,
  { id, page, size, reversed }: { id: number; page: number; size: number; reversed: RawBuilder<number> },
): Promise<{ rows: PushOnPage[]; total: number }> {
  const lines = sql`select max(push.id) as last_id, case when not push.in_sets then push.id end as push_id,
      push.campaign_action_id as action_id, case when push.in_sets then ${dayOfPush} end as day
    from push_actions push
    where push.account_id = ${accountId} and push.campaign_id = ${id}
    group by 2, 3, 4`;
  const { total } = await tx.one<{ total: number }>`select count(*)::int as total from (${lines}) line`;
  const found = await tx.all<PushLine>`select line.last_id, line.push_id, line.action_id, line.day
    from (${lines}) line order by line.last_id desc limit ${size} offset ${(page - 1) * size}`;
  const pushIds = found.flatMap(({ push_id }) => push_id ?? []);
  const sets = found.filter(({ day }) => day !== null);
  const sends = await tx.all<PushOnPage>`select ${pushColumns}, push.id as last_id, ${reversed} as points_reversed
    from push_actions push ${withPeople}
    where push.account_id = ${accountId} and push.campaign_id = ${id} and push.id = any(${pushIds}::bigint[])`;
  const days = await tx.all<PushOnPage>`select ${setColumns}, max(push.id)::bigint as last_id,
      sum(${reversed})::bigint as points_reversed, null::text as called_off_by_name, null::timestamptz as called_off_at,
      null::text as refusal, false as is_revocable, false as was_revoked
    from unnest(${sets.map(({ action_id }) => action_id)}::bigint[], ${sets.map(({ day }) => day)}::date[]) line (action_id, day)
    join push_actions push on push.account_id = ${accountId} and push.campaign_id = ${id} and push.in_sets
      and push.campaign_action_id = line.action_id and ${dayOfPush} = line.day ${withPeople}
    group by line.day, push.campaign_action_id, push.campaign_segment_id, push.channel`;
  return { rows: [...sends, ...days].toSorted((a, b) => b.last_id - a.last_id), total };
}

type SentThen = {
  campaign_id: number;
  action_id: number;
  segment_id: number;
  action_type: ActionType;
  at: Date;
  /** Guests whom it reached. */
  count: number;
};

/** What was sent because of campaigns at moments from one to before another: each action of each moment. */
export async function sentBetween(tx: Tx, accountId: number, start: Date, end: Date): Promise<SentThen[]> {
  return tx.all<SentThen>`select push.campaign_id, push.campaign_action_id as action_id, push.campaign_segment_id as segment_id,
      push.channel as action_type, push.push_scheduled_time as at, sum(push.sent_count)::int as count
    from push_actions push
    where push.account_id = ${accountId} and push.push_scheduled_time >= ${start} and push.push_scheduled_time < ${end}
      and push.campaign_id is not null and (push.called_off_at is null or push.started_at is not null)
    group by push.campaign_id, push.campaign_action_id, push.campaign_segment_id, push.channel, push.push_scheduled_time`;
}

export type PushTotal = Pick<PushRow, "type" | "targets" | "waiting" | "sent" | "skipped" | "failed" | "unknown">;

/** What came of all sends of a campaign, by what they give or say. */
export async function pushTotals(tx: Tx, accountId: number, campaignId: number): Promise<PushTotal[]> {
  return tx.all<PushTotal>`select channel as type, sum(target_count)::int as targets,
      sum(target_count - sent_count - skipped_count - failed_count - unknown_count)::int as waiting, sum(sent_count)::int as sent,
      sum(skipped_count)::int as skipped, sum(failed_count)::int as failed, sum(unknown_count)::int as unknown
    from push_actions
    where account_id = ${accountId} and campaign_id = ${campaignId}
    group by channel
    order by channel`;
}

export type RecipientRow = {
  push_action_id: number;
  customer_id: number;
  customer_name: string;
  type: ActionType;
  variant: Variant | null;
  outcome: "waiting" | "sending" | "sent" | "skipped" | "failed" | "unknown";
  reactions: Reaction[];
  reason: string | null;
  detail: string | null;
  address: string | null;
  at: Date | null;
  message_id: string | null;
  guest_message_id: number | null;
};

/** Recipients of all of a campaign's pushes, newest send first. `within` narrows customers `campaign` to the person's facilities;
 * `address`: SQL over pushes `push` and customers `campaign`, where it was sent to; `message`: SQL over recipients
 * `target`, under which number the guest's page shows it. */
export async function campaignRecipients(
  tx: Tx,
  accountId: number,
  query: {
    id: number;
    page: number;
    size: number;
    outcome?: string | undefined;
    reaction?: Reaction | undefined;
    within: RawBuilder<boolean>;
    facilityIds: readonly number[] | null;
    address: RawBuilder<unknown>;
    message: RawBuilder<unknown>;
  },
): Promise<{ rows: RecipientRow[]; total: number; omitted_ended: number }> {
  const from = sql`from push_actions push
    join push_action_targets target on target.account_id = push.account_id and target.campaign_id = push.campaign_id
      and target.push_action_id = push.id
    join customers customer on customer.account_id = target.account_id and customer.id = target.customer_id
    where push.account_id = ${accountId} and push.campaign_id = ${query.id} and ${query.within}
      and (${query.outcome ?? null}::text is null or target.outcome = ${query.outcome ?? null})
      and ${query.reaction ? sql`${reactedAt(query.reaction)} is not null` : sql`true`}`;
  const counted = await tx.one<{ total: number }>`select count(*)::int as total ${from}`;
  const rows =
    await tx.all<RecipientRow>`select target.push_action_id, target.customer_id, customer.name as customer_name, push.channel as type,
        target.variant, target.outcome, ${reactionsOf} as reactions, target.reason, target.detail, ${query.address} as address,
        coalesce(target.sent_at, target.updated_at) as at,
        case when target.outcome = 'unknown' then target.provider_message_id end as message_id,
        ${query.message} as guest_message_id ${from}
      order by target.push_action_id desc, target.customer_id limit ${query.size} offset ${(query.page - 1) * query.size}`;
  const includesOmitted = query.reaction === undefined && (query.outcome === undefined || query.outcome === "skipped");
  const ended = sql`push.account_id = ${accountId} and push.campaign_id = ${query.id}`;
  const omitted_ended = includesOmitted ? await omittedEnded(tx, ended, query.facilityIds) : 0;
  return { rows, total: counted.total, omitted_ended };
}

async function omittedEnded(
  tx: Tx,
  pushes: RawBuilder<unknown>,
  facilityIds: readonly number[] | null,
): Promise<number> {
  const { n } = await tx.one<{
    n: number;
  }>`select coalesce(sum(${endedOf(facilityIds)}), 0)::int as n
    from push_actions push
    where ${pushes} and push.omitted_ended_at is not null`;
  return n;
}

/** A table (account_id, customer_id, push_action_id, campaign_id, channel, sent_at, opened_at, clicked_at): what went out to these guests of a programme. */
export function sentTo(accountId: number, customerIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select target.account_id, target.customer_id, target.push_action_id, target.campaign_id, push.channel, target.sent_at,
      target.opened_at, target.clicked_at
    from push_action_targets target
    join push_actions push on push.account_id = target.account_id and push.id = target.push_action_id
    where target.account_id = ${accountId} and target.customer_id in ${customerIds} and target.sent_at is not null)`;
}

/** Recipients of every programme of whom nobody knows whether the message reached them; for the product itself. */
export async function unknownOutcomes(tx: Tx): Promise<number> {
  const { n } = await tx.one<{ n: number }>`select coalesce(sum(unknown_count), 0)::int as n
    from push_actions
    where unknown_count > 0`;
  return n;
}
