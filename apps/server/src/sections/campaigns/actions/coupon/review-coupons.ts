import { type CouponEdit, couponTerms } from "@okaeri/contract/coupons";
import type { FieldCaution } from "@okaeri/contract/problems/cautions";
import { couponCounts } from "@okaeri/domain/campaigns/actions/coupon/coupon";
import type { GrantDay } from "@okaeri/domain/campaigns/schedule/grant-day";
import { sharesOf } from "@okaeri/domain/campaigns/variants/variants";
import type { CouponTerms } from "@okaeri/domain/coupons/coupon";
import { mostDiscount } from "@okaeri/domain/coupons/most-discount";
import { hasPool, isGiven } from "@okaeri/domain/coupons/pool";
import { lastCouponDay, validUntil } from "@okaeri/domain/coupons/valid-until";
import { remainingShare } from "@okaeri/domain/pushes/variants";
import type { Tx } from "../../../../database/connection.ts";
import type { ActionEstimate, CampaignContext, ReviewedPlace, ReviewedSegment, Reviewing } from "../action-kind.ts";
import { type HeldLike, heldLike } from "./held-like.read.ts";

/** What coupons of a campaign come to, and what could go wrong with them. */
export async function reviewCoupons(
  tx: Tx,
  asking: CampaignContext,
  actions: readonly ReviewedPlace<CouponEdit>[],
  { guests }: Reviewing,
): Promise<ActionEstimate[]> {
  if (actions.length === 0) return [];
  const held = await heldLike(
    tx,
    asking,
    actions.map(({ id }) => id),
    guests,
  );
  // A kind of which several coupons of the campaign are is told of once.
  const reviewedTypes = new Set<string>();
  return actions.map((action) => {
    const like = reviewedTypes.has(action.detail.discount_type) ? undefined : held.get(action.detail.discount_type);
    reviewedTypes.add(action.detail.discount_type);
    return estimateOf(action, like);
  });
}

function estimateOf(place: ReviewedPlace<CouponEdit>, like: HeldLike | undefined): ActionEstimate {
  const held = [{ path: "", detail: place.detail }, ...place.further];
  const guests = couponCounts.reaches(place.counted);
  const shares = sharesOf(held.map(({ detail }) => detail));
  const each = held.map(({ detail, path }) => {
    const share = shares.find(({ variant }) => variant === detail.variant)?.share ?? 0;
    return {
      path,
      ...estimateOne(detail, place.counted, { guests, share, rest: remainingShare(shares), given: place.given }),
    };
  });
  const [first] = each;
  if (first !== undefined && like)
    first.cautions.push({
      path: "",
      code: "holds_like_coupon",
      name: like.name,
      count: like.guests,
      others: like.coupons - 1,
    });
  const yen = each.map(({ total }) => total);
  const ofRemaining = each.map(({ rest }) => rest);
  const lastDays = each.map(({ until }) => until);
  const until = lastDays.includes(null) ? null : (lastDays.toSorted().at(-1) ?? null);
  return {
    // Whoever waits gets one of them: at most the one that takes off most.
    total: yen.includes(null) ? null : sumOf(yen) + Math.max(0, ...ofRemaining.map((one) => one ?? 0)),
    until,
    countedFrom: until !== null && each.some((one) => one.until === until && one.isCounted) ? place.given : null,
    endless: each.some(({ endless }) => endless),
    cautions: first?.cautions ?? [],
    furtherCautions: each
      .slice(1)
      .flatMap(({ path, cautions }) => cautions.map((caution) => ({ ...caution, path: `${path}.${caution.path}` }))),
  };
}

const sumOf = (yen: readonly (number | null)[]) => yen.reduce<number>((sum, one) => sum + (one ?? 0), 0);

type Reached = { guests: number; share: number; rest: number; given: GrantDay };

/** One coupon of an action: what it comes to with its share of the guests, and with those who wait. */
function estimateOne(detail: CouponEdit, segment: ReviewedSegment, { guests, share, rest, given }: Reached) {
  const terms = couponTerms(detail);
  const part = (percent: number) => mostDiscount(terms, Math.ceil((guests * percent) / 100));
  const most = part(share);
  const counted = isGiven(terms) ? validUntil(terms, given.on, given.occasionOn) : null;
  const end = lastCouponDay(terms, counted);
  // A trigger gives on another day to each guest.
  const varies = counted !== null && given.because === "trigger";
  const cautions: FieldCaution[] = [];
  if (end === null) cautions.push({ path: "stay_end_date", code: "coupon_endless" });
  if (most.yen === null)
    cautions.push({
      path: most.because === "coupon_unlimited" ? "use_times_limit" : "discount_limit",
      code: most.because,
    });
  const count = segment.coupons_lacking;
  if (count > 0 && isGiven(terms) && (share === 100 || isLimited(terms)))
    cautions.push(
      hasPool(terms)
        ? { path: "code", code: "codes_short", count }
        : { path: "acquire_amount_limit", code: "coupons_short", count },
    );
  return {
    total: most.yen,
    rest: rest === 0 ? 0 : part(rest).yen,
    until: varies ? null : end,
    isCounted: counted !== null && end === counted,
    endless: end === null,
    cautions,
  };
}

/** Of several coupons those alone lack any that are counted. */
const isLimited = (terms: CouponTerms) => hasPool(terms) || terms.acquire_amount_limit !== null;
