import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { isSameVersion } from "../../merges/same-version.read.ts";
import { TURN, turnOf } from "../turns.read.ts";
import { type ImportKey, isSince, type RetainedReason, writtenBy } from "./import-rows.queries.ts";

export type Verdicts = ReadonlyMap<number, RetainedReason>;

/**
 * A later import of a file, not undone, has reported it too. The row is looked up, not the later imports one by one: a facility with a feed
 * has thousands of them (with 300 batches after it a file of 40,000 rows took 40 s; index import_rows_entity).
 */
const reportedLater = (by: RawBuilder<unknown> = sql``) => sql`exists (select from import_rows later_import_row
  join import_batches import_batch on import_batch.account_id = later_import_row.account_id
    and import_batch.id = later_import_row.import_batch_id
  where later_import_row.account_id = import_row.account_id and later_import_row.entity = import_row.entity
    and later_import_row.entity_id = import_row.entity_id and ${isSince("later_import_row")}
    and import_batch.id <> import_row.import_batch_id and import_batch.state <> 'undone' ${by})`;
export const REPORTED_LATER = reportedLater();

/** SQL over `import_row` and `reservation`: it names an import whose turn came later. */
const NAMES_LATER = sql`exists (select from import_batches import_batch
  where import_batch.account_id = reservation.account_id and import_batch.id = reservation.import_batch_id and ${TURN} > import_row.turn)`;

/**
 * SQL over `import_row` and `reservation`: a feed has told the reservation since. The first of its batches bounds the rows that are read: a
 * house has far more of them.
 */
const reportedByFeed = ({
  accountId,
  importId,
}: ImportKey) => sql`(reservation.original_reservation_code, reservation.facility_account_id) in (with since as materialized (
    select import_batch.account_id, import_batch.id, import_batch.facility_account_id
    from import_batches import_batch
    where import_batch.account_id = ${accountId} and import_batch.source <> 'csv' and ${TURN} > ${turnOf(accountId, importId)}
  )
  select feed_row.reservation_code, since.facility_account_id
  from since
  join feed_rows feed_row on feed_row.account_id = since.account_id and feed_row.import_batch_id = since.id
  where feed_row.account_id = ${accountId} and feed_row.import_batch_id >= (select min(id) from since)
    and feed_row.row_outcome in ('new', 'changed', 'unchanged'))`;

/** SQL over `import_row` (import_rows) and `reservation` (stay_reservations): why a reservation is left as it is; null: it is taken back. */
export const reservationRetained = (
  place: ImportKey,
) => sql<RetainedReason | null>`case when ${REPORTED_LATER} or ${NAMES_LATER} or ${reportedByFeed(place)} then 'later_import'
  when reservation.version is distinct from import_row.version_after then 'by_hand'
  when import_row.row_outcome = 'new'
    and (exists (select from use_point_cases point_use
      where point_use.account_id = reservation.account_id and point_use.stay_reservation_id = reservation.id
        and point_use.cancel_date is null)
      or exists (select from use_coupon_cases coupon_use
        where coupon_use.account_id = reservation.account_id and coupon_use.stay_reservation_id = reservation.id
          and coupon_use.cancel_date is null)
      or exists (select from registration_cards card
        where card.account_id = reservation.account_id and card.stay_reservation_id = reservation.id)) then 'in_use' end`;

/** SQL over `import_row` and `reservation`, the reservation of a companion: why the companion is left. */
export const companionRetained = (place: ImportKey) =>
  sql<RetainedReason | null>`case when ${REPORTED_LATER} or ${reportedByFeed(place)} then 'later_import' end`;

/**
 * SQL over `import_row`: why a customer whom the import changed is left as a whole. A later file of customers that names him says who he is; of
 * what bookings say of him each field is looked at by itself.
 */
export const CHANGED_CUSTOMER_RETAINED = sql<RetainedReason | null>`case when ${reportedLater(sql`and import_batch.kind = 'customers'`)}
    then 'later_import' end`;

/** SQL over `import_row` and `customer` (customers): why a customer whom the import made is left. Whose reservations stay is decided after these. */
export const CUSTOMER_RETAINED = sql<RetainedReason | null>`case when ${REPORTED_LATER} then 'later_import'
  when (${isSameVersion(sql`import_row.version_after`, sql`customer.version`)}) is not true
    or customer.merged_into is not null or customer.active_status <> 'active' or customer.line_user_id is not null or customer.notes <> ''
    or exists (select from customers merged_customer
      where merged_customer.account_id = customer.account_id and merged_customer.merged_into = customer.id)
    or exists (select from customer_notes note where note.account_id = customer.account_id and note.customer_id = customer.id)
    or exists (select from customer_consents consent
      where consent.account_id = customer.account_id and consent.customer_id = customer.id
        and consent.source not in ('import', 'feed', 'merge')) then 'by_hand'
  when exists (select from use_point_cases point_use
    where point_use.account_id = customer.account_id and point_use.customer_id = customer.id and point_use.cancel_date is null)
    or exists (select from use_coupon_cases coupon_use
      where coupon_use.account_id = customer.account_id and coupon_use.customer_id = customer.id and coupon_use.cancel_date is null)
    or exists (select from acquire_coupons acquired where acquired.account_id = customer.account_id and acquired.customer_id = customer.id)
    or exists (select from grant_points point_grant
      where point_grant.account_id = customer.account_id and point_grant.customer_id = customer.id
        and point_grant.stay_transaction_id is null)
    or exists (select from message_jobs message_job
      where message_job.account_id = customer.account_id and message_job.customer_id = customer.id) then 'in_use' end`;

export async function reservationsRetained(tx: Tx, place: ImportKey, ids: readonly number[]): Promise<Verdicts> {
  const found = await tx.all<{
    id: number;
    reason: RetainedReason | null;
  }>`with ${writtenBy(place, "reservation", ids)}
    select import_row.entity_id as id, ${reservationRetained(place)} as reason
    from import_row
    join stay_reservations reservation on reservation.account_id = import_row.account_id and reservation.id = import_row.entity_id`;
  return reasons(found);
}

export async function companionsRetained(tx: Tx, place: ImportKey, ids: readonly number[]): Promise<Verdicts> {
  const found = await tx.all<{ id: number; reason: RetainedReason | null }>`
    with ${writtenBy(place, "companion", ids)}
    select import_row.entity_id as id, ${companionRetained(place)} as reason
    from import_row
    join stay_reservation_customers guest on guest.account_id = import_row.account_id and guest.id = import_row.entity_id
    join stay_reservations reservation on reservation.account_id = guest.account_id and reservation.id = guest.stay_reservation_id`;
  return reasons(found);
}

export async function customersRetained(tx: Tx, place: ImportKey, ids: readonly number[]): Promise<Verdicts> {
  const found = await tx.all<{ id: number; reason: RetainedReason | null; has_stays: boolean }>`
    with ${writtenBy(place, "customer", ids)}
    select import_row.entity_id as id, case when import_row.row_outcome = 'new'
      then ${CUSTOMER_RETAINED} else ${CHANGED_CUSTOMER_RETAINED} end as reason,
      import_row.row_outcome = 'new'
        and (exists (select from stay_reservations reservation
          where reservation.account_id = customer.account_id and reservation.customer_id = customer.id)
          or exists (select from stay_reservation_customers guest
            where guest.account_id = customer.account_id and guest.customer_id = customer.id
              and guest.guest_type = 'companion')) as has_stays
    from import_row
    join customers customer on customer.account_id = import_row.account_id and customer.id = import_row.entity_id`;
  // By now this import's own reservations are gone.
  return reasons(
    found.map(({ has_stays, ...row }) => ({ ...row, reason: row.reason ?? (has_stays ? "later_import" : null) })),
  );
}

const reasons = (found: readonly { id: number; reason: RetainedReason | null }[]): Verdicts =>
  new Map(found.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const])));
