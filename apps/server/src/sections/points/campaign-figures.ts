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
    insert into campaign_stay_figures as f (account_id, campaign_id, entries, customers, points)
    select n.account_id, g.campaign_id, count(*), count(distinct g.customer_id) filter (where not exists (
        select from grant_points p where p.account_id = g.account_id and p.campaign_id = g.campaign_id and p.customer_id = g.customer_id
          and p.push_action_id is null and p.id < ${first}::bigint)), sum(g.grant_point)
    from given n join grant_points g on g.account_id = n.account_id and g.id = n.id
    where g.campaign_id is not null and g.push_action_id is null
    group by n.account_id, g.campaign_id
    on conflict (account_id, campaign_id) do update set entries = f.entries + excluded.entries,
      customers = f.customers + excluded.customers, points = f.points + excluded.points`;
  await tx.run`with ${givenIds(accountId, grantIds)}
    insert into campaign_reversals as f (account_id, campaign_id, push_action_id, points)
    select n.account_id, g.campaign_id, g.push_action_id, -sum(g.grant_point)
    from given n join grant_points g on g.account_id = n.account_id and g.id = n.id
    where g.campaign_id is not null and g.reverses_grant_point_id is not null
    group by n.account_id, g.campaign_id, g.push_action_id
    on conflict (account_id, campaign_id, push_action_id) do update set points = f.points + excluded.points`;
}
