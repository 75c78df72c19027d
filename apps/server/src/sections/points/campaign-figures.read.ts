import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/**
 * SQL over campaigns `c`, one row: what their stays and sends granted, besides what `pushes` says. `earned`: by stays, whatever was taken
 * back later; `reversed`: of both; `entries` and `customers`: of stays, null where there are none.
 */
export const campaignPoints: RawBuilder<unknown> = sql`select f.entries, f.customers,
    coalesce(f.points, 0) + coalesce(k.of_stays, 0) as earned, coalesce(k.points, 0)::bigint as reversed
  from (select coalesce(sum(r.points), 0) as points, coalesce(sum(r.points) filter (where r.push_action_id is null), 0) as of_stays
    from campaign_reversals r where r.account_id = c.account_id and r.campaign_id = c.id) k
  left join campaign_stay_figures f on f.account_id = c.account_id and f.campaign_id = c.id`;

/** Points taken back of these pushes, by push. */
export async function reversedOfPushes(
  tx: Tx,
  accountId: number,
  pushIds: readonly number[],
): Promise<Map<number, number>> {
  const found = await tx.all<{
    push_action_id: number;
    points: number;
  }>`select push_action_id, points from campaign_reversals
    where account_id = ${accountId} and push_action_id = any(${pushIds}::bigint[])`;
  return new Map(found.map((row) => [row.push_action_id, row.points]));
}
