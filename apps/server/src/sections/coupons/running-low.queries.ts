import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { endedOn } from "./coupons.read.ts";

export type RunningLowRow = {
  campaign_id: number;
  campaign_name: string;
  coupon_id: number;
  name: string;
  left: number;
};

/** So many are named; the campaigns' pages have the rest. */
const NAMED = 20;

/** Coupons with a pool that are out and not over, of whose codes no more are left than somebody wants to be told of. */
export function runningLow(tx: Tx, accountId: number, today: CalendarDate) {
  return tx.one<{ total: number; items: RunningLowRow[] }>`with low as (
      select campaign.id as campaign_id, campaign.name as campaign_name, coupon.id as coupon_id, coupon.name, counter.codes_left as left
      from coupons coupon
      join coupon_counters counter on counter.account_id = coupon.account_id and counter.coupon_id = coupon.id
      join campaign_actions action on action.account_id = coupon.account_id and action.id = coupon.campaign_action_id
      join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
      join campaigns campaign on campaign.account_id = segment.account_id and campaign.id = segment.campaign_id
      where coupon.account_id = ${accountId} and coupon.type = 'code' and coupon.code is null
        and counter.codes_left <= coupon.codes_alarm_at and coupon.issued_at is not null and not ${endedOn(today)}
        and (campaign.campaign_end_dt is null or campaign.campaign_end_dt >= ${today}::date)
    )
    select (select count(*)::int from low) as total,
      coalesce((select json_agg(x) from (select * from low order by "left", coupon_id desc limit ${NAMED}) x), '[]') as items`;
}
