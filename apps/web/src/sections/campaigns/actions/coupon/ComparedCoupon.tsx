import type { CouponEdit } from "@okaeri/contract/coupons";
import { useTranslation } from "react-i18next";
import { discountWords } from "./discount-words.ts";

/** One of several coupons beside what came of it: its name and what it takes off. */
export function ComparedCoupon({ detail }: { detail: CouponEdit }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  return [detail.name, discountWords(t, detail)].filter(Boolean).join(t("condition.separator"));
}
