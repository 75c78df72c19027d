import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";

/**
 * SQL: the stays of these guests since a day that always-on campaigns paid: campaign_id, action_id, stay_id, check_out_date, and the points
 * that are left of it; 0 where they were taken back.
 */
export function paidStaysOf(
  accountId: number,
  customerIds: readonly number[],
  since: CalendarDate,
): RawBuilder<unknown> {
  return sql`select point_grant.campaign_id, point_grant.action_id, stay.id as stay_id, stay.check_out_date,
      sum(point_grant.grant_point)::bigint as points
    from grant_points point_grant
    join stay_transactions stay on stay.account_id = ${accountId} and stay.id = point_grant.stay_transaction_id
    where point_grant.account_id = ${accountId} and point_grant.customer_id = any(${customerIds}::bigint[])
      and point_grant.campaign_id is not null and point_grant.action_id is not null and point_grant.push_action_id is null
      and stay.check_out_date >= ${since}
    group by point_grant.campaign_id, point_grant.action_id, stay.id, stay.check_out_date`;
}
