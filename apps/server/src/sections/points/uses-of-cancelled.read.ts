import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../session/scope.ts";
import { ownFacility, reservationOfUse } from "./bookable.read.ts";

/** So long staff are reminded, from the day of the cancellation; the history keeps showing it (docs/adr/0128). */
const NOTICE_DAYS = 30;

/** SQL over uses `h` and reservations `r`: which belong together. Each way has its index. */
const BY_ID = sql`r.id = h.stay_reservation_id`;
const BY_CODE = sql`h.stay_reservation_id is null and r.facility_account_id = h.facility_account_id
  and r.original_reservation_code = h.reservation_code and r.id = ${reservationOfUse}`;

/**
 * SQL: uses that count although their stay was cancelled lately, where the person works. The stay is the report that counts. A use of a
 * booking engine that named no guest belongs to the guest who booked the stay.
 */
export const usesOfCancelled = (scope: Scope, uses: RawBuilder<unknown>, today: CalendarDate) =>
  sql`${usesBy(BY_ID, scope, uses, today)} union all ${usesBy(BY_CODE, scope, uses, today)}`;

const usesBy = (together: RawBuilder<unknown>, scope: Scope, uses: RawBuilder<unknown>, today: CalendarDate) => sql`
  select h.id, coalesce(h.customer_id, r.customer_id) as customer_id, r.original_reservation_code, m.cancel_date
  from ${uses} h join stay_reservations r on r.account_id = h.account_id and ${together}
  join stay_reservations m on m.account_id = r.account_id and m.id = coalesce(r.linked_to_id, r.id)
  where h.account_id = ${scope.accountId} and h.cancel_date is null and ${ownFacility(scope, "r")}
    and m.cancel_date >= ${addDays(today, -NOTICE_DAYS)}::date`;

export const pointUsesOfCancelled = (scope: Scope, today: CalendarDate) =>
  usesOfCancelled(scope, sql`use_point_cases`, today);
