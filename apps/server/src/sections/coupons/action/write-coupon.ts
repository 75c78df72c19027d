import { type CouponEdit, couponTerms } from "@okaeri/contract/coupons";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { CouponTerms } from "@okaeri/domain/coupons/coupon";
import { hasPool } from "@okaeri/domain/coupons/pool";
import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { couponsWhere, lockCoupon } from "../coupons.read.ts";
import { isInPool, takeRemovedCodes } from "../removed-codes.ts";

/** The fields that the coupon's own types leave in force; the others are not kept. */
export function settledCoupon(coupon: CouponEdit): CouponEdit {
  const { absolute_type, rate_type } = couponTerms(coupon);
  return {
    ...coupon,
    code: coupon.type === "code" ? coupon.code || null : null,
    acquire_amount_limit: coupon.type === "acquire" ? coupon.acquire_amount_limit : null,
    absolute_type,
    rate_type,
    discount_absolute: absolute_type === "action" ? coupon.discount_absolute : null,
    discount_rate: rate_type === "action" ? coupon.discount_rate : null,
  };
}

/**
 * What keeps a coupon from being saved for an action (null: a new one): a code of another coupon, or what was given out already. `gone`:
 * actions that the same save takes out, whose codes are free.
 */
export async function savedCouponProblems(
  tx: Tx,
  accountId: number,
  { actionId, gone }: { actionId: number | null; gone: readonly number[] },
  coupon: CouponEdit,
): Promise<FieldProblem[]> {
  const { code, type } = settledCoupon(coupon);
  const problems: FieldProblem[] = [];
  if (code !== null) {
    if (await isInPool(tx, accountId, code)) problems.push({ path: "code", code: "taken" });
    const taken = sql`coupon.code = ${code} and coupon.active_status = 'active'
      and coupon.campaign_action_id is distinct from ${actionId} and coupon.campaign_action_id <> all(${gone}::bigint[])`;
    if ((await couponsWhere(tx, accountId, taken)).length > 0) problems.push({ path: "code", code: "taken" });
  }
  if (actionId === null) return problems;
  // Also one that was taken out, and comes back.
  const own = sql`coupon.campaign_action_id = ${actionId}`;
  const wasIssued = (await couponsWhere(tx, accountId, sql`${own} and coupon.issued_at is not null`)).length > 0;
  for (const stored of await couponsWhere(tx, accountId, own)) {
    // Locks the coupon first: a use or acquisition in progress is counted before a limit is lowered.
    const latest = lowersLimit(stored.terms, coupon) ? await lockCoupon(tx, accountId, stored.id) : stored;
    const { terms, acquired, used, code_count } = latest ?? stored;
    if (wasIssued && terms.type !== type) problems.push({ path: "type", code: "fixed_once_issued" });
    else if (wasIssued && terms.code !== code) problems.push({ path: "code", code: "fixed_once_issued" });
    if (!hasPool(settledCoupon(coupon)) && !wasIssued && code_count > 0)
      problems.push({ path: type === "code" ? "code" : "type", code: "coupon_has_pool", count: code_count });
    if (coupon.use_amount_limit !== null && coupon.use_amount_limit < used)
      problems.push({ path: "use_amount_limit", code: "below_used", used });
    if (coupon.acquire_amount_limit !== null && coupon.acquire_amount_limit < acquired)
      problems.push({ path: "acquire_amount_limit", code: "below_acquired", acquired });
  }
  return problems;
}

function lowersLimit(stored: CouponTerms, coupon: CouponEdit): boolean {
  return (["use_amount_limit", "acquire_amount_limit"] as const).some((field) => {
    const [was, is] = [stored[field], coupon[field]];
    return is !== null && (was === null || is < was);
  });
}

/** Makes the action's coupon what the document says. */
export async function writeCoupon(
  tx: Tx,
  { accountId, userId }: { accountId: number; userId: number },
  actionId: number,
  coupon: CouponEdit | null,
): Promise<void> {
  if (coupon === null) return removeCoupons(tx, accountId, [actionId]);
  const k = settledCoupon(coupon);
  if (k.code !== null) await takeRemovedCodes(tx, accountId, [k.code]);
  await tx.run`
    with written as (
      insert into coupons (account_id, campaign_action_id, name, description, type, code, acquire_amount_limit, use_amount_limit,
        use_times_limit, use_quantity_limit, reservation_end_date, available_months, stay_start_date, stay_end_date,
        valid_days_from_acquire, valid_months_from_acquire, day_of_week, unavailable_period, use_condition, plan_code, discount_type, absolute_type, rate_type, discount_absolute, discount_rate,
        discount_limit, can_use_together, includes_free, cancellation_includes_discount, created_by, updated_by)
      values (${accountId}, ${actionId}, ${k.name}, ${k.description}, ${k.type}, ${k.code}, ${k.acquire_amount_limit},
        ${k.use_amount_limit}, ${k.use_times_limit}, ${k.use_quantity_limit}, ${k.reservation_end_date},
        ${k.available_months}::smallint[], ${k.stay_start_date}, ${k.stay_end_date}, ${k.valid_days_from_acquire},
        ${k.valid_months_from_acquire}, ${k.day_of_week}::smallint[],
        ${JSON.stringify(k.unavailable_period)}::jsonb, ${k.use_condition}, ${k.plan_code}::text[], ${k.discount_type},
        ${k.absolute_type}, ${k.rate_type}, ${k.discount_absolute}, ${k.discount_rate}, ${k.discount_limit}, ${k.can_use_together},
        ${k.includes_free}, ${k.cancellation_includes_discount}, ${userId}, ${userId})
      on conflict (account_id, campaign_action_id) do update set name = excluded.name, description = excluded.description,
        type = excluded.type, code = excluded.code, acquire_amount_limit = excluded.acquire_amount_limit,
        use_amount_limit = excluded.use_amount_limit, use_times_limit = excluded.use_times_limit,
        use_quantity_limit = excluded.use_quantity_limit, reservation_end_date = excluded.reservation_end_date,
        available_months = excluded.available_months, stay_start_date = excluded.stay_start_date, stay_end_date = excluded.stay_end_date,
        valid_days_from_acquire = excluded.valid_days_from_acquire, valid_months_from_acquire = excluded.valid_months_from_acquire,
        day_of_week = excluded.day_of_week, unavailable_period = excluded.unavailable_period, use_condition = excluded.use_condition,
        plan_code = excluded.plan_code, discount_type = excluded.discount_type, absolute_type = excluded.absolute_type,
        rate_type = excluded.rate_type, discount_absolute = excluded.discount_absolute, discount_rate = excluded.discount_rate,
        discount_limit = excluded.discount_limit, can_use_together = excluded.can_use_together, includes_free = excluded.includes_free,
        cancellation_includes_discount = excluded.cancellation_includes_discount, active_status = 'active',
        version = coupons.version + 1, updated_by = excluded.updated_by, updated_at = now()
      returning account_id, id
    )
    insert into coupon_counters (account_id, coupon_id)
    select account_id, id
    from written
    on conflict do nothing`;
}

/** Takes the coupons of these actions out of use. They come back with the action, with the codes that nobody has taken meanwhile. */
export async function removeCoupons(tx: Tx, accountId: number, actionIds: readonly number[]): Promise<void> {
  await tx.run`update coupons
    set active_status = 'inactive', updated_at = now()
    where account_id = ${accountId} and campaign_action_id = any(${actionIds}::bigint[]) and active_status = 'active'`;
}

/** Deletes the coupons of these actions with their codes. None of them was ever given out. */
export async function endCoupons(tx: Tx, accountId: number, actionIds: readonly number[]): Promise<void> {
  const found = await tx.all<{ id: number }>`select id
    from coupons
    where account_id = ${accountId} and campaign_action_id = any(${actionIds}::bigint[]) and active_status = 'inactive'
      and issued_at is null
    order by id
    for update`;
  const ids = found.map(({ id }) => id);
  await tx.run`delete from coupon_codes where account_id = ${accountId} and coupon_id = any(${ids}::bigint[])`;
  await tx.run`delete from coupon_counters where account_id = ${accountId} and coupon_id = any(${ids}::bigint[])`;
  await tx.run`delete from coupons where account_id = ${accountId} and id = any(${ids}::bigint[])`;
}
