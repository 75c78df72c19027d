import type { PointDetail } from "@okaeri/contract/campaigns/actions/point/point";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { RawBuilder } from "kysely";
import type { Tx } from "../../../../database/connection.ts";
import type { CampaignContext, SavedPlace } from "../action-kind.ts";

/**
 * Points counted from the last stay that would have expired for everybody in the target, such as 30 days for guests who have not
 * come for 180. A target that nobody meets promises nothing.
 */
export async function expiredForAll(
  tx: Tx,
  asking: CampaignContext,
  actions: readonly SavedPlace<PointDetail>[],
): Promise<FieldProblem[][]> {
  const latest = new Map<number, number>();
  for (const [segment, places] of Map.groupBy(actions, ({ segment }) => segment)) {
    const matches = places[0]?.matches ?? null;
    if (matches === null || places.every(({ detail }) => daysOf(detail) === null)) continue;
    latest.set(segment, await daysSinceLatest(tx, asking, matches));
  }
  return actions.map(({ segment, detail }) => {
    const days = daysOf(detail);
    return days !== null && days < (latest.get(segment) ?? 0)
      ? [{ path: "expiration_days_from_last_stay", code: "all_expired" }]
      : [];
  });
}

const daysOf = (point: PointDetail): number | null =>
  point.expiration_type === "days_from_last_stay" ? point.expiration_days_from_last_stay : null;

/** Everybody's last day follows from the last stay, and a guest who has not stayed yet counts from today. */
async function daysSinceLatest(
  tx: Tx,
  { accountId, today }: CampaignContext,
  matches: RawBuilder<boolean>,
): Promise<number> {
  const found = await tx.one<{
    days: number | null;
  }>`select min(${today}::date - coalesce(customer.last_stay_on, ${today}::date)) as days
    from customers customer
    where customer.account_id = ${accountId} and ${matches}`;
  return found.days ?? 0;
}
