import type { RfmAxis, Score } from "@okaeri/domain/rfms/score";
import type { TFunction } from "i18next";
import type { FigureInput } from "../../ui/fields/field-props.ts";
import { formatCount, formatNumber, formatPrice, type Unit } from "../../ui/format.ts";

type Words = TFunction<["rfms", "ui"]>;

/** "最終宿泊から90日未満": what earns the score on this axis (lower ≤ x < upper, product §11). */
export function thresholdText(t: Words, axis: RfmAxis, bounds: readonly FigureInput[], score: Score): string {
  const worded = (bound: FigureInput | undefined, unit?: Unit) =>
    typeof bound === "number" ? (axis === "monetary" ? formatPrice(bound) : formatCount(bound, unit)) : t("ui:none");
  if (axis === "recency") {
    if (score === 5) return t("thresholds.recency.first", { to: worded(bounds[0], "days") });
    if (score === 1) return t("thresholds.recency.last", { from: worded(bounds[3], "days") });
    return t("thresholds.recency.middle", { from: worded(bounds[4 - score]), to: worded(bounds[5 - score], "days") });
  }
  if (score === 5) return t(`thresholds.${axis}.first`, { from: worded(bounds[3]) });
  if (score === 1) return t(`thresholds.${axis}.last`, { to: worded(bounds[0]) });
  return t(`thresholds.${axis}.middle`, { from: worded(bounds[score - 2]), to: worded(bounds[score - 1]) });
}

/** "R5・F5": the scores a group asks for; those it leaves open are not named. */
export function groupScoresInWords(
  t: Words,
  group: { recency_score: number | null; frequency_score: number | null; monetary_score: number | null },
): string {
  const scores = [
    group.recency_score && t("map.scoreR", { n: group.recency_score }),
    group.frequency_score && t("map.scoreF", { n: group.frequency_score }),
    group.monetary_score && t("map.scoreM", { n: group.monetary_score }),
  ].filter((words) => words !== null && words !== 0);
  return scores.length === 0 ? t("groups.anyScore") : scores.join(t("groups.and"));
}

/** So many areas of a group are said in words. */
const NAMED_AREAS = 4;

/** All that the rows of one group ask for. */
export function areasInWords(t: Words, rows: readonly Parameters<typeof groupScoresInWords>[1][]): string {
  if (rows.length === 0) return t("paint.empty");
  const areas = rows
    .slice(0, NAMED_AREAS)
    .map((row) => groupScoresInWords(t, row))
    .join(t("paint.and"));
  return rows.length > NAMED_AREAS ? t("paint.more", { areas, n: rows.length - NAMED_AREAS }) : areas;
}

/** "90日未満": the same beside the heat map, where its heading says what is counted. */
export function shortWords(t: Words, axis: "recency" | "frequency", bounds: readonly number[], score: Score): string {
  if (axis === "frequency") return thresholdText(t, axis, bounds, score);
  const days = (bound: number | undefined) => formatCount(bound ?? 0, "days");
  if (score === 5) return t("thresholds.recency.shortFirst", { to: days(bounds[0]) });
  if (score === 1) return t("thresholds.recency.shortLast", { from: days(bounds[3]) });
  return t("thresholds.recency.shortMiddle", {
    from: formatNumber(bounds[4 - score] ?? 0),
    to: days(bounds[5 - score]),
  });
}
