import { formatDateTime } from "../../../ui/format.ts";
import type { T } from "../actions/kind.ts";
import type { Review } from "../campaigns.api.ts";
import type { useStart } from "../schedule/use-when-lines.ts";

/** What stands between the button, or each run, and the guests. A run that falls into the night is told where runs are. */
export function holdLines(t: T, { holds }: Pick<Review, "holds">, start: ReturnType<typeof useStart>): string[] {
  const { approval, grace_seconds: count, quiet_until: quiet } = holds;
  if (start === "stays") return [];
  const itself = start === "itself";
  return [
    ...(approval ? [t(itself ? "when.summary.approval" : "reviewSummary.approval")] : []),
    ...(count === null ? [] : [t(itself ? "when.summary.grace" : "reviewSummary.grace", { count })]),
    ...(itself || quiet === null ? [] : [t("reviewSummary.quiet", { at: formatDateTime(quiet) })]),
  ];
}
