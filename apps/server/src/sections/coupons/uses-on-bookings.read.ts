import type { Variant } from "@okaeri/domain/pushes/variants";
import { type RawBuilder, sql } from "kysely";
import { aboutReservation } from "../pushes/deliveries.read.ts";
import { answersToItsCode, usedByCode, variantOfCoupon } from "./coupons.read.ts";

/**
 * SQL: coupons of campaigns that were used on the bookings of `report (account_id, booking_id, report_id)` and not taken back, also those
 * that an engine used before the hotel told of the booking. Each: account_id, booking_id, id, campaign_action_id, use_date,
 * about_reservation_id: the booking for whose sake the guest was given it.
 */
export const couponUsesOnReports: RawBuilder<unknown> = sql`select used.account_id, used.booking_id, used.id,
    coupon.campaign_action_id, used.use_date,
    ${aboutReservation(sql`acquired.account_id`, sql`acquired.push_action_id`)} as about_reservation_id
  from (
    select report.booking_id, coupon_use.*
    from report
    cross join lateral (
      select booking_coupon_use.*
      from use_coupon_cases booking_coupon_use
      where booking_coupon_use.account_id = report.account_id and booking_coupon_use.stay_reservation_id = report.report_id
      offset 0
    ) coupon_use
    union all
    select report.booking_id, coupon_use.*
    from report
    cross join lateral (
      select coupon_use.*
      from stay_reservations reservation
      join use_coupon_cases coupon_use on ${usedByCode}
      where reservation.account_id = report.account_id and reservation.id = report.report_id and ${answersToItsCode}
      offset 0
    ) coupon_use
  ) used
  cross join lateral (
    select used_coupon.campaign_action_id
    from coupons used_coupon
    where used_coupon.account_id = used.account_id and used_coupon.id = used.coupon_id
    offset 0
  ) coupon
  left join lateral (
    select booking_acquired.account_id, booking_acquired.push_action_id
    from acquire_coupons booking_acquired
    where booking_acquired.account_id = used.account_id and booking_acquired.id = used.acquire_coupon_id
    offset 0
  ) acquired on true
  where coupon.campaign_action_id is not null and used.cancel_date is null`;

/** SQL: the letter of the coupon of a use; null: its action has one coupon. */
export const variantOfUse = (accountId: number, useId: RawBuilder<unknown>): RawBuilder<Variant | null> =>
  sql<Variant | null>`(select ${variantOfCoupon(sql`${accountId}`)}
    from use_coupon_cases coupon_use
    join coupons coupon on coupon.account_id = ${accountId} and coupon.id = coupon_use.coupon_id
    where coupon_use.account_id = ${accountId} and coupon_use.id = ${useId})`;
