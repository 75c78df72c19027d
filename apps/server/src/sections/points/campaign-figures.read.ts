import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/**
 * SQL over campaigns `campaign`, one row: what their stays and sends granted, besides what `pushes` says. `earned`: by stays, whatever was taken
 * back later; `reversed`: of both; `entries` and `customers`: of stays, null where there are none.
 */
export const campaignPoints: RawBuilder<unknown> = sql`select stay_figure.entries, stay_figure.customers,
    coalesce(stay_figure.points, 0) + coalesce(k.of_stays, 0) as earned, coalesce(k.points, 0)::bigint as reversed
  from (
    select coalesce(sum(reversal.points), 0) as points,
      coalesce(sum(reversal.points) filter (where reversal.push_action_id is null), 0) as of_stays
    from campaign_reversals reversal
    where reversal.account_id = campaign.account_id and reversal.campaign_id = campaign.id
  ) k
  left join campaign_stay_figures stay_figure on stay_figure.account_id = campaign.account_id and stay_figure.campaign_id = campaign.id`;

/** Points taken back of these pushes, by push. */
export async function reversedOfPushes(
  tx: Tx,
  accountId: number,
  pushIds: readonly number[],
): Promise<Map<number, number>> {
  const found = await tx.all<{
    push_action_id: number;
    points: number;
  }>`select push_action_id, points
    from campaign_reversals
    where account_id = ${accountId} and push_action_id = any(${pushIds}::bigint[])`;
  return new Map(found.map((row) => [row.push_action_id, row.points]));
}

/** SQL over pushes `push`: the points that were taken back of it. */
export const reversedOfPush: RawBuilder<number> = sql<number>`coalesce((select reversal.points
  from campaign_reversals reversal
  where reversal.account_id = push.account_id and reversal.push_action_id = push.id), 0)`;
