import { type RawBuilder, sql } from "kysely";

// Rows are looked up guest by guest (`offset 0`), so that statements without nested loops over sets still use the indexes (docs/adr/0280).

/**
 * SQL: the bookings of `given (account_id, id)`, customers; once where several systems report one. Each: account_id, id, customer_id,
 * facility_account_id, reserved_date, source_updated_at, is_cancelled, reserved_price (null: not reported), stayed_from
 * and stayed_until (null: nobody stayed), use_price.
 */
export const bookingsOfGiven: RawBuilder<unknown> = sql`select reservation.account_id, reservation.id, reservation.customer_id,
    reservation.facility_account_id, reservation.reserved_date, reservation.source_updated_at,
    reservation.cancel_date is not null as is_cancelled, reservation.reserved_price, s.stayed_from, s.stayed_until,
    s.use_price
  from given
  cross join lateral (
    select guest_reservation.*
    from stay_reservations guest_reservation
    where guest_reservation.account_id = given.account_id and guest_reservation.customer_id = given.id
      and guest_reservation.active_status = 'active' and guest_reservation.linked_to_id is null
    offset 0
  ) reservation
  cross join lateral (
    select min(stay.check_in_date) as stayed_from, max(stay.check_out_date) as stayed_until,
      coalesce(sum(stay.use_price), 0)::bigint as use_price
    from stay_transactions stay
    where stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id and stay.reversed_at is null
  ) s`;

/** SQL: the reports of each booking in `booking (account_id, id)`, itself among them: account_id, booking_id, report_id. */
export const reportsOfBookings: RawBuilder<unknown> = sql`select booking.account_id, booking.id as booking_id, booking.id as report_id
  from booking
  union all
  select booking.account_id, booking.id, reservation.id
  from booking
  cross join lateral (
    select linked_reservation.id
    from stay_reservations linked_reservation
    where linked_reservation.account_id = booking.account_id and linked_reservation.linked_to_id = booking.id
    offset 0
  ) reservation`;
