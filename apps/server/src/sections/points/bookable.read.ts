import { isProvider } from "@okaeri/domain/permissions/roles";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { firstNotNull } from "../../database/first-not-null.ts";
import type { Scope } from "../../session/scope.ts";

// What points and coupons of one guest are booked for, and what their histories say of place and writer.

/** SQL over `row`: it lies where the person works; always true for who sees the whole programme. */
export function ownFacility(scope: Scope, row: string): RawBuilder<boolean> {
  if (scope.facilityIds === null) return sql<boolean>`true`;
  return sql<boolean>`(${sql.ref(`${row}.facility_account_id`)} = any (${scope.facilityIds}::bigint[]))`;
}

export type BookableReservation = {
  id: number;
  original_reservation_code: string;
  check_in_date: string;
  check_out_date: string;
  facility_account_id: number;
};

const OFFERED = 50;

/** Reservations of the guest that something can be booked for, latest arrival first. */
export function bookableReservations(
  tx: Tx,
  scope: Scope,
  customerId: number,
  only?: number,
): Promise<BookableReservation[]> {
  return tx.all<BookableReservation>`select reservation.id, reservation.original_reservation_code, reservation.check_in_date,
      reservation.check_out_date, reservation.facility_account_id
    from stay_reservations reservation
    where reservation.account_id = ${scope.accountId} and reservation.customer_id = ${customerId}
      and reservation.active_status = 'active' and reservation.cancel_date is null and ${ownFacility(scope, "reservation")}
      and (${only ?? null}::bigint is null or reservation.id = ${only ?? null}::bigint)
    order by reservation.check_in_date desc, reservation.id desc limit ${OFFERED}`;
}

/** SQL over uses `history`: their reservation, also one that arrived after a booking engine had used them for its code (docs/adr/0131). */
export const reservationOfUse = sql<number | null>`coalesce(history.stay_reservation_id,
  (select reservation.id
    from stay_reservations reservation
    where reservation.account_id = history.account_id and reservation.facility_account_id = history.facility_account_id
      and reservation.original_reservation_code = history.reservation_code and reservation.active_status = 'active'
    order by reservation.id desc limit 1))`;

/** SQL over rows `history`: the facility `account` and the reservation `reservation`, where the person works. */
export const places = (
  scope: Scope,
  reservation: RawBuilder<number | null> = sql<number | null>`history.stay_reservation_id`,
) => sql`left join accounts account on account.id = history.facility_account_id and ${ownFacility(scope, "history")}
  left join stay_reservations reservation on reservation.account_id = history.account_id and reservation.id = ${reservation}
    and ${ownFacility(scope, "reservation")}`;

/** SQL over reservations `reservation`: the day the stay was cancelled, by the report that counts (docs/adr/0117). */
export const stayCancelledOn = sql<string | null>`(select counting_reservation.cancel_date
  from stay_reservations counting_reservation
  where counting_reservation.account_id = reservation.account_id
    and counting_reservation.id = ${firstNotNull(sql`reservation.linked_to_id`, sql`reservation.id`)})`;

/** SQL over uses `history`: the condition of a history for each state (docs/adr/0128). */
export function useInState(scope: Scope, state: "valid" | "reservation_cancelled" | "cancelled"): RawBuilder<boolean> {
  if (state === "cancelled") return sql<boolean>`history.cancel_date is not null`;
  if (state === "valid") return sql<boolean>`history.cancel_date is null`;
  return sql<boolean>`(history.cancel_date is null
    and exists (select from stay_reservations reservation
      where reservation.account_id = history.account_id
        and reservation.id = ${reservationOfUse} and ${ownFacility(scope, "reservation")} and ${stayCancelledOn} is not null))`;
}

/** SQL over uses `history`: the code that a booking engine sent, where the person works. */
export const codeFromEngine = (scope: Scope): RawBuilder<string | null> =>
  sql<string | null>`(case when ${ownFacility(scope, "history")} then history.reservation_code end)`;

/** SQL over uses `history`: what the key is called with which a booking engine made it. */
export const keyName: RawBuilder<string | null> = sql<string | null>`(select partner_key.name
  from partner_keys partner_key
  where partner_key.account_id = history.account_id and partner_key.id = history.partner_key_id)`;

/** SQL over rows `history`: who wrote it by hand, `person`. Client staff read the names of their own company's people alone. */
export function writer(scope: Scope, byHand: RawBuilder<boolean> = sql<boolean>`true`): RawBuilder<unknown> {
  const isVisible = isProvider(scope.role)
    ? sql`true`
    : sql`person.company_id = (select account.company_id from accounts account where account.id = ${scope.accountId})`;
  return sql`left join users person on person.id = history.created_by and ${byHand} and ${isVisible}`;
}
