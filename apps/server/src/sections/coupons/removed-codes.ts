import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

// A coupon that was only taken out of its campaign comes back with its pool of codes when it comes back itself (docs/adr/0461). Until then
// each of its codes goes to whoever needs it.

/** SQL over coupons `coupon`: taken out before anybody had it. */
const wasRemoved = sql`coupon.active_status = 'inactive' and coupon.issued_at is null`;

// Any number that no other advisory lock of the product uses.
const LOCK_CLASS = 7_042;

/**
 * An advisory lock on the programme's codes for everybody, held until commit: of two saves that want the same free code, the second is told
 * that it is taken. Lock order: after the campaign, before coupons.
 */
export async function lockCodes(tx: Tx, accountId: number): Promise<void> {
  await tx.run`select pg_advisory_xact_lock(${LOCK_CLASS}, ${accountId % 2_147_483_647}::int)`;
}

/** Whether the code is in a pool from which guests get theirs. */
export async function isInPool(tx: Tx, accountId: number, code: string): Promise<boolean> {
  const found = await tx.maybe`select
    from coupon_codes coupon_code
    join coupons coupon on coupon.account_id = coupon_code.account_id and coupon.id = coupon_code.coupon_id
    where coupon_code.account_id = ${accountId} and coupon_code.code = ${code} and not (${wasRemoved})`;
  return found !== undefined;
}

/** Takes these codes out of the pools of removed coupons. */
export async function takeRemovedCodes(tx: Tx, accountId: number, codes: readonly string[]): Promise<void> {
  await tx.run`with taken as (
      delete from coupon_codes coupon_code
      using coupons coupon
      where coupon_code.account_id = ${accountId} and coupon_code.code = any(${codes}::text[])
        and coupon.account_id = coupon_code.account_id and coupon.id = coupon_code.coupon_id and ${wasRemoved}
      returning coupon_code.coupon_id
    )
    update coupon_counters counter
    set code_count = counter.code_count - n.taken, codes_left = counter.codes_left - n.taken
    from (select coupon_id, count(*)::int as taken from taken group by coupon_id) n
    where counter.account_id = ${accountId} and counter.coupon_id = n.coupon_id`;
}
