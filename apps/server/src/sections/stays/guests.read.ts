import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Seen } from "../../database/narrowed.ts";
import type { Scope } from "../../session/scope.ts";

/**
 * Narrows an id column to the customers the person works with: a facility's user sees guests with a reservation or stay there (product §1).
 * Always true for a person who sees the whole programme.
 */
export function withinFacilities(
  scope: Pick<Scope, "accountId" | "facilityIds">,
  customerId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (scope.facilityIds === null) return sql<boolean>`true`;
  return sql<boolean>`exists (select from customer_facilities customer_facility
    where customer_facility.account_id = ${scope.accountId} and customer_facility.facility_account_id = any (${scope.facilityIds}::bigint[])
      and customer_facility.customer_id = ${customerId})`;
}

/** What a person's view narrows figures by. */
export const seenBy = ({ accountId, facilityIds }: Pick<Scope, "accountId" | "facilityIds">): Seen => ({
  accountId,
  facilityIds,
  within: (customerId) => withinFacilities({ accountId, facilityIds }, customerId),
});

/** Whether this customer is among those of `withinFacilities`; for nobody (0) it takes the same time. */
export async function isWithinFacilities(
  tx: Tx,
  scope: Pick<Scope, "accountId" | "facilityIds">,
  customerId: number,
): Promise<boolean> {
  if (scope.facilityIds === null) return true;
  const { within } = await tx.one<{
    within: boolean;
  }>`select ${withinFacilities(scope, sql`${customerId}::bigint`)} as within`;
  return within;
}

/** Facilities where a guest booked or stayed: those whose people see the guest. */
export async function facilitiesOfGuest(tx: Tx, accountId: number, customerId: number): Promise<number[]> {
  const rows = await tx.all<{ id: number }>`select facility_account_id as id
    from customer_facilities
    where account_id = ${accountId} and customer_id = ${customerId}`;
  return rows.map(({ id }) => id);
}

/**
 * SQL: whether the guest really stayed at one of these facilities: a stay that was confirmed and counts. Where a guest was ever seen is looked at
 * first: it is indexed by facility.
 */
export function stayedAt(
  accountId: RawBuilder<unknown>,
  customerId: RawBuilder<unknown>,
  facilityIds: readonly unknown[],
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from customer_facilities seen_customer_facility
    join stay_transactions stay on stay.account_id = seen_customer_facility.account_id
      and stay.customer_id = seen_customer_facility.customer_id and stay.facility_account_id = seen_customer_facility.facility_account_id
      and stay.reversed_at is null
    where seen_customer_facility.account_id = ${accountId} and seen_customer_facility.customer_id = ${customerId}
      and seen_customer_facility.facility_account_id = any (${facilityIds}::bigint[]))`;
}

/** SQL: whether the guest booked at one of these facilities, whatever became of it; who walked in did not book. */
export function bookedAt(
  accountId: RawBuilder<unknown>,
  customerId: RawBuilder<unknown>,
  facilityIds: readonly unknown[],
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from customer_facilities seen_customer_facility
    join stay_reservations reservation on reservation.account_id = seen_customer_facility.account_id
      and reservation.customer_id = seen_customer_facility.customer_id
      and reservation.facility_account_id = seen_customer_facility.facility_account_id and reservation.reservation_status = 'reserved'
    where seen_customer_facility.account_id = ${accountId} and seen_customer_facility.customer_id = ${customerId}
      and seen_customer_facility.facility_account_id = any (${facilityIds}::bigint[]))`;
}

/** How many customers the person's list holds: the maintained counter (a cache), or a count of the facilities' customers. */
export function customerTotal(scope: Scope): RawBuilder<number> {
  if (scope.facilityIds === null)
    return sql<number>`(select coalesce(sum(customer_count), 0)::int from account_counters where account_id = ${scope.accountId})`;
  return sql<number>`(select count(*)::int
    from customer_totals total
    where total.account_id = ${scope.accountId} and total.is_listed and ${withinFacilities(scope, sql`total.customer_id`)})`;
}

/** SQL over customers `customer`: the customer lives and counts as a guest; customer_totals.is_listed says the same of the totals. */
export const isGuest: RawBuilder<boolean> = sql<boolean>`(customer.active_status = 'active' and customer.merged_into is null)`;

/** SQL: whether the customer counts as a guest no more, being merged or inactive. Few are, so that they are what is looked for. */
export function isUnlisted(accountId: number, customerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from customer_totals total
    where total.account_id = ${accountId} and total.customer_id = ${customerId} and not total.is_listed)`;
}

/** SQL over customers `customer`: the name of the facility of the last stay, null before any. */
export const lastFacilityName: RawBuilder<string | null> = sql<string | null>`(select account.name
  from customer_totals total
  join accounts account on account.id = total.last_facility_account_id
  where total.account_id = customer.account_id and total.customer_id = customer.id)`;
