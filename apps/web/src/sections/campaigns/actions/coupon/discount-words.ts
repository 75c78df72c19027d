import type { CouponEdit } from "@okaeri/contract/coupons";
import { formatCount } from "../../../../ui/format.ts";
import type { T } from "../kind.ts";

type Discount = Pick<
  CouponEdit,
  "discount_type" | "absolute_type" | "rate_type" | "discount_absolute" | "discount_rate" | "discount_limit"
>;

/** What a coupon takes off: 3,000円, 10%(上限 5,000円), the plan's own. Undefined while it is not said. */
export function discountWords(t: T, coupon: Discount): string | undefined {
  const limit = coupon.discount_limit;
  const cut = limit === null ? "" : t("coupon.saysAtMost", { yen: formatCount(limit, "yen") });
  const absolute = coupon.discount_type === "absolute";
  if ((absolute ? coupon.absolute_type : coupon.rate_type) === "plan")
    return `${t(absolute ? "coupon.saysPlanYen" : "coupon.saysPlanRate")}${cut}`;
  if (absolute) return coupon.discount_absolute === null ? undefined : formatCount(coupon.discount_absolute, "yen");
  return coupon.discount_rate === null ? undefined : `${t("coupon.saysRate", { n: coupon.discount_rate })}${cut}`;
}
