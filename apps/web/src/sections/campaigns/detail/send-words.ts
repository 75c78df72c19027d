import type { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import { kindsOf, totalCounts, unitOf } from "../campaign-state.ts";
import type { Push } from "../campaigns.api.ts";

type T = ReturnType<typeof useTranslation<["campaigns", "ui"]>>["t"];

/** What of a send reached guests, or still waits, each kind in its own unit: ポイント 44人・メール 20通. */
export function amountsOf(send: readonly Push[], of: "sent" | "waiting", t: T): string {
  return kindsOf(send)
    .map((type) => ({ type, n: totalCounts(send.filter((push) => push.type === type))[of] }))
    .filter(({ n }) => of === "sent" || n > 0)
    .map(({ type, n }) => `${t(`action.${type}.short`)} ${formatCount(n, unitOf(type))}`)
    .join(t("audience.reasonSeparator"));
}

/** What a stop means for one action: what was given, what is not any more, and what can be taken back afterwards. */
export function stopSentences(push: Push, t: T): string[] {
  const { type, sent, waiting } = push;
  const given = { n: formatCount(sent, unitOf(type)), points: formatCount(push.points_granted, "points") };
  return [
    t(sent > 0 ? `stop.${type}.given` : `stop.${type}.none`, given),
    waiting > 0 ? t(`stop.${type}.open`, { n: formatCount(waiting, unitOf(type)) }) : t("stop.over"),
    ...(sent > 0 ? [t(`stop.${type}.back`)] : []),
  ];
}
