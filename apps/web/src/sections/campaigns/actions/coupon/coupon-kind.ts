import type { CouponEdit } from "@okaeri/contract/coupons";
import { couponCounts, couponRule } from "@okaeri/domain/campaigns/actions/coupon/coupon";
import { variantProblems } from "@okaeri/domain/campaigns/variants/variant-problems";
import type { WithVariants } from "@okaeri/domain/campaigns/variants/variants";
import { couponErrors, type EndedTerms } from "@okaeri/domain/coupons/coupon";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { IconTicket } from "@tabler/icons-react";
import { formatCount } from "../../../../ui/format.ts";
import { peopleWords, untilWords } from "../estimate.ts";
import type { ScreenKind } from "../kind.ts";
import { CampaignCoupons } from "./CampaignCoupons.tsx";
import { ComparedCoupon } from "./ComparedCoupon.tsx";
import { CouponCounts } from "./CouponCounts.tsx";
import { CouponForm } from "./CouponForm.tsx";
import { CouponSummary } from "./CouponSummary.tsx";
import {
  type CouponDraft,
  couponAgain,
  newCouponDraft,
  otherCoupons,
  sentCoupon,
  sentCouponDraft,
  unsupportedCoupon,
  unsupportedOtherCoupons,
} from "./coupon-draft.ts";
import { firstEndWords } from "./coupon-words.ts";
import { discountWords } from "./discount-words.ts";

// What is sent has the figures and days that the rule takes.
const termsOf = (coupon: CouponEdit) => coupon as unknown as EndedTerms & WithVariants;

export const couponKind = {
  type: "coupon",
  rule: {
    problems: (coupon, of) => couponRule.problems(termsOf(coupon), of),
    gives: (coupon) => couponRule.gives(coupon === null ? null : termsOf(coupon)),
    together: variantProblems,
  },
  gives: !isMessage("coupon"),
  Icon: IconTicket,
  unit: "sheets",
  content: {
    fields: [
      "name",
      "description",
      "type",
      "code",
      "acquire_amount_limit",
      "use_amount_limit",
      "use_times_limit",
      "use_quantity_limit",
      "reservation_end_date",
      "available_months",
      "stay_start_date",
      "stay_end_date",
      "valid_days_from_acquire",
      "valid_months_from_acquire",
      "taken_by_guest",
      "without_end",
      "day_of_week",
      "unavailable_period",
      "use_condition",
      "plan_code",
      "includes_free",
      "can_use_together",
      "discount_type",
      "absolute_type",
      "rate_type",
      "discount_absolute",
      "discount_rate",
      "discount_limit",
      "cancellation_includes_discount",
      "share",
      "variant",
    ],
    blank: newCouponDraft,
    again: (draft) => ({ ...couponAgain(draft), others: draft.others.map(couponAgain) }),
    sent: sentCouponDraft,
    unread: unsupportedCoupon,
    // A draft may be incomplete, as on the server.
    refused: (coupon) => couponErrors(termsOf(coupon)).filter(({ code }) => code !== "required"),
    siblings: {
      read: (action) => ({ others: otherCoupons(action) }),
      sent: ({ others }) => ({ other_coupons: others.map(sentCoupon) }),
      unread: unsupportedOtherCoupons,
    },
    isFilled: ({ name, others }) => name !== "" || others.length > 0,
    takesMore: (count) => count === 0,
    addWords: (t) => t("action.coupon.add"),
    sentence(t, coupon) {
      const discount = discountWords(t, coupon);
      return discount === undefined ? t("inShort.couponWithout") : t("inShort.coupon", { discount });
    },
    firstUntil: firstEndWords,
    Form: CouponForm,
    Summary: CouponSummary,
  },
  delivery: {
    compared: { of: "given", shares: ["used"], counts: ["reserved", "transacted"], Says: ComparedCoupon },
    CampaignPanel: CampaignCoupons,
  },
  ...couponCounts,
  review: {
    estimateWords: (t, estimate) =>
      t(estimate.total === null ? "estimate.couponsUnknown" : "estimate.coupons", {
        people: peopleWords(estimate),
        yen: formatCount(estimate.total ?? 0, "yen"),
        until: untilWords(t, estimate),
      }),
    reachWords: (t, count, atMost) => t(`launch.${atMost ? "couponsAtMost" : "coupons"}`, { count }),
    stepWords: (t) => t("audience.will_get_coupons"),
    AudienceNote: CouponCounts,
  },
} satisfies ScreenKind<CouponDraft, CouponEdit>;
