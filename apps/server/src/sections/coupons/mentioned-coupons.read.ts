import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { MentionedCoupon } from "@okaeri/domain/messaging/placeholders";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { timesUsed, usableOn } from "./coupons.read.ts";

// The coupon that a message tells its guest of (docs/adr/0179).

/** Beside which actions a message stands, and whether it tells a code. */
export type Telling = {
  /** Coupons of these actions alone: those that the message's own segment gives. Null: any that the guest has. */
  actionIds: readonly number[] | null;
  withCode: boolean;
};

/** Active coupon actions of a segment; null where it gives none. */
export async function couponActionsOf(tx: Tx, accountId: number, segmentId: number): Promise<number[] | null> {
  const rows = await tx.all<{ id: number }>`select a.id from campaign_actions a where a.account_id = ${accountId}
    and a.campaign_segment_id = ${segmentId} and a.type = 'coupon' and a.active_status = 'active' order by a.id`;
  return rows.length === 0 ? null : rows.map((row) => row.id);
}

/** SQL over coupons `k`, their counters `n` and guests' own codes `o`: a message may tell of it to who has used it so often. */
const canBeMentioned = (today: CalendarDate, withCode: boolean, times: RawBuilder<number>) =>
  sql<boolean>`(k.issued_at is not null and ${usableOn(today, times)}
    and (k.use_amount_limit is null or coalesce(n.used_count, 0) < k.use_amount_limit)
    and (not ${withCode}::bool or coalesce(o.code, k.code) is not null))`;

/**
 * SQL over customers `c`: the coupon as a MentionedCoupon in JSON, null where the guest has none that can be used on the day. Of several
 * the one that ends first, then the one given first. A code for everybody belongs to the guests whom the send that gives it tells of it.
 * For a few customers at a time.
 */
export function mentionedCoupon(
  today: CalendarDate,
  { actionIds, withCode }: Telling,
): RawBuilder<MentionedCoupon | null> {
  const whose = sql<number>`(select o.id from customers o where o.account_id = c.account_id and (o.id = c.id or o.merged_into = c.id))`;
  const until = sql`least(k.reservation_end_date, k.stay_end_date)`;
  const held = sql`select q.coupon_id, q.id from acquire_coupons q
    where q.account_id = c.account_id and q.customer_id in ${whose} and q.active_status = 'active'`;
  const everybodys = sql`select e.id, null from coupons e
    where e.account_id = c.account_id and e.campaign_action_id = any(${actionIds ?? []}::bigint[]) and e.code is not null`;
  return sql<MentionedCoupon | null>`(select json_build_object('name', k.name, 'description', k.description, 'code', coalesce(o.code, k.code), 'until', ${until})
    from (${held} union all ${everybodys}) h (coupon_id, acquire_coupon_id)
    join coupons k on k.account_id = c.account_id and k.id = h.coupon_id
    left join coupon_codes o on o.account_id = c.account_id and o.acquire_coupon_id = h.acquire_coupon_id
    left join coupon_counters n on n.account_id = c.account_id and n.coupon_id = k.id
    where ${canBeMentioned(today, withCode, timesUsed(whose))}
      ${actionIds === null ? sql`` : sql`and k.campaign_action_id = any(${actionIds}::bigint[])`}
    order by ${until} nulls last, h.acquire_coupon_id, k.id limit 1)`;
}

/** SQL: ids of guests of whom `mentionedCoupon` says a coupon that they hold, for a whole audience. */
export function guestsWithCouponToMention(
  accountId: number,
  today: CalendarDate,
  withCode: boolean,
): RawBuilder<number> {
  const used = sql`select u.coupon_id, coalesce(g.merged_into, g.id) as guest_id, count(*) as times from use_coupon_cases u
    join customers g on g.account_id = u.account_id and g.id = u.customer_id
    where u.account_id = ${accountId} and u.cancel_date is null group by 1, 2`;
  return sql<number>`(select coalesce(g.merged_into, g.id) from acquire_coupons q
    join customers g on g.account_id = q.account_id and g.id = q.customer_id
    join coupons k on k.account_id = q.account_id and k.id = q.coupon_id
    left join (${used}) s on s.coupon_id = k.id and s.guest_id = coalesce(g.merged_into, g.id)
    left join coupon_codes o on o.account_id = q.account_id and o.acquire_coupon_id = q.id
    left join coupon_counters n on n.account_id = k.account_id and n.coupon_id = k.id
    where q.account_id = ${accountId} and q.active_status = 'active' and ${canBeMentioned(today, withCode, sql`coalesce(s.times, 0)`)})`;
}

/** The code that the next guest of the action's pool gets; null where there is none. */
export async function nextCode(tx: Tx, accountId: number, actionId: number): Promise<string | null> {
  const next = await tx.maybe<{ code: string }>`select o.code from coupons k
    join coupon_codes o on o.account_id = k.account_id and o.coupon_id = k.id and o.acquire_coupon_id is null
    where k.account_id = ${accountId} and k.campaign_action_id = ${actionId} order by o.id limit 1`;
  return next?.code ?? null;
}
