import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { hasPool } from "@okaeri/domain/coupons/pool";
import { validUntil } from "@okaeri/domain/coupons/valid-until";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { type Coupon, lockCoupon, overOn } from "./coupons.read.ts";
import type { CouponContext } from "./use-coupon.ts";

/**
 * A guest, and the push that gives it to them (null: no push does); `key` begins the ledger's own key of it. For each occasion (a stay, a
 * year) a guest has the coupon once (docs/adr/0465).
 */
export type Receiver = {
  customerId: number;
  pushActionId: number | null;
  key: string;
  occasion: string;
  /** The day of the occasion, which months are counted from while it is to come. */
  occasionOn?: CalendarDate | null;
};
export type Giving = { couponId: number; remarks: string };
export type CouponGiveResult = { customer_id: number; result: "given" | "held" | "none_left"; id: number | null };

/** SQL over given guests `n` and their occasions `s`: what they, or who was merged into them, have of the coupon. Each branch has its index. */
const heldBy = (couponId: number) => sql`(select acquired.id, acquired.idempotency_key
  from acquire_coupons acquired
  where acquired.account_id = n.account_id and acquired.customer_id = n.id and acquired.coupon_id = ${couponId}
    and acquired.occasion = s.occasion and acquired.active_status = 'active'
  union all
  select acquired.id, acquired.idempotency_key
  from customers merged_customer
  join acquire_coupons acquired on acquired.account_id = merged_customer.account_id and acquired.customer_id = merged_customer.id
  where merged_customer.account_id = n.account_id and merged_customer.merged_into = n.id and acquired.coupon_id = ${couponId}
    and acquired.occasion = s.occasion and acquired.active_status = 'active')`;

/**
 * Gives a coupon to these guests in their order, as far as there are any left. Its counter is locked, so that a limit of a hundred gives a
 * hundred; from a pool each guest gets a code, and there are as many as codes. A guest who has it gets no second one for the same occasion.
 * Its last night is fixed by the terms of the day. Each guest is named once. Idempotent by the receivers' keys: a repeat gives nothing again.
 */
export async function giveCoupon(
  tx: Tx,
  ctx: CouponContext,
  coupon: Coupon,
  giving: Giving,
  receivers: readonly Receiver[],
): Promise<CouponGiveResult[]> {
  const { accountId } = ctx;
  const customerIds = receivers.map((one) => one.customerId);
  const keyOf = new Map(receivers.map((one) => [one.customerId, `${one.key}:${one.customerId}`]));
  const occasions = receivers.map((one) => one.occasion);
  const until = receivers.map((one) => validUntil(coupon.terms, ctx.today, one.occasionOn ?? null));
  const pool = hasPool(coupon.terms);
  const limit = coupon.terms.acquire_amount_limit;
  const left = pool ? coupon.codes_left : limit === null ? null : Math.max(0, limit - coupon.acquired);
  const made = await tx.all<{ id: number; customer_id: number }>`
    with ${givenIds(accountId, customerIds)}, made as (
      insert into acquire_coupons (account_id, customer_id, coupon_id, acquire_date, valid_until, occasion, push_action_id, remarks,
        idempotency_key, created_by, updated_by)
      select n.account_id, n.id, ${giving.couponId}::bigint, ${ctx.today}::date, s.until, s.occasion, s.push_action_id,
        ${giving.remarks}::text, s.key, ${ctx.userId}::bigint, ${ctx.userId}::bigint
      from given n
      join unnest(${customerIds}::bigint[], ${receivers.map((one) => one.pushActionId)}::bigint[],
        ${customerIds.map((id) => keyOf.get(id))}::text[], ${occasions}::text[], ${until}::date[]) with ordinality
        as s (id, push_action_id, key, occasion, until, seat) on s.id = n.id
      where not exists ${heldBy(giving.couponId)}
      order by s.seat limit ${left}::bigint
      on conflict (account_id, idempotency_key) do nothing
      returning id, customer_id
    ), counted as (
      update coupon_counters
      set acquired_count = acquired_count + (select count(*)::int from made)
      where account_id = ${accountId} and coupon_id = ${giving.couponId}
    )
    select id, customer_id
    from made`;
  if (pool && made.length > 0)
    await takeCodes(
      tx,
      { accountId, couponId: giving.couponId },
      made.map((one) => one.id),
    );
  const given = new Map(made.map((one) => [one.customer_id, one.id]));
  const others = receivers.filter(({ customerId }) => !given.has(customerId));
  const otherIds = others.map((one) => one.customerId);
  // Also what an earlier try of the same push gave.
  const held = await tx.all<{ id: number; customer_id: number; own: boolean }>`with ${givenIds(accountId, otherIds)}
    select distinct on (n.id) q.id, n.id as customer_id, q.idempotency_key = s.key as own
    from given n
    join unnest(${otherIds}::bigint[], ${otherIds.map((id) => keyOf.get(id))}::text[],
      ${others.map((one) => one.occasion)}::text[]) s (id, key, occasion) on s.id = n.id
    cross join lateral ${heldBy(giving.couponId)} q
    order by n.id, own desc, q.id`;
  const had = new Map(held.map((one) => [one.customer_id, one]));
  return customerIds.map((customer_id) => {
    const id = given.get(customer_id);
    if (id !== undefined) return { customer_id, result: "given", id };
    const before = had.get(customer_id);
    if (before === undefined) return { customer_id, result: "none_left", id: null };
    return { customer_id, result: before.own ? "given" : "held", id: before.id };
  });
}

/** Hands each of these acquisitions the next code of the pool, for good. The caller holds the counter's lock. */
async function takeCodes(tx: Tx, coupon: { accountId: number; couponId: number }, acquisitions: readonly number[]) {
  const { accountId, couponId } = coupon;
  const taken = await tx.run`with free as (
      select coupon_code.id
      from coupon_codes coupon_code
      where coupon_code.account_id = ${accountId}
        and coupon_code.coupon_id = ${couponId} and coupon_code.acquire_coupon_id is null
      order by coupon_code.id limit ${acquisitions.length}::int for update skip locked
    ), numbered as (select f.id, row_number() over (order by f.id) as seat from free f)
    update coupon_codes coupon_code
    set acquire_coupon_id = q.id
    from numbered f
    join unnest(${acquisitions}::bigint[]) with ordinality as q (id, seat) on q.seat = f.seat
    where coupon_code.account_id = ${accountId} and coupon_code.id = f.id`;
  // The counter is locked, and says how many there are.
  if (taken !== acquisitions.length)
    throw new Error(`coupon ${couponId}: ${taken} codes for ${acquisitions.length} guests`);
  await tx.run`update coupon_counters set codes_left = codes_left - ${taken} where account_id = ${accountId} and coupon_id = ${couponId}`;
}

export type CouponRevokeResult = "taken" | "used" | "taken_before" | "ended";

/** Takes a coupon back that a guest got by mistake; one that was used stays, and so does what has ended. Locks its counter. */
export async function takeCouponBack(
  tx: Tx,
  ctx: CouponContext,
  one: { id: number; couponId: number; remarks: string },
): Promise<CouponRevokeResult> {
  const { accountId, userId } = ctx;
  await lockCoupon(tx, accountId, one.couponId);
  const { used, over } = await tx.one<{
    used: boolean;
    over: boolean;
  }>`select exists (select from use_coupon_cases coupon_use
        where coupon_use.account_id = acquired.account_id and coupon_use.coupon_id = acquired.coupon_id
          and coupon_use.cancel_date is null and coupon_use.acquire_coupon_id = acquired.id) as used,
      ${overOn(ctx.today, sql`acquired`)} as over
    from acquire_coupons acquired
    join coupons coupon on coupon.account_id = acquired.account_id and coupon.id = acquired.coupon_id
    where acquired.account_id = ${accountId} and acquired.id = ${one.id}`;
  if (used) return "used";
  if (over) return "ended";
  const taken = await tx.run`update acquire_coupons
    set active_status = 'inactive', cancel_date = ${ctx.today}::date, cancel_remarks = ${one.remarks}, updated_by = ${userId},
      updated_at = now()
    where account_id = ${accountId} and id = ${one.id}
      and active_status = 'active'`;
  if (taken === 0) return "taken_before";
  await tx.run`update coupon_counters
    set acquired_count = acquired_count - 1
    where account_id = ${accountId}
      and coupon_id = ${one.couponId}`;
  return "taken";
}
