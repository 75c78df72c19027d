import { type CouponEdit, couponTerms } from "@okaeri/contract/coupons";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { type CouponTerms, hasEnd } from "@okaeri/domain/coupons/coupon";
import { hasPool } from "@okaeri/domain/coupons/pool";
import { type RawBuilder, sql } from "kysely";
import { sqlValuesOf, takenOver, unqualifiedColumns } from "../../../../database/columns.ts";
import type { Tx } from "../../../../database/connection.ts";
import { COUPON_COLUMNS, couponsWhere, lockCoupon } from "../../../coupons/coupons.read.ts";
import { isInPool, lockCodes, takeRemovedCodes } from "../../../coupons/removed-codes.ts";

/** The fields that the coupon's own types leave in force; the others are not kept. */
export function settledCoupon(coupon: CouponEdit): CouponEdit {
  const { absolute_type, rate_type } = couponTerms(coupon);
  return {
    ...coupon,
    code: coupon.type === "code" ? coupon.code || null : null,
    taken_by_guest: coupon.type === "acquire" && coupon.taken_by_guest,
    without_end: coupon.without_end && !hasEnd(couponTerms(coupon)),
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
  // Also one that was taken out, and comes back.
  const its = sql`coupon.campaign_action_id = ${actionId} and coupon.variant = ${coupon.variant}`;
  const own = actionId === null ? [] : await couponsWhere(tx, accountId, its);
  if (code !== null) {
    if (own.every(({ terms, state }) => terms.code !== code || state === "ended")) await lockCodes(tx, accountId);
    if (await isInPool(tx, accountId, code)) problems.push({ path: "code", code: "taken" });
    // Which of the action's own letters has a code is said by the same document.
    const taken = sql`coupon.code = ${code} and coupon.active_status = 'active'
      and coupon.campaign_action_id is distinct from ${actionId} and coupon.campaign_action_id <> all(${gone}::bigint[])`;
    if ((await couponsWhere(tx, accountId, taken)).length > 0) problems.push({ path: "code", code: "taken" });
  }
  if (actionId === null) return problems;
  const wasIssued = (await couponsWhere(tx, accountId, sql`${its} and coupon.issued_at is not null`)).length > 0;
  for (const stored of own) {
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

/** Makes the action's coupons what the document says. One whose letter is said again comes back with all that guests have of it. */
export async function writeCoupon(
  tx: Tx,
  { accountId, userId }: { accountId: number; userId: number },
  actionId: number,
  coupon: CouponEdit | null,
  others: readonly CouponEdit[],
): Promise<void> {
  const coupons = (coupon === null ? [] : [coupon, ...others]).map(settledCoupon);
  const codes = coupons.flatMap(({ code }) => code ?? []);
  // Also those whose code is another now, so that one letter can take the other's.
  await tx.run`update coupons coupon
    set active_status = 'inactive', updated_at = now()
    where coupon.account_id = ${accountId} and coupon.campaign_action_id = ${actionId} and coupon.active_status = 'active'
      and not exists (select from unnest(${coupons.map(({ variant }) => variant)}::text[], ${coupons.map(({ code }) => code)}::text[])
          said (variant, code)
        where said.variant = coupon.variant and said.code is not distinct from coupon.code)`;
  if (coupons.length === 0) return;
  if (codes.length > 0) await takeRemovedCodes(tx, accountId, codes);
  const rows = coupons.map((one) => {
    const says = { ...one, unavailable_period: JSON.stringify(one.unavailable_period) };
    return sql`(${accountId}, ${actionId}, ${sqlValuesOf(COUPON_COLUMNS, says)}, ${userId}, ${userId})`;
  });
  await tx.run`
    with written as (
      insert into coupons (account_id, campaign_action_id, ${unqualifiedColumns(COUPON_COLUMNS)}, created_by, updated_by)
      values ${sql.join(rows)}
      on conflict (account_id, campaign_action_id, variant) do update set ${takenOver(COUPON_COLUMNS)}, active_status = 'active',
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
export const endCoupons = (tx: Tx, accountId: number, actionIds: readonly number[]): Promise<void> =>
  deleteCoupons(tx, accountId, sql`coupon.campaign_action_id = any(${actionIds}::bigint[])`);

/** The same of those that meet the condition over coupons `coupon` and are out of use. */
export async function deleteCoupons(tx: Tx, accountId: number, which: RawBuilder<unknown>): Promise<void> {
  const found = await tx.all<{ id: number }>`select coupon.id
    from coupons coupon
    where coupon.account_id = ${accountId} and ${which} and coupon.active_status = 'inactive' and coupon.issued_at is null
    order by coupon.id
    for update`;
  const ids = found.map(({ id }) => id);
  await tx.run`delete from coupon_codes where account_id = ${accountId} and coupon_id = any(${ids}::bigint[])`;
  await tx.run`delete from coupon_counters where account_id = ${accountId} and coupon_id = any(${ids}::bigint[])`;
  await tx.run`delete from coupons where account_id = ${accountId} and id = any(${ids}::bigint[])`;
}
