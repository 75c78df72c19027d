import { formatCount, formatDate } from "../../../ui/format.ts";
import type { Worth } from "../campaigns.api.ts";
import type { T } from "./kind.ts";

/** Until when: 2027年02月28日まで, 期限なし, or that each guest has another day. */
export function untilWords(t: T, { until, endless }: Worth): string {
  if (until !== null) return t("worth.until", { date: formatDate(until) });
  return t(endless ? "worth.endless" : "worth.varies");
}

export const peopleWords = ({ count }: Worth) => formatCount(count, "people");
