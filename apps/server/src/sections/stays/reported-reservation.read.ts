import type { ReportedReservation } from "@okaeri/domain/messaging/placeholders";
import { type RawBuilder, sql } from "kysely";
import { firstNotNull } from "../../database/first-not-null.ts";

/**
 * SQL over customers `customer`: what a message tells of a reservation of theirs; of a stay that two systems told, what the lead says. Null
 * where it is not theirs.
 */
export const reportedReservation = (id: RawBuilder<number | null>): RawBuilder<ReportedReservation | null> =>
  sql<ReportedReservation | null>`(select jsonb_build_object('check_in_on', reservation.check_in_date,
      'check_out_on', reservation.check_out_date, 'plan', reservation.plan_code, 'room_type', (select room.room_type
        from stay_rooms room
        where room.account_id = reservation.account_id and room.stay_reservation_id = reservation.id
        order by room.seq limit 1),
      'reserved_price', reservation.reserved_price, 'facility_name', account.name)
    from stay_reservations reported_reservation
    join stay_reservations reservation on reservation.account_id = reported_reservation.account_id
      and reservation.id = ${firstNotNull(sql`reported_reservation.linked_to_id`, sql`reported_reservation.id`)}
    join accounts account on account.id = reservation.facility_account_id
    where reported_reservation.account_id = customer.account_id and reported_reservation.id = ${id}
      and reservation.customer_id = customer.id)`;

/** SQL over customers `customer`: what is asked over `stay_reservation` holds of that reservation of the account. */
export const ofReservation = (id: RawBuilder<number | null>, holds: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from stay_reservations stay_reservation
    where stay_reservation.account_id = customer.account_id and stay_reservation.id = ${id} and (${holds}))`;
