import type { ListsOf } from "@okaeri/domain/segments/lists";
import { sql } from "kysely";
import { isHolidayEveSql, weekdayOf } from "../../database/day-sql.ts";
import type { SqlColumn } from "../../database/form-sql.ts";
import { type ListSql, perItem } from "../../database/list-sql.ts";

/** What conditions count of the stays and bookings of a customer `customer`. */
export const STAY_LISTS: { [L in ListsOf<"stays">]: ListSql<L> } = {
  stays: {
    // Each has a booking; joined like this, the planner leaves it out where no fact asks for it.
    from: sql`stay_transactions stay
    left join stay_reservations reservation on reservation.account_id = stay.account_id and reservation.id = stay.stay_reservation_id`,
    where: sql<boolean>`stay.reversed_at is null and stay.customer_id is not null`,
    accountId: sql`stay.account_id`,
    customerId: sql`stay.customer_id`,
    ofCustomer: sql<boolean>`stay.account_id = customer.account_id and stay.customer_id = customer.id`,
    items: {
      ...ofBooking(sql`stay.check_in_date`, sql`stay.check_out_date`, sql`(stay.account_id, stay.stay_reservation_id)`),
      facility_account_id: perItem("int8", sql`stay.facility_account_id`),
      use_price: perItem("int8", sql`stay.use_price`),
      is_online_check_in: perItem("bool", sql`stay.is_online_check_in`),
      is_online_check_out: perItem("bool", sql`stay.is_online_check_out`),
    },
  },
  reservations: {
    from: sql`stay_reservations reservation
    left join stay_transactions stay on stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id
      and stay.reversed_at is null`,
    where: sql<boolean>`reservation.reservation_status = 'reserved' and reservation.active_status = 'active'
      and reservation.linked_to_id is null and reservation.customer_id is not null`,
    accountId: sql`reservation.account_id`,
    customerId: sql`reservation.customer_id`,
    ofCustomer: sql<boolean>`reservation.account_id = customer.account_id and reservation.customer_id = customer.id`,
    items: {
      ...ofBooking(
        sql`reservation.check_in_date`,
        sql`reservation.check_out_date`,
        sql`(reservation.account_id, reservation.id)`,
      ),
      facility_account_id: perItem("int8", sql`reservation.facility_account_id`),
      use_price: perItem("int8", sql`stay.use_price`),
      is_online_check_in: perItem("bool", sql`stay.is_online_check_in`),
      is_online_check_out: perItem("bool", sql`stay.is_online_check_out`),
      reserved_on: perItem("date", sql`reservation.reserved_date`),
      reserved_price: perItem("int8", sql`reservation.reserved_price`),
      lead_days: perItem("int8", sql`(reservation.check_in_date - reservation.reserved_date)::int8`),
      // As reservationState has it, in the words of conditions.
      state: {
        type: "text",
        value: ({ today }) => sql`(case
          when reservation.cancel_date is not null then 'cancelled'
          when stay.id is not null then case when stay.check_out_date > ${today}::date then 'in_house' else 'stayed' end
          when reservation.is_no_show or reservation.check_out_date < ${today}::date then 'no_show'
          when reservation.check_in_date > ${today}::date then 'booked'
          else 'in_house' end)`,
      },
      cancelled_on: perItem("date", sql`reservation.cancel_date`),
    },
  },
};

/** What a stay and a booking have in common; rooms and plan are the booking's. */
function ofBooking(checkIn: SqlColumn, checkOut: SqlColumn, id: SqlColumn) {
  const rooms = (figure: SqlColumn) => sql`(select ${figure}
      from stay_rooms room
      where (room.account_id, room.stay_reservation_id) = ${id})`;
  return {
    check_in_on: perItem("date", checkIn),
    check_out_on: perItem("date", checkOut),
    stay_days: perItem("int8", sql`(${checkOut} - ${checkIn})::int8`),
    plan_code: perItem("text", sql`nullif(reservation.plan_code, '')`),
    booking_channel_id: perItem("int8", sql`reservation.account_booking_channel_id`),
    room_type: perItem(
      "text",
      sql`(select nullif(room.room_type, '')
      from stay_rooms room
      where (room.account_id, room.stay_reservation_id) = ${id}
      order by room.seq limit 1)`,
    ),
    adult_count: perItem("int8", rooms(sql`sum(room.adult_count)::int8`)),
    child_count: perItem("int8", rooms(sql`sum(room.child_count)::int8`)),
    check_in_day: perItem("int8", weekdayOf(checkIn)),
    check_out_day: perItem("int8", weekdayOf(checkOut)),
    holiday_eve: perItem("bool", isHolidayEveSql(checkIn)),
    group_type: perItem("text", sql`reservation.group_type`),
  };
}
