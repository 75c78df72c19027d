import { coupon } from "@okaeri/contract/campaigns/actions/coupon/coupon";
import { type CouponEdit, couponTerms } from "@okaeri/contract/coupons";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { couponCounts } from "@okaeri/domain/campaigns/actions/coupon/coupon";
import type { CountedCoupon } from "@okaeri/domain/campaigns/audience/counting";
import { couponErrors } from "@okaeri/domain/coupons/coupon";
import { isGiven } from "@okaeri/domain/coupons/pool";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { type RawBuilder, sql } from "kysely";
import { couponStock, holdersOf } from "../../../coupons/coupon-stock.read.ts";
import { couponOfAction, couponWasIssued, otherCouponsOfAction } from "../../../coupons/coupons.read.ts";
import { emptyPools } from "../../../coupons/pools.read.ts";
import { countRevocableCoupons, revokeCoupons } from "../../../coupons/revoke-coupons.ts";
import type { LimitedBenefit } from "../../../segments/audience-sets.ts";
import type { ActionKind, Placed } from "../action-kind.ts";
import { copiedCoupons } from "./copied-coupons.ts";
import { couponChannel } from "./coupon-channel.ts";
import { couponResults } from "./coupon-results.ts";
import { reviewCoupons } from "./review-coupons.ts";
import { endCoupons, removeCoupons, savedCouponProblems, writeCoupon } from "./write-coupon.ts";

/** A coupon as an action of a campaign. */
export const couponAction: ActionKind<CouponEdit> = {
  type: "coupon",
  counts: couponCounts,
  rule: coupon.rule,
  content: {
    async draftProblems(tx, { accountId }, actions, gone) {
      const twice = codesTwice(actions);
      const problems: FieldProblem[][] = [];
      for (const [at, { id, detail }] of actions.entries()) {
        // Contradictions, a code that is taken, less than was given out already. A draft may be incomplete.
        const wrong = couponErrors(couponTerms(detail)).filter(({ code }) => code !== "required");
        const saved = await savedCouponProblems(tx, accountId, { actionId: id, gone }, detail);
        problems.push([...wrong, ...saved, ...(twice.has(at) ? [{ path: "code", code: "taken" } as const] : [])]);
      }
      return problems;
    },
    /** Coupons that nobody could get: they have neither a code nor any left for guests. */
    async missing(tx, { accountId }, actions, { next }) {
      const ids = actions.flatMap(({ id }) => (id === null ? [] : [id]));
      const empty = next === "go_on" || ids.length === 0 ? [] : await emptyPools(tx, accountId, ids);
      return actions.map(({ id, detail: { variant } }) =>
        empty.some((one) => one.actionId === id && one.variant === variant)
          ? [{ path: "code", code: "coupon_codes_missing" }]
          : [],
      );
    },
    read: couponOfAction,
    readFurther: { other_coupons: otherCouponsOfAction },
    write: writeCoupon,
    inUse: couponWasIssued,
    remove: removeCoupons,
    purge: endCoupons,
    copied: copiedCoupons,
    approvalFingerprint: couponFingerprint(),
  },
  review: reviewCoupons,
  delivery: {
    channel: (app) => couponChannel(app),
    results: couponResults,
    async limitedBenefits(tx, accountId, segments) {
      const typed = segments.map(({ coupons }) => {
        const actions = actionsOf(coupons);
        return coupons.map(({ action_id: actionId, share, ...coupon }, at) => ({
          actionId,
          ...coupon,
          share: share ?? 100,
          action: actions[at] ?? at,
        }));
      });
      const benefits = await couponStock(tx, accountId, typed.flat());
      return typed.map((ofSegment) =>
        benefits.splice(0, ofSegment.length).map(
          ({ couponId, left }, at): LimitedBenefit => ({
            left,
            share: ofSegment[at]?.share ?? 100,
            action: ofSegment[at]?.action ?? at,
            holders: couponId === null ? null : holdersOf(accountId, couponId),
          }),
        ),
      );
    },
  },
  revocation: {
    // Taken back once: who used it keeps it. One with one code for all is nobody's own.
    isLeft: (push, detail) => !push.was_revoked && detail !== null && isGiven(detail),
    count: countRevocableCoupons,
    revoke: async (tx, ctx, { benefits, ...from }) => {
      const { taken, remainingFrom } = await revokeCoupons(tx, ctx, { pushes: benefits, ...from });
      return { customers: 0, points: 0, coupons: taken.length, holders: [], takenFrom: taken, remainingFrom };
    },
  },
};

/**
 * The second of three places, as approvals have it that were given while all kinds were hashed side by side. Fields that coupons did not
 * have then, as variants, are hashed only where they are set; that somebody chose no end changes nothing of what goes out.
 */
function couponFingerprint(): RawBuilder<unknown> {
  const later = sql`array['valid_days_from_acquire', 'valid_months_from_acquire', 'without_end', 'taken_by_guest', 'variant', 'share']`;
  const detailOf = (terms: RawBuilder<unknown>) => sql`(${terms} - ${later}) || jsonb_strip_nulls(jsonb_build_object(
        'valid_days_from_acquire', ${terms} -> 'valid_days_from_acquire',
        'valid_months_from_acquire', ${terms} -> 'valid_months_from_acquire',
        'taken_by_guest', nullif(${terms} -> 'taken_by_guest', 'false'),
        'variant', nullif(${terms} -> 'variant', '"A"'), 'share', ${terms} -> 'share'))`;
  return sql`(select jsonb_build_array(null, ${detailOf(sql`c.terms`)}, null)
    from (select ${couponOfAction}::jsonb as terms) c)
    || coalesce((select jsonb_agg(${detailOf(sql`o.terms`)} order by o.terms ->> 'variant')
      from jsonb_array_elements(${otherCouponsOfAction}) o (terms)), '[]')`;
}

/** Which of the document's coupons have a code that one before them has. */
function codesTwice(actions: readonly Placed<CouponEdit>[]): Set<number> {
  const codes = actions.map(({ detail }) => (detail.type === "code" ? detail.code : null));
  return new Set([...codes.keys()].filter((at) => codes[at] && codes.indexOf(codes[at] ?? null) < at));
}

/** Which action each of the typed coupons is of: its letters stand one after the other, and one that is not saved yet has no number. */
function actionsOf(coupons: readonly CountedCoupon[]): number[] {
  const actions: number[] = [];
  let seen = new Set<Variant>();
  for (const [at, { action_id: id, variant, share }] of coupons.entries()) {
    const before = coupons[at - 1];
    const goesOn = before !== undefined && before.action_id === id && before.share !== null && share !== null;
    if (!goesOn || seen.has(variant)) seen = new Set();
    actions.push(seen.size === 0 ? at : (actions.at(-1) ?? at));
    seen.add(variant);
  }
  return actions;
}
