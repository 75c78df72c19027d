import {
  isReservationField,
  type ReservationField,
  type ReservationItem,
  reservationItem,
  SEGMENT_FIELD_NAMES,
} from "@okaeri/domain/segments/fields";
import { type RawBuilder, sql } from "kysely";
import type { EvaluationDay } from "../../database/evaluation-day.ts";
import type { Condition, FactOptions, ScalarSql } from "../../database/form-sql.ts";
import { type ListOptions, perItem } from "../../database/list-sql.ts";
import { STAY_LISTS } from "./lists.read.ts";

const { from, items } = STAY_LISTS.reservations;

/** What is known of a reservation `reservation` and its stay, in the words of conditions. */
const ITEMS: Record<ReservationItem, ScalarSql<ListOptions>> = {
  ...items,
  card_status: perItem("text", sql`reservation.registration_card_status`),
};

/** What conditions ask of the reservation for whose sake a campaign acts. */
export const RESERVATION_FACTS = Object.fromEntries(
  SEGMENT_FIELD_NAMES.filter(isReservationField).map((field) => [field, factOf(ITEMS[reservationItem(field)])]),
) as Record<ReservationField, ScalarSql>;

function factOf({ type, value }: ScalarSql<ListOptions>): ScalarSql {
  return {
    type,
    value: (options) => sql`(select ${value(options)}
      from ${from}
      where ${isAsked(options)})`,
  };
}

/** Whether it is the one asked about: of the occasion, or where there is none, the guest's next. */
const isAsked = ({ occasion, today }: FactOptions): Condition =>
  occasion
    ? sql<boolean>`reservation.account_id = stay_reservation.account_id and reservation.id = stay_reservation.id`
    : sql<boolean>`reservation.account_id = customer.account_id and reservation.id = ${nextReservation(today)}`;

/** SQL: the reservation of customer `customer` that a word about "the reservation" means today: what is to come or goes on, else what was last. Null without any. */
export const nextReservation = (today: EvaluationDay): RawBuilder<number | null> => sql<
  number | null
>`(select next_reservation.id
  from stay_reservations next_reservation
  where next_reservation.account_id = customer.account_id and next_reservation.customer_id = customer.id
    and next_reservation.active_status = 'active' and next_reservation.linked_to_id is null
  order by (next_reservation.check_out_date >= ${today}::date and next_reservation.cancel_date is null
    and not next_reservation.is_no_show) desc, abs(next_reservation.check_in_date - ${today}::date), next_reservation.id limit 1)`;
