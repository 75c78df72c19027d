import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { isOpenLot } from "./balances.read.ts";
import { keepCampaignFigures } from "./campaign-figures.ts";
import { expireLots, lockPointAccounts, type PointContext, payDebts, syncBalances } from "./lots.ts";
import { applyReversals } from "./reverse-grants.ts";

/** A push that granted points, and its action. */
type Granting = { id: number; campaign_action_id: number };

const actionIds = (pushes: readonly Granting[]) => pushes.map((push) => push.campaign_action_id);
const pushIds = (pushes: readonly Granting[]) => pushes.map((push) => push.id);

/** SQL over grants `point_grant`: what is left of one after earlier reversals, spent or not. */
const left = sql`(point_grant.grant_point
    + coalesce((select sum(reversal_point_grant.grant_point)
        from grant_points reversal_point_grant
        where reversal_point_grant.account_id = point_grant.account_id
          and reversal_point_grant.reverses_grant_point_id = point_grant.id),
      0))::bigint`;

/** What taking back would do, as of now. */
export type RevocablePoints = {
  /** Guests whose points are taken back, and all of these. */
  customers: number;
  points: number;
  /** What leaves balances: of the grants themselves, and of other points where those were used. */
  from_balance: number;
  /** What has expired: taken back all the same, and nobody loses anything by it. */
  expired: number;
  used: number;
  /** What was used and no other points are there for: owed from then on. */
  owed_customers: number;
  owed_points: number;
};

/**
 * What `revokeGrants` would do to all guests of these pushes, by the rules of applyReversals: from the grant's own lot, then its expired
 * points, then the holder's other open lots; the rest becomes a debt. Overdue lots count as expired.
 */
export async function countRevocableGrants(
  tx: Tx,
  { accountId, today }: Pick<PointContext, "accountId" | "today">,
  pushes: readonly Granting[],
): Promise<RevocablePoints> {
  return tx.one<RevocablePoints>`with grants as materialized (
      select point_grant.account_id, point_grant.customer_id, lot.customer_id as holder, ${left} as amount,
        case when ${isOpenLot(today)} then lot.remaining else 0 end as open,
        case when ${isOpenLot(today)} then 0 else lot.remaining end
          + (select coalesce(sum(case adjustment.kind when 'expired' then adjustment.point else -adjustment.point end), 0)::bigint
            from point_adjustments adjustment
            where adjustment.account_id = point_grant.account_id and adjustment.grant_point_id = point_grant.id
              and adjustment.kind in ('expired', 'revived')) as expired
      from grant_points point_grant
      join point_lots lot on lot.account_id = point_grant.account_id and lot.grant_point_id = point_grant.id
      where point_grant.account_id = ${accountId} and point_grant.action_id = any(${actionIds(pushes)}::bigint[])
        and point_grant.push_action_id = any(${pushIds(pushes)}::bigint[]) and point_grant.grant_point > 0
    ), own as (
      select account_id, holder, amount, least(amount, open) as taken, least(amount - least(amount, open), expired) as lapsed
      from grants
      where amount > 0
    ), holders as (
      select account_id, holder, sum(amount) as amount, sum(taken) as taken, sum(lapsed) as lapsed,
        sum(amount - taken - lapsed) as missing
      from own
      group by account_id, holder
    ), owing as (
      select h.*,
        case when h.missing = 0 then 0
          else greatest(0,
            h.missing + h.taken
              - (select coalesce(sum(lot.remaining), 0)
                from point_lots lot
                where lot.account_id = h.account_id and lot.customer_id = h.holder and ${isOpenLot(today)})) end as owed
      from holders h
    )
    select (select count(distinct customer_id) from grants where amount > 0)::int as customers,
      coalesce(sum(amount), 0)::bigint as points, coalesce(sum(amount - lapsed - owed), 0)::bigint as from_balance,
      coalesce(sum(lapsed), 0)::bigint as expired, coalesce(sum(missing), 0)::bigint as used,
      (count(*) filter (where owed > 0))::int as owed_customers, coalesce(sum(owed), 0)::bigint as owed_points
    from owing`;
}

/**
 * Takes back all that is left of what these pushes granted to these guests, however much was spent: one ledger entry for each grant, with
 * its own idempotency key. Needs the programme's lock, so that no guest is merged and no grant reversed meanwhile. Returns how many guests,
 * the points, who holds them today, and which pushes granted them.
 */
export async function revokeGrants(
  tx: Tx,
  ctx: PointContext,
  input: { pushes: readonly Granting[]; customerIds: readonly number[]; remarks: string },
): Promise<{ customers: number; points: number; holders: number[]; takenFrom: number[] }> {
  const { pushes, customerIds, remarks } = input;
  const grants = await tx.all<{
    id: number;
    push_action_id: number;
    customer_id: number;
    holder: number;
    amount: number;
  }>`with ${givenIds(ctx.accountId, customerIds)}
    select f.*
    from given n
    cross join lateral (
      select point_grant.id, p.id as push_action_id, point_grant.customer_id, lot.customer_id as holder, ${left} as amount
      from unnest(${actionIds(pushes)}::bigint[], ${pushIds(pushes)}::bigint[]) p (action_id, id)
      join grant_points point_grant on point_grant.account_id = n.account_id and point_grant.action_id = p.action_id
        and point_grant.push_action_id = p.id and point_grant.customer_id = n.id and point_grant.grant_point > 0
      join point_lots lot on lot.account_id = point_grant.account_id and lot.grant_point_id = point_grant.id
    ) f
    where f.amount > 0`;
  if (grants.length === 0) return { customers: 0, points: 0, holders: [], takenFrom: [] };
  const holders = [...new Set(grants.map((grant) => grant.holder))];
  await lockPointAccounts(tx, ctx.accountId, holders);
  await expireLots(tx, ctx, holders);
  const entries = await tx.all<{
    id: number;
  }>`insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type, expiration_date,
      expiration_days_from_grant, expiration_days_from_last_stay, remarks, action_id, campaign_id, push_action_id,
      reverses_grant_point_id, idempotency_key, created_by, updated_by)
    select point_grant.account_id, point_grant.facility_account_id, point_grant.customer_id, -x.amount, ${ctx.today}::date,
      point_grant.expiration_type, point_grant.expiration_date, point_grant.expiration_days_from_grant,
      point_grant.expiration_days_from_last_stay, ${remarks}, point_grant.action_id, point_grant.campaign_id, point_grant.push_action_id,
      point_grant.id, 'revoke:' || point_grant.id, ${ctx.userId}, ${ctx.userId}
    from unnest(${grants.map(({ id }) => id)}::bigint[], ${grants.map(({ amount }) => amount)}::bigint[]) x (id, amount)
    join grant_points point_grant on point_grant.account_id = ${ctx.accountId} and point_grant.id = x.id
    order by point_grant.id
    returning id`;
  const ids = entries.map(({ id }) => id);
  await applyReversals(tx, ctx, ids);
  await keepCampaignFigures(tx, ctx.accountId, ids);
  await payDebts(tx, ctx, holders);
  await syncBalances(tx, ctx.accountId, holders);
  const customers = new Set(grants.map(({ customer_id }) => customer_id)).size;
  const takenFrom = [...new Set(grants.map(({ push_action_id }) => push_action_id))];
  return { customers, points: grants.reduce((sum, { amount }) => sum + amount, 0), holders, takenFrom };
}
