import type { CouponEdit } from "@okaeri/contract/coupons";
import { couponCounts, couponRule } from "@okaeri/domain/campaigns/actions/coupon";
import type { Lettered } from "@okaeri/domain/campaigns/variants";
import type { EndedTerms } from "@okaeri/domain/coupons/coupon";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { IconTicket } from "@tabler/icons-react";
import { formatCount } from "../../../../ui/format.ts";
import type { ActionKind } from "../kind.ts";
import { peopleWords, untilWords } from "../worth.ts";
import { CampaignCoupons } from "./CampaignCoupons.tsx";
import { CouponForm } from "./CouponForm.tsx";
import { CouponSummary } from "./CouponSummary.tsx";
import { CouponsBeside } from "./CouponsBeside.tsx";
import { newCouponCode } from "./coupon-code.ts";
import { type DraftCoupon, newCouponDraft, sentCoupon, unreadCoupon } from "./coupon-draft.ts";
import { discountWords } from "./discount-words.ts";

// What is sent has the figures and days that the rule takes.
const termsOf = (coupon: CouponEdit) => coupon as unknown as EndedTerms & Lettered;

export const couponKind = {
  type: "coupon",
  rule: {
    problems: (coupon, of) => couponRule.problems(termsOf(coupon), of),
    gives: (coupon) => couponRule.gives(coupon === null ? null : termsOf(coupon)),
  },
  gives: !isMessage("coupon"),
  Icon: IconTicket,
  unit: "sheets",
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
  ],
  blank: newCouponDraft,
  again: (coupon) => (coupon.code ? { ...coupon, code: newCouponCode() } : coupon),
  sent: sentCoupon,
  unread: unreadCoupon,
  isFilled: ({ name }) => name !== "",
  takesMore: (count) => count === 0,
  addWords: (t) => t("action.coupon.add"),
  sentence(t, coupon) {
    const discount = discountWords(t, coupon);
    return discount === undefined ? t("inShort.couponWithout") : t("inShort.coupon", { discount });
  },
  Form: CouponForm,
  Summary: CouponSummary,
  ...couponCounts,
  worthWords: (t, worth) =>
    t(worth.total === null ? "worth.couponsUnknown" : "worth.coupons", {
      people: peopleWords(worth),
      yen: formatCount(worth.total ?? 0, "yen"),
      until: untilWords(t, worth),
    }),
  reachWords: (t, count, atMost) => t(`launch.${atMost ? "couponsAtMost" : "coupons"}`, { count }),
  stepWords: (t) => t("audience.will_get_coupons"),
  Beside: CouponsBeside,
  CampaignPanel: CampaignCoupons,
} satisfies ActionKind<DraftCoupon, CouponEdit>;
