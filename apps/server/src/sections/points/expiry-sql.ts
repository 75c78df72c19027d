import { type RawBuilder, sql } from "kysely";

/**
 * The last valid day by the rule in points `point`, as `expiresOn` of domain/points/expiry decides it: granted on `grantDate`, `lastStay` the
 * check-out day of the customer's last stay, null before any. Null: never expires.
 */
export function expiresOnSql(grantDate: RawBuilder<unknown>, lastStay: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(case point.expiration_type
      when 'date' then point.expiration_date
      when 'days_from_grant' then ${grantDate}::date + point.expiration_days_from_grant
      when 'days_from_last_stay' then coalesce(${lastStay}, ${grantDate}::date) + point.expiration_days_from_last_stay end)`;
}

/**
 * Points a stay `stay` earns by the rule in points `point`, as `pointsForStay` of domain/points/amount decides it (a test compares both).
 * Whole-number arithmetic in thousandths of a percent, floored once. Prices and rates are bounded where they come in, so that no
 * grant passes the ledger's bound.
 */
export const pointsForStaySql: RawBuilder<number> = sql<number>`(case point.grant_type
    when 'absolute' then point.grant_absolute
    else stay.use_price * (point.grant_rate * 1000)::bigint / 100000 end)`;
