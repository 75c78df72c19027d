import { type RawBuilder, sql } from "kysely";
import { aboutReservation } from "../pushes/deliveries.read.ts";

/**
 * SQL: coupons of campaigns that were used on the bookings of `report (account_id, booking_id, report_id)` and not taken back. Each:
 * account_id, booking_id, id, campaign_action_id, use_date, about_reservation_id: the booking for whose sake the guest was given it.
 */
export const couponUsesOnReports: RawBuilder<unknown> = sql`select report.account_id, report.booking_id, coupon_use.id,
    coupon.campaign_action_id, coupon_use.use_date,
    ${aboutReservation(sql`acquired.account_id`, sql`acquired.push_action_id`)} as about_reservation_id
  from report
  join use_coupon_cases coupon_use on coupon_use.account_id = report.account_id and coupon_use.stay_reservation_id = report.report_id
    and coupon_use.cancel_date is null
  join coupons coupon on coupon.account_id = coupon_use.account_id and coupon.id = coupon_use.coupon_id
  left join acquire_coupons acquired on acquired.account_id = coupon_use.account_id and acquired.id = coupon_use.acquire_coupon_id
  where coupon.campaign_action_id is not null`;
