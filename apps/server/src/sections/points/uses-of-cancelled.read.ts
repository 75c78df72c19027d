import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import { firstNotNull } from "../../database/first-not-null.ts";
import type { Scope } from "../../session/scope.ts";
import { ownFacility, reservationOfUse } from "./bookable.read.ts";

/** So long staff are reminded, from the day of the cancellation; the history keeps showing it (docs/adr/0128). */
const NOTICE_DAYS = 30;

/** SQL over uses `history` and reservations `reservation`: which belong together. Each way has its index. */
const BY_ID = sql`reservation.id = history.stay_reservation_id`;
const BY_CODE = sql`history.stay_reservation_id is null and reservation.facility_account_id = history.facility_account_id
  and reservation.original_reservation_code = history.reservation_code and reservation.id = ${reservationOfUse}`;

/**
 * SQL: uses that count although their stay was cancelled lately, where the person works. The stay is the report that counts. A use of a
 * booking engine that named no guest belongs to the guest who booked the stay.
 */
export const usesOfCancelled = (scope: Scope, uses: RawBuilder<unknown>, today: CalendarDate) =>
  sql`${usesBy(BY_ID, scope, uses, today)} union all ${usesBy(BY_CODE, scope, uses, today)}`;

const usesBy = (together: RawBuilder<unknown>, scope: Scope, uses: RawBuilder<unknown>, today: CalendarDate) => sql`
  select history.id, coalesce(history.customer_id, reservation.customer_id) as customer_id, reservation.original_reservation_code,
    counting_reservation.cancel_date
  from ${uses} history
  join stay_reservations reservation on reservation.account_id = history.account_id and ${together}
  join stay_reservations counting_reservation on counting_reservation.account_id = reservation.account_id
    and counting_reservation.id = ${firstNotNull(sql`reservation.linked_to_id`, sql`reservation.id`)}
  where history.account_id = ${scope.accountId} and history.cancel_date is null and ${ownFacility(scope, "reservation")}
    and counting_reservation.cancel_date >= ${addDays(today, -NOTICE_DAYS)}::date`;

export const pointUsesOfCancelled = (scope: Scope, today: CalendarDate) =>
  usesOfCancelled(scope, sql`use_point_cases`, today);
