import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { StayEffect } from "../stays/stay-effect.ts";
import { givenIds } from "./given-ids.ts";

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
      sql`with ${givenIds(run.accountId, stayIds)}
        select s.account_id, s.customer_id, greatest(max(s.check_out_date), max(t.last_stay_on)) as last_on
        from given n
        join stay_transactions s on s.account_id = n.account_id and s.id = n.id
        join customer_totals t on t.account_id = n.account_id and t.customer_id = s.customer_id
        group by s.account_id, s.customer_id`,
    );
  },
  async reverse(tx, run, stayIds) {
    await setLastDays(
      tx,
      sql`with ${givenIds(run.accountId, stayIds)}
        select t.account_id, t.customer_id, max(t.last_stay_on) as last_on
        from given n
        join stay_effects e on e.account_id = n.account_id and e.stay_transaction_id = n.id and e.effect = 'applied' and e.reversed_at is null
        join customer_totals t on t.account_id = n.account_id and t.customer_id = (e.detail ->> 'customer_id')::bigint
        group by t.account_id, t.customer_id`,
    );
  },
};

async function setLastDays(tx: Tx, lastStays: RawBuilder<unknown>): Promise<void> {
  await sql`
    with stayed as materialized (${lastStays}), lots as materialized (
      select l.account_id, l.grant_point_id, greatest(g.expiration_date, s.last_on + l.rolling_days) as last_day
      from stayed s
      join point_lots l on l.account_id = s.account_id and l.customer_id = s.customer_id
      join grant_points g on g.account_id = s.account_id and g.id = l.grant_point_id
      where l.remaining > 0 and l.rolling_days is not null
        and l.expires_on is distinct from greatest(g.expiration_date, s.last_on + l.rolling_days)
    )
    update point_lots l set expires_on = lots.last_day, updated_at = now() from lots
    where l.account_id = lots.account_id and l.grant_point_id = lots.grant_point_id`.execute(tx.db);
}
