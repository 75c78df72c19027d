import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";

/**
 * Adds new entries of the ledger to the campaign figures: what stays earned, and what was taken back of stays and sends. Needs the
 * programme's lock, so that every entry with a lower id is committed already.
 */
export async function keepCampaignFigures(tx: Tx, accountId: number, grantIds: readonly number[]): Promise<void> {
  if (grantIds.length === 0) return;
  const first = grantIds.reduce((least, id) => Math.min(least, id));
  await tx.run`with ${givenIds(accountId, grantIds)}
    insert into campaign_stay_figures as stay_figure (account_id, campaign_id, entries, customers, points)
    select n.account_id, point_grant.campaign_id, count(*),
      count(distinct point_grant.customer_id) filter (where not exists (select from grant_points earlier_point_grant
          where earlier_point_grant.account_id = point_grant.account_id
            and earlier_point_grant.campaign_id = point_grant.campaign_id and earlier_point_grant.customer_id = point_grant.customer_id
            and earlier_point_grant.push_action_id is null and earlier_point_grant.id < ${first}::bigint)),
      sum(point_grant.grant_point)
    from given n
    join grant_points point_grant on point_grant.account_id = n.account_id and point_grant.id = n.id
    where point_grant.campaign_id is not null and point_grant.push_action_id is null
    group by n.account_id, point_grant.campaign_id
    on conflict (account_id, campaign_id) do update set entries = stay_figure.entries + excluded.entries,
      customers = stay_figure.customers + excluded.customers, points = stay_figure.points + excluded.points`;
  await tx.run`with ${givenIds(accountId, grantIds)}
    insert into campaign_reversals as reversal (account_id, campaign_id, push_action_id, points)
    select n.account_id, point_grant.campaign_id, point_grant.push_action_id, -sum(point_grant.grant_point)
    from given n
    join grant_points point_grant on point_grant.account_id = n.account_id and point_grant.id = n.id
    where point_grant.campaign_id is not null and point_grant.reverses_grant_point_id is not null
    group by n.account_id, point_grant.campaign_id, point_grant.push_action_id
    on conflict (account_id, campaign_id, push_action_id) do update set points = reversal.points + excluded.points`;
}
