import { type RawBuilder, sql } from "kysely";

/**
 * The last valid day by the rule in points `p`, as `expiresOn` of domain/points/expiry decides it: granted on `grantDate`, `lastStay` the
 * check-out day of the customer's last stay, null before any. Null: never expires.
 */
export function expiresOnSql(grantDate: RawBuilder<unknown>, lastStay: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(case p.expiration_type
    when 'date' then p.expiration_date
    when 'days_from_grant' then ${grantDate}::date + p.expiration_days_from_grant
    when 'days_from_last_stay' then coalesce(${lastStay}, ${grantDate}::date) + p.expiration_days_from_last_stay
  end)`;
}

/**
 * Points a stay `s` earns by the rule in points `p`, as `pointsForStay` of domain/points/amount decides it (a test compares both).
 * Whole-number arithmetic in thousandths of a percent, floored once. Prices and rates are bounded where they come in, so that no
 * grant passes the ledger's bound.
 */
export const pointsForStaySql: RawBuilder<number> = sql<number>`(case p.grant_type
    when 'absolute' then p.grant_absolute else s.use_price * (p.grant_rate * 1000)::bigint / 100000 end)`;
