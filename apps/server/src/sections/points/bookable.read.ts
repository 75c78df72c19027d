import { isProvider } from "@okaeri/domain/permissions/roles";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
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
  return tx.all<BookableReservation>`select r.id, r.original_reservation_code, r.check_in_date, r.check_out_date,
      r.facility_account_id
    from stay_reservations r
    where r.account_id = ${scope.accountId} and r.customer_id = ${customerId} and r.active_status = 'active' and r.cancel_date is null
      and ${ownFacility(scope, "r")} and (${only ?? null}::bigint is null or r.id = ${only ?? null}::bigint)
    order by r.check_in_date desc, r.id desc limit ${OFFERED}`;
}

/** SQL over uses `h`: their reservation, also one that arrived after a booking engine had used them for its code (docs/adr/0131). */
export const reservationOfUse = sql<number | null>`coalesce(h.stay_reservation_id, (select x.id from stay_reservations x
  where x.account_id = h.account_id and x.facility_account_id = h.facility_account_id
    and x.original_reservation_code = h.reservation_code and x.active_status = 'active' order by x.id desc limit 1))`;

/** SQL over rows `h`: the facility `a` and the reservation `r`, where the person works. */
export const places = (
  scope: Scope,
  reservation: RawBuilder<number | null> = sql<number | null>`h.stay_reservation_id`,
) => sql`left join accounts a on a.id = h.facility_account_id and ${ownFacility(scope, "h")}
  left join stay_reservations r on r.account_id = h.account_id and r.id = ${reservation} and ${ownFacility(scope, "r")}`;

/** SQL over reservations `r`: the day the stay was cancelled, by the report that counts (docs/adr/0117). */
export const stayCancelledOn = sql<string | null>`(select m.cancel_date from stay_reservations m
  where m.account_id = r.account_id and m.id = coalesce(r.linked_to_id, r.id))`;

/** SQL over uses `h`: the condition of a history for each state (docs/adr/0128). */
export function useInState(scope: Scope, state: "valid" | "reservation_cancelled" | "cancelled"): RawBuilder<boolean> {
  if (state === "cancelled") return sql<boolean>`h.cancel_date is not null`;
  if (state === "valid") return sql<boolean>`h.cancel_date is null`;
  return sql<boolean>`(h.cancel_date is null and exists (select from stay_reservations r where r.account_id = h.account_id
    and r.id = ${reservationOfUse} and ${ownFacility(scope, "r")} and ${stayCancelledOn} is not null))`;
}

/** SQL over uses `h`: the code that a booking engine sent, where the person works. */
export const codeFromEngine = (scope: Scope): RawBuilder<string | null> =>
  sql<string | null>`(case when ${ownFacility(scope, "h")} then h.reservation_code end)`;

/** SQL over uses `h`: what the key is called with which a booking engine made it. */
export const keyName: RawBuilder<string | null> = sql<string | null>`(select p.name from partner_keys p
  where p.account_id = h.account_id and p.id = h.partner_key_id)`;

/** SQL over rows `h`: who wrote it by hand, `u`. Client staff read the names of their own company's people alone. */
export function writer(scope: Scope, byHand: RawBuilder<boolean> = sql<boolean>`true`): RawBuilder<unknown> {
  const told = isProvider(scope.role)
    ? sql`true`
    : sql`u.company_id = (select p.company_id from accounts p where p.id = ${scope.accountId})`;
  return sql`left join users u on u.id = h.created_by and ${byHand} and ${told}`;
}
