import { parseCondition } from "@okaeri/domain/segments/condition";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { conditionSql } from "../campaigns/condition-sql.ts";
import type { StayEffect, StayRun } from "../stays/stay-effect.ts";
import { type BasicCampaign, basicCampaigns } from "./basic-campaigns.queries.ts";
import { expiresOnSql, pointsForStaySql } from "./expiry-sql.ts";
import { givenIds } from "./given-ids.ts";
import { grantPoints } from "./grant-points.ts";
import { reverseStayGrants } from "./reverse-grants.ts";

/**
 * Points of basic campaigns (product §5, §8): a stay whose check-out day lies in the campaign earns by the first segment its guest
 * falls into. Conditions see the customer as of now, this stay included. A stay earns once per action and round.
 */
export const grantStayPoints: StayEffect = {
  name: "points",
  async apply(tx, run, stayIds) {
    const campaigns = await basicCampaigns(tx, run.accountId, stayIds);
    if (campaigns.length === 0) return;
    const granted = await grantPoints(
      tx,
      run,
      sql.join(
        campaigns.map((campaign) => earned(run, campaign, stayIds)),
        sql` union all `,
      ),
    );
    const paid = granted.flatMap((grant) => (grant.stay_transaction_id === null ? [] : [grant.stay_transaction_id]));
    if (paid.length > 0) await setGrantStatus(tx, run, paid, "granted");
  },
  async reverse(tx, run, stayIds) {
    await reverseStayGrants(tx, run, stayIds);
    await setGrantStatus(tx, run, stayIds, "not_granted");
  },
};

/** The grants one campaign owes for these stays, in the column order of grantPoints. */
function earned(run: StayRun, campaign: BasicCampaign, stayIds: readonly number[]): RawBuilder<unknown> {
  const expiresOn = expiresOnSql(run.today, sql`t.last_stay_on`);
  const grantedBefore = sql<boolean>`exists (select from grant_points g where g.account_id = s.account_id
    and g.stay_transaction_id = s.id and g.action_id = a.id)`;
  return sql`(
    with ${givenIds(run.accountId, stayIds)}, s as materialized (
      select st.*, e.round, ${segmentOf(run, campaign)} as segment_id
      from given n
      join stay_transactions st on st.account_id = n.account_id and st.id = n.id
      join stay_effects e on e.account_id = n.account_id and e.stay_transaction_id = n.id and e.effect = 'applied' and e.reversed_at is null
      join customers c on c.account_id = n.account_id and c.id = st.customer_id
      where st.check_out_date >= coalesce(${campaign.start_on}::date, '-infinity')
        and st.check_out_date <= coalesce(${campaign.end_on}::date, 'infinity')
    )
    select s.customer_id, s.facility_account_id, ${pointsForStaySql} as grant_point, p.expiration_type,
      ${expiresOn} as expiration_date, p.expiration_days_from_grant, p.expiration_days_from_last_stay, ''::text as remarks,
      a.id as action_id, null::bigint as push_action_id, s.stay_reservation_id, s.id as stay_transaction_id,
      concat_ws(':', 'stay', s.id, a.id, s.round) as idempotency_key
    from s
    join stay_reservations r on r.account_id = s.account_id and r.id = s.stay_reservation_id and r.grant_status <> 'excluded'
    join customer_totals t on t.account_id = s.account_id and t.customer_id = s.customer_id
    join campaign_actions a on a.account_id = s.account_id and a.campaign_segment_id = s.segment_id and a.type = 'point'
      and a.active_status = 'active'
    join points p on p.account_id = a.account_id and p.campaign_action_id = a.id and p.active_status = 'active'
    where s.use_price >= coalesce(p.grant_condition, 0) and (cardinality(p.plan_code) = 0 or r.plan_code = any(p.plan_code))
      and ${campaign.running ? sql`true` : grantedBefore}
  )`;
}

/** The first segment the guest `c` falls into, null for none. */
function segmentOf(run: StayRun, campaign: BasicCampaign): RawBuilder<unknown> {
  const branches = campaign.segments.map(({ id, tree, everybody }) => {
    const parsed = tree === null ? null : parseCondition(tree);
    const condition = parsed?.ok
      ? conditionSql(parsed.tree, { today: run.today, shape: "row" })
      : everybody
        ? sql`true`
        : sql`false`;
    return sql`when ${condition} then ${id}::bigint`;
  });
  return sql`case ${sql.join(branches, sql` `)} end`;
}

async function setGrantStatus(tx: Tx, run: StayRun, stayIds: readonly number[], status: "granted" | "not_granted") {
  const from = status === "granted" ? "not_granted" : "granted";
  await sql`with ${givenIds(run.accountId, stayIds)}, paid as materialized (
      select s.account_id, s.stay_reservation_id from given n
      join stay_transactions s on s.account_id = n.account_id and s.id = n.id
    )
    update stay_reservations r set grant_status = ${status}, updated_at = now()
    from paid where r.account_id = paid.account_id and r.id = paid.stay_reservation_id and r.grant_status = ${from}`.execute(
    tx.db,
  );
}
