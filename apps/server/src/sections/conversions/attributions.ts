import { type RawBuilder, sql } from "kysely";
import { couponUsesOnReports } from "../coupons/uses-on-bookings.read.ts";
import { clicksOfOwn, isClickPurged } from "../messaging/events/clicks.read.ts";
import { clickedMessages, deliveriesOfOwn } from "../pushes/deliveries.read.ts";
import { bookingsOfGiven, reportsOfBookings } from "../stays/bookings.read.ts";
import { touchedBefore } from "./touched-before.ts";

/** SQL: the same columns, of clicks that bookings are credited to and that are kept nowhere else any more. */
const clicksThatEnded = sql`select own.account_id, own.guest_id, own.customer_id, conversion_attribution.message_event_id,
    conversion_attribution.push_action_id, conversion_attribution.touched_at
  from booking
  cross join lateral (
    select click_conversion_attribution.*
    from conversion_attributions click_conversion_attribution
    where click_conversion_attribution.account_id = booking.account_id and click_conversion_attribution.stay_reservation_id = booking.id
      and click_conversion_attribution.touch = 'click'
    offset 0
  ) conversion_attribution
  join own on own.account_id = conversion_attribution.account_id and own.customer_id = conversion_attribution.sent_to_id
  where ${isClickPurged(sql`conversion_attribution.account_id`, sql`conversion_attribution.message_event_id`)}`;

/**
 * SQL, common table expressions behind `given (account_id, id)`, customers: `attribution`, one row for each of their bookings that a
 * campaign brought (docs/adr/0560). It follows from bookings, stays, messages, clicks and uses of coupons alone. A coupon that was used on
 * the booking comes before the latest click, and this before the latest message; none of those counts that the guest was sent because of
 * this very booking. `windowDays`: for how many days a click or a message counts.
 */
export const attributionsOfGiven = (
  windowDays: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`booking as materialized (
      ${bookingsOfGiven}
    ), report as materialized (
      ${reportsOfBookings}
    ), own as materialized (
      select given.account_id, given.id as guest_id, customer.id as customer_id
      from given
      cross join lateral (
        select own_customer.id
        from customers own_customer
        where own_customer.account_id = given.account_id and own_customer.id = given.id
        union all
        select merged_customer.id
        from customers merged_customer
        where merged_customer.account_id = given.account_id and merged_customer.merged_into = given.id
        offset 0
      ) customer
    ), delivery as materialized (
      ${deliveriesOfOwn}
    ), click as materialized (
      ${clicksOfOwn}
      union all
      ${clicksThatEnded}
    ), clicked_in as materialized (
      ${clickedMessages}
    ), touch as materialized (
      select u.account_id, u.booking_id, 'use' as touch, 1 as place, u.campaign_action_id,
        u.use_date::timestamp at time zone 'Asia/Tokyo' as touched_at, null::bigint as push_action_id, null::bigint as sent_to_id,
        null::bigint as message_event_id, u.id as use_coupon_case_id, u.use_date as used_on
      from (${couponUsesOnReports}) u
      where not exists (select from report r where r.booking_id = u.booking_id and r.report_id = u.about_reservation_id)
      union all
      select booking.account_id, booking.id, 'click', 2, clicked_in.campaign_action_id, click.happened_at, click.push_action_id,
        click.customer_id, click.id, null, null
      from booking
      join click on click.guest_id = booking.customer_id
      join clicked_in on clicked_in.push_action_id = click.push_action_id and clicked_in.customer_id = click.customer_id
      where ${touchedBefore({ moment: sql`click.happened_at`, about: sql`clicked_in.stay_reservation_id` }, windowDays)}
      union all
      select booking.account_id, booking.id, 'delivery', 3, delivery.campaign_action_id, delivery.sent_at, delivery.push_action_id,
        delivery.customer_id, null, null, null
      from booking
      join delivery on delivery.guest_id = booking.customer_id
      where ${touchedBefore({ moment: sql`delivery.sent_at`, about: sql`delivery.stay_reservation_id` }, windowDays)}
    ), attribution as materialized (
      select distinct on (booking.id) booking.account_id, booking.id as stay_reservation_id, booking.customer_id,
        booking.facility_account_id, touch.campaign_action_id, touch.touch, touch.touched_at, touch.push_action_id, touch.sent_to_id,
        touch.message_event_id, touch.use_coupon_case_id,
        case when not booking.is_cancelled then coalesce(booking.reserved_date, touch.used_on) end as reserved_on,
        case when booking.is_cancelled then 0 else booking.reserved_price end as reserved_price,
        booking.stayed_until as transacted_on, booking.use_price
      from booking
      join touch on touch.account_id = booking.account_id and touch.booking_id = booking.id
      where not booking.is_cancelled or booking.stayed_until is not null
      order by booking.id, touch.place, touch.touched_at desc, touch.message_event_id desc, touch.push_action_id desc,
        touch.sent_to_id desc, touch.use_coupon_case_id desc
    )`;
