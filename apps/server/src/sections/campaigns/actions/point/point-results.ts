import { sql } from "kysely";
import { atFacilities, dayWithin } from "../../../../database/narrowed.ts";
import type { ActionResults } from "../asked-results.ts";

/**
 * Points that actions granted, on the day of the grant, whatever became of them; and what guests used of these very points and did not give
 * back, on the day of the use. One of them pays one yen (domain/points/use-limits.ts).
 */
export const pointResults: ActionResults = {
  figures: ["sent", "delivered", "points", "points_used", "cost"],
  entries: (
    asked,
  ) => sql`select 'points' as figure, point_grant.action_id, point_grant.facility_account_id as facility_id,
      point_grant.grant_date as day, null::timestamptz as at, point_grant.customer_id, point_grant.stay_reservation_id as reservation_id,
      point_grant.grant_point as amount, point_grant.id as place
    from grant_points point_grant
    where point_grant.account_id = ${asked.accountId} and point_grant.action_id = any(${asked.actionIds}::bigint[])
      and point_grant.grant_point > 0 and ${dayWithin(asked.days, sql`point_grant.grant_date`)}
      and ${atFacilities(asked, sql`point_grant.facility_account_id`)}
    union all
    select v.figure, point_grant.action_id, point_use.facility_account_id, point_use.use_date, null, point_use.customer_id,
      point_use.stay_reservation_id, used_point.use_point, used_point.id
    from grant_points point_grant
    join use_points used_point on used_point.account_id = ${asked.accountId} and used_point.grant_point_id = point_grant.id
    join use_point_cases point_use on point_use.account_id = ${asked.accountId} and point_use.id = used_point.use_point_case_id
      and point_use.cancel_date is null
    cross join (values ('points_used'), ('cost')) v (figure)
    where point_grant.account_id = ${asked.accountId} and point_grant.action_id = any(${asked.actionIds}::bigint[])
      and ${dayWithin(asked.days, sql`point_use.use_date`)} and ${atFacilities(asked, sql`point_use.facility_account_id`)}`,
};
