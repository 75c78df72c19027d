import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { versionsOfUndoneMerges } from "../../merges/undone-merges.read.ts";
import { type KeptReason, type Place, writtenBy } from "./import-rows.queries.ts";

export type Verdicts = ReadonlyMap<number, KeptReason>;

/**
 * A later import of a file that stands has told it too. The row is looked for and not the later imports one by one: a house with a feed has
 * thousands of them (with 300 batches after it a file of 40,000 rows took 40 s; index import_rows_entity).
 */
const reportedLater = (by: RawBuilder<unknown> = sql``) => sql`exists (select from import_rows l
  join import_batches b on b.account_id = l.account_id and b.id = l.import_batch_id
  where l.account_id = i.account_id and l.entity = i.entity and l.entity_id = i.entity_id and l.import_batch_id > i.import_batch_id
    and b.state not in ('undoing', 'undone') ${by})`;
export const REPORTED_LATER = reportedLater();

/** SQL over `i` and `r`: a feed has told the reservation since. */
const reportedByFeed = ({ accountId, importId }: Place) => sql`(r.original_reservation_code, r.facility_account_id) in (
    with f as materialized (select w.account_id, w.import_batch_id, w.reservation_code from feed_rows w
      where w.account_id = ${accountId} and w.import_batch_id > ${importId} and w.fate in ('new', 'changed', 'unchanged'))
    select f.reservation_code, b.facility_account_id from f
    join import_batches b on b.account_id = f.account_id and b.id = f.import_batch_id)`;

/** SQL over `i` (import_rows) and `r` (stay_reservations): why a reservation is left as it is; null: it is taken back. */
export const reservationKept = (place: Place) => sql<KeptReason | null>`case
  when r.import_batch_id is distinct from i.import_batch_id or ${REPORTED_LATER} then 'later_import'
  when ${reportedByFeed(place)} then 'later_import'
  when r.version is distinct from i.version_after then 'by_hand'
  when i.fate = 'new' and (
    exists (select from use_point_cases u where u.account_id = r.account_id and u.stay_reservation_id = r.id and u.cancel_date is null)
    or exists (select from use_coupon_cases u where u.account_id = r.account_id and u.stay_reservation_id = r.id and u.cancel_date is null)
    or exists (select from registration_cards k where k.account_id = r.account_id and k.stay_reservation_id = r.id)) then 'in_use'
  end`;

/** SQL over `i` and `r`, the reservation of a companion: why the companion is left. */
export const companionKept = (place: Place) => sql<KeptReason | null>`case
  when ${REPORTED_LATER} or ${reportedByFeed(place)} then 'later_import' end`;

/**
 * SQL over `i`: why a customer whom the import changed is left as a whole. A later file of customers that names him says who he is; of
 * what bookings say of him each field is looked at by itself.
 */
export const CHANGED_CUSTOMER_KEPT = sql<KeptReason | null>`case
  when ${reportedLater(sql`and b.kind = 'customers'`)} then 'later_import' end`;

/** SQL over `i` and `c` (customers): why a customer whom the import made is left. Whose reservations stay is decided after these. */
export const CUSTOMER_KEPT = sql<KeptReason | null>`case
  when ${REPORTED_LATER} then 'later_import'
  when c.version - ${versionsOfUndoneMerges(sql`i.version_after`)} is distinct from i.version_after or c.merged_into is not null or c.active_status <> 'active'
    or c.line_user_id is not null or c.notes <> ''
    or exists (select from customers o where o.account_id = c.account_id and o.merged_into = c.id)
    or exists (select from customer_notes n where n.account_id = c.account_id and n.customer_id = c.id)
    or exists (select from customer_consents k where k.account_id = c.account_id and k.customer_id = c.id
      and k.source not in ('import', 'feed', 'merge')) then 'by_hand'
  when exists (select from use_point_cases u where u.account_id = c.account_id and u.customer_id = c.id and u.cancel_date is null)
    or exists (select from use_coupon_cases u where u.account_id = c.account_id and u.customer_id = c.id and u.cancel_date is null)
    or exists (select from acquire_coupons a where a.account_id = c.account_id and a.customer_id = c.id)
    or exists (select from grant_points g where g.account_id = c.account_id and g.customer_id = c.id and g.stay_transaction_id is null)
    or exists (select from message_jobs m where m.account_id = c.account_id and m.customer_id = c.id) then 'in_use'
  end`;

export async function reservationsKept(tx: Tx, place: Place, ids: readonly number[]): Promise<Verdicts> {
  const found = await tx.all<{
    id: number;
    reason: KeptReason | null;
  }>`with ${writtenBy(place, "reservation", ids)}
    select i.entity_id as id, ${reservationKept(place)} as reason from i
    join stay_reservations r on r.account_id = i.account_id and r.id = i.entity_id`;
  return reasons(found);
}

export async function companionsKept(tx: Tx, place: Place, ids: readonly number[]): Promise<Verdicts> {
  const found = await tx.all<{ id: number; reason: KeptReason | null }>`
    with ${writtenBy(place, "companion", ids)}
    select i.entity_id as id, ${companionKept(place)} as reason from i
    join stay_reservation_customers g on g.account_id = i.account_id and g.id = i.entity_id
    join stay_reservations r on r.account_id = g.account_id and r.id = g.stay_reservation_id`;
  return reasons(found);
}

export async function customersKept(tx: Tx, place: Place, ids: readonly number[]): Promise<Verdicts> {
  const found = await tx.all<{ id: number; reason: KeptReason | null; has_stays: boolean }>`
    with ${writtenBy(place, "customer", ids)}
    select i.entity_id as id, case when i.fate = 'new' then ${CUSTOMER_KEPT} else ${CHANGED_CUSTOMER_KEPT} end as reason, i.fate = 'new' and (exists (select from stay_reservations r where r.account_id = c.account_id and r.customer_id = c.id)
        or exists (select from stay_reservation_customers g where g.account_id = c.account_id and g.customer_id = c.id
          and g.guest_type = 'companion')) as has_stays
    from i join customers c on c.account_id = i.account_id and c.id = i.entity_id`;
  // By now this import's own reservations are gone.
  return reasons(
    found.map(({ has_stays, ...row }) => ({ ...row, reason: row.reason ?? (has_stays ? "later_import" : null) })),
  );
}

const reasons = (found: readonly { id: number; reason: KeptReason | null }[]): Verdicts =>
  new Map(found.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const])));
