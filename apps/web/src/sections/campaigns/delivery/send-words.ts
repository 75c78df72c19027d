import type { useTranslation } from "react-i18next";
import { formatCount, type Unit } from "../../../ui/format.ts";
import { unitOfAction } from "../actions/kinds.ts";
import { kindsOf, totalCounts } from "../campaign-state.ts";
import type { Push, RevocationCount } from "../campaigns.api.ts";

type T = ReturnType<typeof useTranslation<["campaigns", "ui"]>>["t"];

/** What all of a send is counted in, together. */
export function unitOfSend(send: readonly Push[]): Unit {
  const [type, ...others] = kindsOf(send);
  return type === undefined || others.length > 0 ? "items" : unitOfAction(type);
}

/** What of a send reached guests, or still waits, each kind in its own unit: ポイント 44人・メール 20通. */
export function amountsOf(send: readonly Push[], of: "sent" | "waiting", t: T): string {
  return kindsOf(send)
    .map((type) => ({ type, n: totalCounts(send.filter((push) => push.type === type))[of] }))
    .filter(({ n }) => of === "sent" || n > 0)
    .map(({ type, n }) => `${t(`action.${type}.short`)} ${formatCount(n, unitOfAction(type))}`)
    .join(t("audience.reasonSeparator"));
}

/** What a stop means for one action: what was given, what is not any more, and what can be taken back afterwards. */
export function stopSentences(push: Push, t: T): string[] {
  const { type, sent, waiting } = push;
  const given = { n: formatCount(sent, unitOfAction(type)), points: formatCount(push.points_granted, "points") };
  return [
    t(sent > 0 ? `stop.${type}.given` : `stop.${type}.none`, given),
    waiting > 0 ? t(`stop.${type}.open`, { n: formatCount(waiting, unitOfAction(type)) }) : t("stop.over"),
    ...(sent > 0 ? [t(`stop.${type}.back`)] : []),
  ];
}

/** What taking a send back does, in the order of what people ask: whose points, where they come from, what is owed; and coupons. */
export function revocationSentences(counted: RevocationCount, t: T): string[] {
  const points = (n: number) => formatCount(n, "points");
  const { customers, owed_customers } = counted;
  const sentences: (string | false)[] = [
    counted.points > 0 &&
      t("revoke.points", { people: formatCount(customers, "people"), points: points(counted.points) }),
    counted.from_balance > 0 && t("revoke.fromBalance", { points: points(counted.from_balance) }),
    counted.used > 0 && t("revoke.used", { points: points(counted.used) }),
    counted.owed_points > 0 &&
      t("revoke.owed", { people: formatCount(owed_customers, "people"), points: points(counted.owed_points) }),
    counted.expired > 0 && t("revoke.expired", { points: points(counted.expired) }),
    counted.coupons > 0 && t("revoke.coupons", { n: formatCount(counted.coupons, "sheets") }),
    counted.used_coupons > 0 && t("revoke.usedCoupons", { n: formatCount(counted.used_coupons, "sheets") }),
    counted.ended_coupons > 0 && t("revoke.endedCoupons", { n: formatCount(counted.ended_coupons, "sheets") }),
  ];
  return sentences.filter((sentence) => sentence !== false);
}
