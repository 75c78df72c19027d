import { type CouponEdit, couponTerms } from "@okaeri/contract/coupons";
import type { FieldCaution } from "@okaeri/contract/problems/cautions";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { couponCounts } from "@okaeri/domain/campaigns/actions/coupon";
import { mostDiscount } from "@okaeri/domain/coupons/most-discount";
import { hasPool, isGiven } from "@okaeri/domain/coupons/pool";
import { lastDay, validUntil } from "@okaeri/domain/coupons/valid-until";
import type { Tx } from "../../../database/connection.ts";
import type { ActionWorth, Asking, ReviewedPlace, Reviewing } from "../../actions/action-kind.ts";
import { type HeldLike, heldLike } from "./held-like.read.ts";

/** What coupons of a campaign come to, and what could go wrong with them. */
export async function reviewCoupons(
  tx: Tx,
  asking: Asking,
  actions: readonly ReviewedPlace<CouponEdit>[],
  { guests }: Reviewing,
): Promise<ActionWorth[]> {
  if (actions.length === 0) return [];
  const held = await heldLike(
    tx,
    asking,
    actions.map(({ id }) => id),
    guests,
  );
  // A kind of which several coupons of the campaign are is told of once.
  const told = new Set<string>();
  return actions.map((action) => {
    const like = told.has(action.detail.discount_type) ? undefined : held.get(action.detail.discount_type);
    told.add(action.detail.discount_type);
    return worthOf(action, asking.today, like);
  });
}

function worthOf(
  { detail, counted }: ReviewedPlace<CouponEdit>,
  today: CalendarDate,
  like: HeldLike | undefined,
): ActionWorth {
  const terms = couponTerms(detail);
  const most = mostDiscount(terms, couponCounts.reaches(counted));
  const until = lastDay(terms, isGiven(terms) ? validUntil(terms, today) : null);
  const cautions: FieldCaution[] = [];
  if (until === null) cautions.push({ path: "stay_end_date", code: "coupon_endless" });
  if (most.yen === null)
    cautions.push({
      path: most.because === "coupon_unlimited" ? "use_times_limit" : "discount_limit",
      code: most.because,
    });
  const count = counted.coupons_lacking;
  if (count > 0 && isGiven(terms))
    cautions.push(
      hasPool(terms)
        ? { path: "code", code: "codes_short", count }
        : { path: "acquire_amount_limit", code: "coupons_short", count },
    );
  if (like)
    cautions.push({
      path: "",
      code: "holds_like_coupon",
      name: like.name,
      count: like.guests,
      others: like.coupons - 1,
    });
  return { total: most.yen, until, endless: until === null, cautions };
}
