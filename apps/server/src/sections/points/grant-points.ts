import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { expiresOnSql } from "./expiry-sql.ts";
import { addLots, expirePoints, lockPointAccounts, type PointContext, payDebts, syncBalances } from "./lots.ts";

export type Granted = { id: number; customer_id: number; grant_point: number; stay_transaction_id: number | null };

/**
 * Writes grants into the ledger, pays debts first and raises the balances. Idempotent: an idempotency key that exists grants nothing again.
 * `grants` is a select of customer_id, facility_account_id, grant_point, expiration_type, expiration_date, expiration_days_from_grant,
 * expiration_days_from_last_stay, remarks, action_id, campaign_id, push_action_id, stay_reservation_id, stay_transaction_id,
 * idempotency_key, in this order. Grants without points and grants that would already have expired are left out. Returns the new grants.
 */
export async function grantPoints(tx: Tx, ctx: PointContext, grants: RawBuilder<unknown>): Promise<Granted[]> {
  // Expires first: in the ledger no entry comes before an expiry that the guest has been shown already.
  await expirePoints(tx, ctx);
  const inserted = await tx.all<Granted>`
    insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type, expiration_date,
      expiration_days_from_grant, expiration_days_from_last_stay, remarks, action_id, campaign_id, push_action_id, stay_reservation_id,
      stay_transaction_id, idempotency_key, created_by, updated_by)
    select ${ctx.accountId}, g.facility_account_id, g.customer_id, g.grant_point, ${ctx.today}::date, g.expiration_type,
      g.expiration_date, g.expiration_days_from_grant, g.expiration_days_from_last_stay, g.remarks, g.action_id, g.campaign_id,
      g.push_action_id, g.stay_reservation_id, g.stay_transaction_id, g.idempotency_key, ${ctx.userId}, ${ctx.userId}
    from (${grants})
        g (customer_id, facility_account_id, grant_point, expiration_type, expiration_date, expiration_days_from_grant,
          expiration_days_from_last_stay, remarks, action_id, campaign_id, push_action_id, stay_reservation_id, stay_transaction_id,
          idempotency_key)
    where g.grant_point > 0 and (g.expiration_date is null or g.expiration_date >= ${ctx.today}::date)
    order by g.customer_id, g.idempotency_key
    on conflict (account_id, idempotency_key) do nothing
    returning id, customer_id, grant_point, stay_transaction_id`;
  if (inserted.length === 0) return [];
  const customerIds = [...new Set(inserted.map((row) => row.customer_id))];
  await lockPointAccounts(tx, ctx.accountId, customerIds);
  await addLots(
    tx,
    ctx.accountId,
    inserted.map((row) => row.id),
  );
  await payDebts(tx, ctx, customerIds);
  await syncBalances(tx, ctx.accountId, customerIds);
  return inserted;
}

export type ActionGrant = {
  /** campaign_actions.id with its points row. */
  actionId: number;
  campaignId: number;
  /** Where the points are booked; the programme account itself for sends. */
  facilityAccountId: number;
  /** Each guest once, with the push it is by. */
  recipients: readonly { pushActionId: number; customerId: number }[];
  remarks: string;
};

/** What came of one customer's grant: the ledger has it, with so many points; it would have expired before this day; or the rule gives nothing. */
export type ActionGrantResult = {
  push_action_id: number;
  customer_id: number;
  result: "granted" | "expired_at_once" | "nothing";
  points: number | null;
};

/**
 * Grants the points of one campaign action to these customers, once per push (sends of campaigns). Only absolute amounts: a rate needs a
 * stay. Returns each customer's result; idempotent, so a repeat on the same day gives the same results.
 */
export async function grantActionPoints(tx: Tx, ctx: PointContext, input: ActionGrant): Promise<ActionGrantResult[]> {
  const expiresOn = expiresOnSql(sql`${ctx.today}::date`, sql`total.last_stay_on`);
  const key = sql`'push:' || n.push_action_id || ':' || total.customer_id`;
  const given = sql`given as materialized (
      select ${ctx.accountId}::bigint as account_id, u.*
      from unnest(${input.recipients.map((one) => one.customerId)}::bigint[],
        ${input.recipients.map((one) => one.pushActionId)}::bigint[]) u (id, push_action_id)
    )`;
  await grantPoints(
    tx,
    ctx,
    sql`with ${given}
      select total.customer_id, ${input.facilityAccountId}::bigint, point.grant_absolute, point.expiration_type, ${expiresOn},
        point.expiration_days_from_grant, point.expiration_days_from_last_stay, ${input.remarks}::text, point.campaign_action_id,
        ${input.campaignId}::bigint, n.push_action_id, null::bigint, null::bigint, ${key}
      from given n
      join customer_totals total on total.account_id = n.account_id and total.customer_id = n.id
      join points point on point.account_id = n.account_id
      where point.campaign_action_id = ${input.actionId} and point.active_status = 'active' and point.grant_type = 'absolute'`,
  );
  return tx.all<ActionGrantResult>`with ${given}
    select n.push_action_id, total.customer_id, held.points,
      case when held.points is not null then 'granted' when ${expiresOn} < ${ctx.today}::date then 'expired_at_once' else 'nothing' end
        as result
    from given n
    join customer_totals total on total.account_id = n.account_id and total.customer_id = n.id
    left join points point on point.account_id = n.account_id and point.campaign_action_id = ${input.actionId}
      and point.active_status = 'active'
    -- Looked up one by one, and by the account itself: else the planner walks all grants of the account for each customer.
    cross join lateral (
      select (select point_grant.grant_point
          from grant_points point_grant
          where point_grant.account_id = ${ctx.accountId} and point_grant.idempotency_key = ${key}) as points
    ) held`;
}
