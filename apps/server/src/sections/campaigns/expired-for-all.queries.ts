import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { parseCondition } from "@okaeri/domain/segments/condition";
import type { Tx } from "../../database/connection.ts";
import type { Moment } from "../pushes/ports.ts";
import { type Reach, withinReach } from "../segments/audience.ts";
import { conditionSql } from "../segments/condition-sql.ts";
import type { SavedSegment } from "./campaigns.queries.ts";

/**
 * Points counted from the last stay that would have expired for everybody in the target, such as 30 days for guests who have not
 * come for 180. A target that nobody meets promises nothing.
 */
export async function expiredForAll(
  tx: Tx,
  reach: Reach,
  segments: readonly SavedSegment[],
  moment: Moment,
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const [index, segment] of segments.entries()) {
    const days = segment.actions.map((action) =>
      action.point?.expiration_type === "days_from_last_stay" ? action.point.expiration_days_from_last_stay : null,
    );
    const longest = Math.max(...days.map((one) => one ?? -1));
    const parsed = parseCondition(segment.target);
    if (longest < 0 || !parsed.ok) continue;
    // Everybody's last day follows from the last stay, and a guest who has not stayed yet counts from today.
    const found = await tx.one<{
      days: number | null;
    }>`select min(${moment.today}::date - coalesce(c.last_stay_on, ${moment.today}::date)) as days
      from customers c where ${withinReach(reach)} and (${conditionSql(parsed.tree, moment)})`;
    const latest = found.days ?? 0;
    for (const [n, one] of days.entries())
      if (one !== null && one < latest)
        problems.push({
          path: `segments.${index}.actions.${n}.point.expiration_days_from_last_stay`,
          code: "all_expired",
        });
  }
  return problems;
}
