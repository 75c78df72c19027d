import type { RfmScores, RfmThresholds, Score } from "./score.ts";

/** A named combination of scores; null = any. */
export interface RfmGroupRule {
  name: string;
  /** 1 is looked at first. */
  priority: number;
  recency_score: Score | null;
  frequency_score: Score | null;
  monetary_score: Score | null;
}

/** The first group by priority whose scores all match; undefined when none does. */
export function groupFor<Group extends Omit<RfmGroupRule, "name">>(
  scores: RfmScores,
  groups: readonly Group[],
): Group | undefined {
  let found: Group | undefined;
  for (const group of groups) {
    const matches =
      (group.recency_score === null || group.recency_score === scores.recency) &&
      (group.frequency_score === null || group.frequency_score === scores.frequency) &&
      (group.monetary_score === null || group.monetary_score === scores.monetary);
    if (matches && (found === undefined || group.priority < found.priority)) found = group;
  }
  return found;
}

/** Starting point for a hotel: days, stays in two years, yen in two years. Staff change them or take what the data suggests. */
export const DEFAULT_THRESHOLDS: RfmThresholds = {
  recency: [90, 180, 365, 730],
  frequency: [2, 3, 5, 8],
  monetary: [30_000, 60_000, 120_000, 300_000],
};

/** Years counted unless the account says otherwise. */
export const DEFAULT_AGGREGATION_YEARS = 2;

const group = (name: string, r: Score | null, f: Score | null, m: Score | null) => ({
  name,
  recency_score: r,
  frequency_score: f,
  monetary_score: m,
});

/** Groups every new account starts with; together they cover every combination of scores. */
export const DEFAULT_GROUPS: readonly RfmGroupRule[] = [
  group("最優良", 5, 5, 5),
  group("優良", 5, 5, null),
  group("準優良", 4, 5, null),
  group("常連・離反注意", 3, 5, null),
  group("常連・離反", null, 5, null),
  group("高単価", 5, null, 5),
  group("新規", 5, 1, null),
  group("育成", 5, null, null),
  group("一般", 4, null, null),
  group("離反注意", 3, null, null),
  group("離反予備", 2, null, null),
  group("離反", null, null, null),
].map((rule, index) => ({ ...rule, priority: index + 1 }));
