import type { TFunction } from "i18next";
import type { Reached } from "../audience-question.ts";

/** What goes out, kind by kind, in words. */
export function reachWords(reach: Reached, t: TFunction<"campaigns">): string[] {
  return [
    ...(reach.mails > 0 ? [t(`launch.${reach.mailsAtMost ? "mailsAtMost" : "mails"}`, { count: reach.mails })] : []),
    ...(reach.points > 0 ? [t("launch.points", { count: reach.points })] : []),
    ...(reach.coupons > 0
      ? [t(`launch.${reach.couponsAtMost ? "couponsAtMost" : "coupons"}`, { count: reach.coupons })]
      : []),
  ];
}
