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
