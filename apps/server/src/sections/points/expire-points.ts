import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "./given-ids.ts";
import { lockPointAccounts, lockProgramme, type PointRun } from "./point-run.ts";

/**
 * Empties the lots whose last valid day has passed and lowers the balances with them. Run nightly for every programme and before
 * stays are applied, so that what is left in a lot is always alive. Returns how many customers lost points.
 */
export async function expirePoints(tx: Tx, run: PointRun): Promise<number> {
  await lockProgramme(tx, run.accountId);
  const overdue = await sql<{ customer_id: number }>`select distinct customer_id from point_lots
    where account_id = ${run.accountId} and remaining > 0 and expires_on < ${run.today}::date`.execute(tx.db);
  if (overdue.rows.length === 0) return 0;
  const customerIds = overdue.rows.map((row) => row.customer_id);
  await lockPointAccounts(tx, run.accountId, customerIds);
  await sql`
    with ${givenIds(run.accountId, customerIds)}, gone as materialized (
      select l.account_id, l.grant_point_id, l.customer_id, l.remaining
      from given n join point_lots l on l.account_id = n.account_id and l.customer_id = n.id
      where l.remaining > 0 and l.expires_on < ${run.today}::date
    ), emptied as (
      update point_lots l set remaining = 0, updated_at = now() from gone
      where l.account_id = gone.account_id and l.grant_point_id = gone.grant_point_id
    ), noted as (
      insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on, created_by)
      select account_id, customer_id, grant_point_id, 'expired', remaining, ${run.today}::date, ${run.userId} from gone
    )
    update point_accounts a set balance = a.balance - g.point, updated_at = now()
    from (select account_id, customer_id, sum(remaining)::bigint as point from gone group by account_id, customer_id) g
    where a.account_id = g.account_id and a.customer_id = g.customer_id`.execute(tx.db);
  return customerIds.length;
}
