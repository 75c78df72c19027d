import { ACTION_TYPES, type ActionType, type PushStatus } from "@okaeri/domain/enumerations";
import { type Hold, isMessage, MESSAGES } from "@okaeri/domain/pushes/next-steps";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { PushFacts } from "./ports.ts";
import { canBeTakenBack, wasTakenBack } from "./take-backs.read.ts";

// What others may know of pushes. Figures are those kept on the push; recipients are read where single ones are shown.

/** SQL over pushes `p`: a send that people watch over, and that is not over. */
const isUnderWay = sql<boolean>`(p.push_status in ('standby', 'doing') and not p.in_sets)`;

/** Messages are what counts of a send that has any, else what it gives first. */
const COUNTED = [MESSAGES, ...ACTION_TYPES.filter((type) => !isMessage(type)).map((type) => [type])];

/** SQL over campaigns `c`: what came of their pushes. `recipients` is null where nothing was sent. */
export const pushFigures: RawBuilder<unknown> = sql`select count(*) as pushes,
    coalesce(bool_or(${isUnderWay} and not p.stop_requested), false) as sending,
    coalesce(bool_or(p.push_status in ('standby', 'doing')), false) as has_open_push,
    case when bool_and(p.held_for is not null) filter (where ${isUnderWay} and not p.stop_requested)
      then min(p.held_for) filter (where ${isUnderWay} and not p.stop_requested) end as held_for,
    max(coalesce(p.push_sent_time, p.started_at)) as last_sent_at,
    coalesce(${sql.join(COUNTED.map((kinds) => sql`sum(p.sent_count) filter (where p.channel = any(${kinds}::text[]))`))}) as recipients,
    coalesce(sum(p.granted_points), 0)::bigint as points
  from push_actions p where p.account_id = c.account_id and p.campaign_id = c.id`;

/** SQL over campaign actions `a`: something was delivered by it, or is to be. */
export const hasPush: RawBuilder<boolean> = sql<boolean>`exists (select from push_actions p
  where p.account_id = a.account_id and p.campaign_action_id = a.id)`;

/** SQL number: sends under way or waiting of the accounts `s`; one with two actions is one. */
export const openSendsOf: RawBuilder<unknown> = sql`(select count(distinct (p.account_id, p.campaign_id, p.trigger_key))::int
  from s join push_actions p on p.account_id = s.id where p.push_status in ('standby', 'doing') and not p.stop_requested)`;

/** Rows of customer_id, one for each message that reached, or may have reached, a customer `since`. */
export function messagesSince(accountId: number, since: Date, customer: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`select t.customer_id from push_action_targets t
    join push_actions p on p.account_id = t.account_id and p.id = t.push_action_id
    where t.account_id = ${accountId} and t.sent_at > ${since} and p.channel = any(${MESSAGES}::text[]) and ${customer}`;
}

/** SQL over recipients `t` of a send's push: a message of the same segment and send waits for them, too. */
export function awaitsMessage({ accountId, triggerKey, campaign }: PushFacts): RawBuilder<boolean> {
  return sql<boolean>`t.customer_id in (select m.customer_id from push_actions q
    join push_action_targets m on m.account_id = q.account_id and m.push_action_id = q.id and m.outcome = 'waiting'
    where q.account_id = ${accountId} and q.campaign_segment_id = ${campaign?.campaignSegmentId ?? null}
      and q.trigger_key = ${triggerKey} and q.channel = any(${MESSAGES}::text[]))`;
}

/** Whether pushes of this trigger were made. */
export async function wasStarted(tx: Tx, accountId: number, campaignId: number, triggerKey: string): Promise<boolean> {
  const found = await tx.all`select from push_actions
    where account_id = ${accountId} and campaign_id = ${campaignId} and trigger_key = ${triggerKey} limit 1`;
  return found.length > 0;
}

/** The send of a campaign that is not over yet. */
export type OpenSend = {
  recipients: number;
  /** Null where nothing of it is held for anything. */
  awaits_approval: boolean | null;
  approved_by: number | null;
  /** Nobody has got anything of it yet. */
  is_untouched: boolean;
  /** Who started it, and who resumed it last. */
  asked_by: number[];
};

export async function openSendOf(tx: Tx, accountId: number, campaignId: number): Promise<OpenSend | null> {
  const [found] =
    await tx.all<OpenSend>`select (select coalesce(sum(s.people), 0)::int from (select max((q.funnel->>'will_receive')::int) as people
        from push_actions q where q.account_id = ${accountId} and q.campaign_id = ${campaignId} and q.trigger_key = p.trigger_key
        group by q.campaign_segment_id) s) as recipients,
      bool_or(p.held_for = 'approval' and not p.stop_requested) as awaits_approval,
      max(p.approved_by) filter (where p.approval_void_at is null) as approved_by,
      not exists (select from push_actions q where q.account_id = ${accountId} and q.campaign_id = ${campaignId}
        and q.trigger_key = p.trigger_key and q.started_at is not null) as is_untouched,
      jsonb_agg(p.created_by) || jsonb_agg(p.updated_by) as asked_by
    from push_actions p where p.account_id = ${accountId} and p.campaign_id = ${campaignId} and ${isUnderWay}
    group by p.trigger_key order by max(p.id) desc limit 1`;
  return found ?? null;
}

/** Whether the newest send of a campaign was called off. */
export async function wasCalledOff(tx: Tx, accountId: number, campaignId: number): Promise<boolean> {
  const found = await tx.maybe<{
    called_off: boolean;
  }>`select called_off_at is not null and refusal is null as called_off from push_actions
    where account_id = ${accountId} and campaign_id = ${campaignId} and not in_sets order by id desc limit 1`;
  return found?.called_off ?? false;
}

export async function isPush(tx: Tx, accountId: number, id: number): Promise<boolean> {
  const found = await tx.all`select from push_actions where account_id = ${accountId} and id = ${id}`;
  return found.length > 0;
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
  targets: number;
  waiting: number;
  sent: number;
  skipped: number;
  failed: number;
  unknown: number;
  points_granted: number;
  held_for: Hold | null;
  held_until: Date | null;
  first_wave: boolean;
  needs_approval: boolean;
  approved_by_name: string | null;
  approved_at: Date | null;
  approval_void: boolean;
  called_off_by_name: string | null;
  called_off_at: Date | null;
  refusal: string | null;
  can_be_taken_back: boolean;
  was_taken_back: boolean;
};

const pushColumns = sql`p.id, p.campaign_action_id, p.campaign_segment_id, p.channel as type, p.push_status, p.stop_requested,
  p.error as stop_reason, p.push_scheduled_time, p.push_sent_time, p.target_count as targets,
  p.target_count - p.sent_count - p.skipped_count - p.failed_count - p.unknown_count as waiting, p.sent_count as sent,
  p.skipped_count as skipped, p.failed_count as failed, p.unknown_count as unknown, p.granted_points as points_granted,
  case when not p.stop_requested then p.held_for end as held_for, case when not p.stop_requested then p.held_until end as held_until,
  p.wave = 1 as first_wave, p.needs_approval, a.name as approved_by_name, p.approved_at, p.approval_void_at is not null as approval_void,
  c.name as called_off_by_name, p.called_off_at, p.refusal, ${canBeTakenBack} as can_be_taken_back, ${wasTakenBack} as was_taken_back`;
const withPeople = sql`left join users a on a.id = p.approved_by left join users c on c.id = p.called_off_by`;

/** The parts of a campaign's newest send. */
export async function newestSendOf(tx: Tx, accountId: number, campaignId: number): Promise<PushRow[]> {
  return tx.all<PushRow>`select ${pushColumns} from push_actions p ${withPeople}
    where p.account_id = ${accountId} and p.campaign_id = ${campaignId} and p.trigger_key = (select q.trigger_key from push_actions q
      where q.account_id = ${accountId} and q.campaign_id = ${campaignId} and not q.in_sets order by q.id desc limit 1)
    order by p.id desc`;
}

/** A page of a campaign's pushes, newest send first. */
export async function pushesOf(
  tx: Tx,
  accountId: number,
  { id, page, size }: { id: number; page: number; size: number },
): Promise<{ rows: PushRow[]; total: number }> {
  const { total } = await tx.one<{ total: number }>`select count(*)::int as total from push_actions
    where account_id = ${accountId} and campaign_id = ${id}`;
  const rows = await tx.all<PushRow>`select ${pushColumns} from push_actions p ${withPeople}
    where p.account_id = ${accountId} and p.campaign_id = ${id}
    order by p.id desc limit ${size} offset ${(page - 1) * size}`;
  return { rows, total };
}

export type PushTotal = Pick<PushRow, "type" | "targets" | "waiting" | "sent" | "skipped" | "failed" | "unknown">;

/** What came of all sends of a campaign, by what they give or say. */
export async function pushTotals(tx: Tx, accountId: number, campaignId: number): Promise<PushTotal[]> {
  return tx.all<PushTotal>`select channel as type, sum(target_count)::int as targets,
      sum(target_count - sent_count - skipped_count - failed_count - unknown_count)::int as waiting, sum(sent_count)::int as sent,
      sum(skipped_count)::int as skipped, sum(failed_count)::int as failed, sum(unknown_count)::int as unknown
    from push_actions where account_id = ${accountId} and campaign_id = ${campaignId} group by channel order by channel`;
}

export type RecipientRow = {
  push_action_id: number;
  customer_id: number;
  customer_name: string;
  type: ActionType;
  outcome: "waiting" | "sending" | "sent" | "skipped" | "failed" | "unknown";
  reason: string | null;
  detail: string | null;
  address: string | null;
  at: Date | null;
  message_id: string | null;
};

/** Recipients of all of a campaign's pushes, newest send first. `within` narrows customers `c` to the person's facilities;
 * `address`: SQL over pushes `p` and customers `c`, where it was sent to. */
export async function recipientsOf(
  tx: Tx,
  accountId: number,
  query: {
    id: number;
    page: number;
    size: number;
    outcome?: string | undefined;
    within: RawBuilder<boolean>;
    facilityIds: readonly number[] | null;
    address: RawBuilder<unknown>;
  },
): Promise<{ rows: RecipientRow[]; total: number; left_out_ended: number }> {
  const from = sql`from push_actions p
    join push_action_targets t on t.account_id = p.account_id and t.campaign_id = p.campaign_id and t.push_action_id = p.id
    join customers c on c.account_id = t.account_id and c.id = t.customer_id
    where p.account_id = ${accountId} and p.campaign_id = ${query.id} and ${query.within}
      and (${query.outcome ?? null}::text is null or t.outcome = ${query.outcome ?? null})`;
  const counted = await tx.one<{ total: number }>`select count(*)::int as total ${from}`;
  const rows =
    await tx.all<RecipientRow>`select t.push_action_id, t.customer_id, c.name as customer_name, p.channel as type, t.outcome, t.reason, t.detail,
      ${query.address} as address, coalesce(t.sent_at, t.updated_at) as at,
      case when t.outcome = 'unknown' then t.provider_message_id end as message_id ${from}
    order by t.push_action_id desc, t.customer_id limit ${query.size} offset ${(query.page - 1) * query.size}`;
  const asked = query.outcome === undefined || query.outcome === "skipped";
  const ended = sql`p.account_id = ${accountId} and p.campaign_id = ${query.id}`;
  const left_out_ended = asked ? await leftOutEnded(tx, ended, query.facilityIds) : 0;
  return { rows, total: counted.total, left_out_ended };
}

/** SQL number over pushes `p`: who were left out of them and are kept as counts alone, among the guests of these facilities. */
export function endedOf(facilityIds: readonly number[] | null): RawBuilder<number> {
  const seen = facilityIds === null ? sql`true` : sql`k.facility_ids && ${facilityIds}::bigint[]`;
  return sql<number>`(select coalesce(sum(k.left_out), 0) from left_out_counts k
    where k.account_id = p.account_id and k.push_action_id = p.id and ${seen})`;
}

async function leftOutEnded(
  tx: Tx,
  pushes: RawBuilder<unknown>,
  facilityIds: readonly number[] | null,
): Promise<number> {
  const { n } = await tx.one<{
    n: number;
  }>`select coalesce(sum(${endedOf(facilityIds)}), 0)::int as n from push_actions p
    where ${pushes} and p.left_out_ended_at is not null`;
  return n;
}

/** A table (push_action_id, campaign_id, channel, sent_at): what went out to these guests of a programme. */
export function sentTo(accountId: number, customerIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select m.push_action_id, m.campaign_id, p.channel, m.sent_at from push_action_targets m
    join push_actions p on p.account_id = m.account_id and p.id = m.push_action_id
    where m.account_id = ${accountId} and m.customer_id in ${customerIds} and m.sent_at is not null)`;
}

/** Recipients of every programme of whom nobody knows whether the message reached them; for the product itself. */
export async function unknownOutcomes(tx: Tx): Promise<number> {
  const { n } = await tx.one<{ n: number }>`select coalesce(sum(unknown_count), 0)::int as n from push_actions
    where unknown_count > 0`;
  return n;
}
