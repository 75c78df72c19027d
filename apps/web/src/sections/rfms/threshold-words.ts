import type { RfmAxis, Score } from "@okaeri/domain/rfms/score";
import type { TFunction } from "i18next";
import { formatNumber, formatYen } from "../../ui/format.ts";
import type { Typed } from "./rfm-draft.ts";

type Words = TFunction<["rfms", "ui"]>;

/** "最終宿泊から90日未満": what earns the score on this axis (lower ≤ x < upper, product §11). */
export function thresholdWords(t: Words, axis: RfmAxis, bounds: readonly Typed[], score: Score): string {
  const text = (bound: Typed | undefined) =>
    bound === undefined || bound === "" ? t("ui:none") : axis === "monetary" ? formatYen(bound) : formatNumber(bound);
  if (axis === "recency") {
    if (score === 5) return t("thresholds.recency.first", { to: text(bounds[0]) });
    if (score === 1) return t("thresholds.recency.last", { from: text(bounds[3]) });
    return t("thresholds.recency.middle", { from: text(bounds[4 - score]), to: text(bounds[5 - score]) });
  }
  if (score === 5) return t(`thresholds.${axis}.first`, { from: text(bounds[3]) });
  if (score === 1) return t(`thresholds.${axis}.last`, { to: text(bounds[0]) });
  return t(`thresholds.${axis}.middle`, { from: text(bounds[score - 2]), to: text(bounds[score - 1]) });
}

/** "R 5・F すべて・M 3" */
export function groupScoresInWords(
  t: Words,
  group: { recency_score: number | null; frequency_score: number | null; monetary_score: number | null },
): string {
  const any = t("groups.any");
  return t("groups.scores", {
    r: group.recency_score ?? any,
    f: group.frequency_score ?? any,
    m: group.monetary_score ?? any,
  });
}
