import { figureIsPlans } from "./applicability.ts";
import type { CouponTerms } from "./coupon.ts";
import { isGiven } from "./pool.ts";

/** The most yen that a coupon takes off when so many guests get it; null with the reason where nobody can tell. */
export function mostDiscount(
  terms: CouponTerms,
  guests: number,
): { yen: number } | { yen: null; because: "coupon_unlimited" | "discount_unknown" } {
  const each = mostOfOne(terms);
  if (each === null) return { yen: null, because: "discount_unknown" };
  const { use_amount_limit: inAll, use_times_limit: times, use_quantity_limit: atOnce } = terms;
  // Whoever knows a code for everybody uses it.
  const ofGuests = isGiven(terms) && times !== null && atOnce !== null ? guests * times * atOnce : null;
  const bounds = [inAll, ofGuests].filter((bound) => bound !== null);
  return bounds.length === 0 ? { yen: null, because: "coupon_unlimited" } : { yen: Math.min(...bounds) * each };
}

/** Yen of one coupon at most; null where the plan or the price decides. */
function mostOfOne(terms: CouponTerms): number | null {
  if (terms.discount_type === "rate") return terms.discount_limit;
  return figureIsPlans(terms) ? null : terms.discount_absolute;
}
