import type { MentionedCoupon } from "@okaeri/domain/messaging/placeholders";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { EvaluationDay } from "../../database/evaluation-day.ts";
import { firstNotNull } from "../../database/first-not-null.ts";
import { lastVariantGiven } from "../pushes/variants.read.ts";
import { isDoubled, isOfVariant, lastCouponDaySql, timesUsed, usableOn } from "./coupons.read.ts";

// The coupon that a message mentions to its guest (docs/adr/0179).

/** What a message needs of the coupon it mentions: of which actions, and whether with a code. */
export type CouponMention = {
  /** Coupons of these actions alone: those that the message's own segment gives. Null: any that the guest has. */
  actionIds: readonly number[] | null;
  withCode: boolean;
};

/** Active coupon actions of a segment; null where it gives none. */
export async function couponActionsOf(tx: Tx, accountId: number, segmentId: number): Promise<number[] | null> {
  const rows = await tx.all<{
    id: number;
  }>`select action.id
    from campaign_actions action
    where action.account_id = ${accountId}
      and action.campaign_segment_id = ${segmentId} and action.type = 'coupon' and action.active_status = 'active'
    order by action.id`;
  return rows.length === 0 ? null : rows.map((row) => row.id);
}

/**
 * SQL over coupons `coupon`, their counters `counter`, guests' own codes `coupon_code` and what a guest has (`of`): a message may tell of it to
 * who has used it so often.
 */
const canBeMentioned = (today: EvaluationDay, withCode: boolean, times: RawBuilder<number>, of: RawBuilder<unknown>) =>
  sql<boolean>`(coupon.issued_at is not null and ${usableOn(today, times, of)}
    and (coupon.use_amount_limit is null or coalesce(counter.used_count, 0) < coupon.use_amount_limit)
    and (not ${withCode}::bool or coalesce(coupon_code.code, coupon.code) is not null))`;

/** SQL over coupons `coupon`: it is there for these guests (SQL of ids) to take, and they have not taken it from a send like this one. */
const canBeTaken = (whose: RawBuilder<number>) =>
  sql<boolean>`(coupon.taken_by_guest
    and (coupon.acquire_amount_limit is null or coupon.acquire_amount_limit > (select counter.acquired_count
      from coupon_counters counter
      where counter.account_id = coupon.account_id and counter.coupon_id = coupon.id))
    and not exists (select from acquire_coupons acquired
      where acquired.account_id = coupon.account_id and acquired.coupon_id = coupon.id and acquired.customer_id in ${whose}
        and acquired.active_status = 'active' and acquired.occasion = ''))`;

/**
 * SQL over customers `customer`: the coupon as a MentionedCoupon in JSON, null where the guest has none that can be used on the day. Of several
 * the one that ends first, then the one given first. A code for everybody belongs to the guests whom the send that gives it tells of it, and so does what they may take.
 * For a few customers at a time.
 */
export function mentionedCouponSql(
  today: EvaluationDay,
  { actionIds, withCode }: CouponMention,
): RawBuilder<MentionedCoupon | null> {
  const whose = sql<number>`(select own_customer.id
    from customers own_customer
    where own_customer.account_id = customer.account_id
      and (own_customer.id = customer.id or own_customer.merged_into = customer.id))`;
  const until = lastCouponDaySql(sql`h`);
  const held = sql`select acquired.coupon_id, acquired.id, acquired.valid_until, acquired.occasion
    from acquire_coupons acquired
    where acquired.account_id = customer.account_id and acquired.customer_id in ${whose} and acquired.active_status = 'active'
      and not ${isDoubled(sql`acquired`, whose)}`;
  const assignedVariant = lastVariantGiven(
    sql`customer.account_id`,
    whose,
    sql`push.campaign_action_id = coupon.campaign_action_id`,
  );
  const everybodys = sql`select coupon.id, null, null, ''
    from coupons coupon
    where coupon.account_id = customer.account_id and coupon.campaign_action_id = any(${actionIds ?? []}::bigint[])
      and (coupon.code is not null or ${canBeTaken(whose)})
      and ${isOfVariant(sql`customer.account_id`, assignedVariant)}`;
  return sql<MentionedCoupon | null>`(select json_build_object('name', coupon.name, 'description', coupon.description, 'code',
      coalesce(coupon_code.code, coupon.code), 'until', ${until})
    from (${held} union all ${everybodys}) h (coupon_id, acquire_coupon_id, valid_until, occasion)
    join coupons coupon on coupon.account_id = customer.account_id and coupon.id = h.coupon_id
    left join coupon_codes coupon_code on coupon_code.account_id = customer.account_id
      and coupon_code.acquire_coupon_id = h.acquire_coupon_id
    left join coupon_counters counter on counter.account_id = customer.account_id and counter.coupon_id = coupon.id
    where ${canBeMentioned(today, withCode, timesUsed(whose, sql`h`), sql`h`)}
    ${actionIds === null ? sql`` : sql`and coupon.campaign_action_id = any(${actionIds}::bigint[])`}
    order by ${until} nulls last, h.acquire_coupon_id, coupon.id limit 1)`;
}

/** SQL: ids of guests of whom `mentionedCouponSql` says a coupon that they hold, for a whole audience. */
export function guestsWithCouponToMention(
  accountId: number,
  today: EvaluationDay,
  withCode: boolean,
): RawBuilder<number> {
  const used = sql`select coupon_use.coupon_id, coalesce(customer.merged_into, customer.id) as guest_id,
      coalesce(used_acquired.occasion, '') as occasion, count(*) as times
    from use_coupon_cases coupon_use
    join customers customer on customer.account_id = coupon_use.account_id and customer.id = coupon_use.customer_id
    left join acquire_coupons used_acquired on used_acquired.account_id = coupon_use.account_id
      and used_acquired.id = coupon_use.acquire_coupon_id
    where coupon_use.account_id = ${accountId} and coupon_use.cancel_date is null
    group by 1, 2, 3`;
  return sql<number>`(select coalesce(customer.merged_into, customer.id)
    from acquire_coupons acquired
    join customers customer on customer.account_id = acquired.account_id and customer.id = acquired.customer_id
    join coupons coupon on coupon.account_id = acquired.account_id and coupon.id = acquired.coupon_id
    left join (${used}) s on s.coupon_id = coupon.id and s.guest_id = ${firstNotNull(sql`customer.merged_into`, sql`customer.id`)}
      and s.occasion = acquired.occasion
    left join coupon_codes coupon_code on coupon_code.account_id = acquired.account_id and coupon_code.acquire_coupon_id = acquired.id
    left join coupon_counters counter on counter.account_id = coupon.account_id and counter.coupon_id = coupon.id
    where acquired.account_id = ${accountId} and acquired.active_status = 'active'
      and ${canBeMentioned(today, withCode, sql`coalesce(s.times, 0)`, sql`acquired`)})`;
}

/** The code that the next guest of the pool of the action's letter gets; null where there is none. */
export async function nextPoolCode(
  tx: Tx,
  accountId: number,
  { actionId, variant }: { actionId: number; variant: Variant },
): Promise<string | null> {
  const next = await tx.maybe<{ code: string }>`select coupon_code.code
    from coupons coupon
    join coupon_codes coupon_code on coupon_code.account_id = coupon.account_id and coupon_code.coupon_id = coupon.id
      and coupon_code.acquire_coupon_id is null
    where coupon.account_id = ${accountId} and coupon.campaign_action_id = ${actionId} and coupon.variant = ${variant}
    order by coupon_code.id limit 1`;
  return next?.code ?? null;
}
