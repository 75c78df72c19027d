import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";

export type RunningLow = { campaign_id: number; campaign_name: string; coupon_id: number; name: string; left: number };

/** So many are named; the campaigns' pages have the rest. */
const NAMED = 20;

/** Coupons with a pool that are out and not over, of whose codes no more are left than somebody wants to be told of. */
export function runningLow(tx: Tx, accountId: number, today: CalendarDate) {
  return tx.one<{ total: number; items: RunningLow[] }>`with low as (
      select c.id as campaign_id, c.name as campaign_name, k.id as coupon_id, k.name, n.codes_left as left
      from coupons k join coupon_counters n on n.account_id = k.account_id and n.coupon_id = k.id
      join campaign_actions a on a.account_id = k.account_id and a.id = k.campaign_action_id
      join campaign_segments s on s.account_id = a.account_id and s.id = a.campaign_segment_id
      join campaigns c on c.account_id = s.account_id and c.id = s.campaign_id
      where k.account_id = ${accountId} and k.type = 'code' and k.code is null and n.codes_left <= k.codes_alarm_at
        and k.issued_at is not null and k.active_status = 'active'
        and (k.stay_end_date is null or k.stay_end_date >= ${today}::date)
        and (k.reservation_end_date is null or k.reservation_end_date >= ${today}::date)
        and (c.campaign_end_dt is null or c.campaign_end_dt >= ${today}::date))
    select (select count(*)::int from low) as total,
      coalesce((select json_agg(x) from (select * from low order by "left", coupon_id desc limit ${NAMED}) x), '[]') as items`;
}
