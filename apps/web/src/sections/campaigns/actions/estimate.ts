import { formatCount, formatDate } from "../../../ui/format.ts";
import type { Estimate } from "../campaigns.api.ts";
import type { T } from "./kind.ts";

/** Until when: 2027年02月28日まで, the same with the day that it is counted from, 期限なし, or that each guest has another day. */
export function untilWords(t: T, { until, counted_from: from, endless }: Estimate): string {
  if (until !== null && from !== null && from.because !== "today")
    return t("estimate.untilFrom", { date: formatDate(until), from: formatDate(from.on) });
  if (until !== null) return t("estimate.until", { date: formatDate(until) });
  return t(endless ? "estimate.endless" : "estimate.varies");
}

export const peopleWords = ({ count }: Estimate) => formatCount(count, "people");
