import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { StayEffect, StayRun } from "../stays/stay-effect.ts";

/**
 * days_from_last_stay: a stay moves the last valid day of living lots forward (domain/points/expiry rollForward). A lot stands at
 * the later of what was promised when it was granted and the last stay's check-out plus its days, so that a reversal finds the
 * exact day again without a history. First in the list of effects: applied before the totals know the stays, reversed after.
 */
export const rollExpiry: StayEffect = {
  name: "rolling_expiry",
  async apply(tx, run, stayIds) {
    await setLastDays(
      tx,
      run,
      sql`select s.customer_id, greatest(max(s.check_out_date), max(t.last_stay_on)) as last_on
        from stay_transactions s join customer_totals t on t.account_id = s.account_id and t.customer_id = s.customer_id
        where s.account_id = ${run.accountId} and s.id = any(${stayIds}::bigint[]) group by s.customer_id`,
    );
  },
  async reverse(tx, run, stayIds) {
    await setLastDays(
      tx,
      run,
      sql`select t.customer_id, t.last_stay_on as last_on from customer_totals t
        where t.account_id = ${run.accountId} and t.customer_id in (
          select (e.detail ->> 'customer_id')::bigint from stay_effects e
          where e.account_id = ${run.accountId} and e.stay_transaction_id = any(${stayIds}::bigint[])
            and e.effect = 'applied' and e.reversed_at is null)`,
    );
  },
};

async function setLastDays(tx: Tx, run: StayRun, lastStays: RawBuilder<unknown>): Promise<void> {
  await sql`
    update point_lots l set expires_on = greatest(g.expiration_date, s.last_on + l.rolling_days), updated_at = now()
    from (${lastStays}) s, grant_points g
    where l.account_id = ${run.accountId} and l.customer_id = s.customer_id and l.remaining > 0 and l.rolling_days is not null
      and g.account_id = l.account_id and g.id = l.grant_point_id
      and l.expires_on is distinct from greatest(g.expiration_date, s.last_on + l.rolling_days)`.execute(tx.db);
}
