import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { endedOn, lockCoupon, overOn } from "./coupons.read.ts";
import type { CouponContext } from "./use-coupon.ts";

/** A push that gave coupons, and its action. */
type Giving = { id: number; campaign_action_id: number };

const pushIds = (pushes: readonly Giving[]) => pushes.map(({ id }) => id);

/** SQL over coupons `coupon`: what these pushes gave. */
const givenBy = (accountId: number, pushes: readonly Giving[]) =>
  sql`coupon.account_id = ${accountId} and coupon.campaign_action_id = any(${pushes.map((push) => push.campaign_action_id)}::bigint[])`;

/** SQL over acquisitions `acquired` of these coupons: it was used, and that stands. Asked once for all of them. */
const isUsed = (accountId: number, couponIds: RawBuilder<unknown>) =>
  sql<boolean>`acquired.id in (select coupon_use.acquire_coupon_id
    from use_coupon_cases coupon_use
    where coupon_use.account_id = ${accountId} and coupon_use.coupon_id in ${couponIds} and coupon_use.cancel_date is null
      and coupon_use.acquire_coupon_id is not null)`;

export type RevocableCoupons = {
  coupons: number;
  /** Stay with their guests: used, or of a coupon that has ended. */
  used_coupons: number;
  ended_coupons: number;
};

/** What `revokeCoupons` would do to all guests of these pushes. */
export async function countRevocableCoupons(
  tx: Tx,
  { accountId, today }: Pick<CouponContext, "accountId" | "today">,
  pushes: readonly Giving[],
): Promise<RevocableCoupons> {
  return tx.one<RevocableCoupons>`select (count(*) filter (where not f.used and not f.ended))::int as coupons,
      (count(*) filter (where f.used))::int as used_coupons, (count(*) filter (where f.ended and not f.used))::int as ended_coupons
    from (
      select ${overOn(today, sql`acquired`)} as ended,
        ${isUsed(accountId, sql`(select coupon.id from coupons coupon where ${givenBy(accountId, pushes)})`)} as used
      from coupons coupon
      join acquire_coupons acquired on acquired.account_id = coupon.account_id and acquired.coupon_id = coupon.id
        and acquired.active_status = 'active' and acquired.push_action_id = any(${pushIds(pushes)}::bigint[])
      where ${givenBy(accountId, pushes)}
    ) f`;
}

/**
 * Takes coupons back that these pushes gave to these guests and nobody used. Locks their counters. Returns the push of each of them, and the
 * pushes whose coupons stay because they were used.
 */
export async function revokeCoupons(
  tx: Tx,
  ctx: CouponContext,
  input: { pushes: readonly Giving[]; customerIds: readonly number[]; remarks: string },
): Promise<{ taken: number[]; remainingFrom: number[] }> {
  const { pushes, customerIds, remarks } = input;
  const living = await tx.all<{ id: number }>`select coupon.id
    from coupons coupon
    where ${givenBy(ctx.accountId, pushes)} and not ${endedOn(ctx.today)}
    order by coupon.id`;
  const taken: number[] = [];
  for (const { id } of living) {
    await lockCoupon(tx, ctx.accountId, id);
    const back = await tx.all<{ push_action_id: number }>`with ${givenIds(ctx.accountId, customerIds)}
      update acquire_coupons acquired
      set active_status = 'inactive', cancel_date = ${ctx.today}::date, cancel_remarks = ${remarks}, updated_by = ${ctx.userId},
        updated_at = now()
      from given n
      join coupons coupon on coupon.account_id = n.account_id and coupon.id = ${id}
      where acquired.account_id = n.account_id and acquired.customer_id = n.id and acquired.coupon_id = coupon.id
        and acquired.active_status = 'active' and acquired.push_action_id = any(${pushIds(pushes)}::bigint[])
        and not ${overOn(ctx.today, sql`acquired`)} and not ${isUsed(ctx.accountId, sql`(${id}::bigint)`)}
      returning acquired.push_action_id`;
    await tx.run`update coupon_counters
      set acquired_count = acquired_count - ${back.length}
      where account_id = ${ctx.accountId}
        and coupon_id = ${id}`;
    taken.push(...back.map((one) => one.push_action_id));
  }
  const remaining = await tx.all<{ id: number }>`select distinct acquired.push_action_id as id
    from coupons coupon
    join acquire_coupons acquired on acquired.account_id = coupon.account_id and acquired.coupon_id = coupon.id
      and acquired.active_status = 'active' and acquired.push_action_id = any(${pushIds(pushes)}::bigint[])
    where ${givenBy(ctx.accountId, pushes)} and acquired.customer_id = any(${customerIds}::bigint[])
      and ${isUsed(ctx.accountId, sql`(select coupon.id from coupons coupon where ${givenBy(ctx.accountId, pushes)})`)}`;
  return { taken, remainingFrom: remaining.map(({ id }) => id) };
}
