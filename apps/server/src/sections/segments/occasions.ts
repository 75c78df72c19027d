import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Occasion, ReservationBase } from "@okaeri/domain/campaigns/triggers/occasions";
import type { Form } from "@okaeri/domain/segments/form";
import { type RawBuilder, sql } from "kysely";
import type { Condition } from "../../database/form-sql.ts";
import { conditionSql } from "./condition-sql.ts";

/** Whom a target means: on any of these occasions, or where there are none, as of now. */
export type TargetOnOccasions = { form: Form; occasions?: readonly Occasion[] | undefined };

export const isOnOccasions = ({ occasions = [] }: TargetOnOccasions): boolean => occasions.length > 0;

/** Occasions are counted so many days ahead. */
const SOON_DAYS = 7;

/** The day that each base counts from, and whether an occasion lies before or after it. */
const BASE_DAYS: Record<ReservationBase, { day: RawBuilder<CalendarDate | null>; sign: 1 | -1 }> = {
  before_check_in: { day: sql`stay_reservation.check_in_date`, sign: -1 },
  check_in: { day: sql`stay_reservation.check_in_date`, sign: 1 },
  before_check_out: { day: sql`stay_reservation.check_out_date`, sign: -1 },
  after_check_out: { day: sql`stay_reservation.check_out_date`, sign: 1 },
  reserved: { day: sql`stay_reservation.reserved_date`, sign: 1 },
  cancelled: { day: sql`stay_reservation.cancel_date`, sign: 1 },
};

/**
 * SQL over customers `customer`: a reservation of theirs meets the target, and its occasion is soon. Who books or cancels within the week to
 * come is not known: there those of the week that has passed stand for them.
 */
function meetsOnOccasion({ form, occasions = [] }: TargetOnOccasions, { today }: { today: CalendarDate }): Condition {
  const soon = occasions.map((occasion) => isSoon(occasion, today));
  return sql<boolean>`exists (select from stay_reservations stay_reservation
    where stay_reservation.account_id = customer.account_id and stay_reservation.customer_id = customer.id
      and stay_reservation.active_status = 'active' and stay_reservation.linked_to_id is null and (${sql.join(soon, sql` or `)})
      and (${conditionSql(form, { today, shape: "row", occasion: true })}))`;
}

function isSoon({ base, offset_days: offset }: Occasion, today: CalendarDate): Condition {
  const { day, sign } = BASE_DAYS[base];
  const from = base === "reserved" || base === "cancelled" ? -SOON_DAYS : -sign * offset;
  const stands =
    base === "cancelled" ? sql`true` : sql`stay_reservation.cancel_date is null and not stay_reservation.is_no_show`;
  return sql<boolean>`(${day} between ${today}::date + ${from}::int and ${today}::date + ${from + SOON_DAYS}::int and ${stands})`;
}

/** SQL over customers `customer`: whom the target means. */
export const meets = (asked: TargetOnOccasions, moment: { today: CalendarDate }): Condition =>
  isOnOccasions(asked) ? meetsOnOccasion(asked, moment) : conditionSql(asked.form, moment);
