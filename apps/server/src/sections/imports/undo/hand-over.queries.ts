import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { givenIds } from "../../../database/given-ids.ts";
import { SEEN_ON } from "../../intake/note-changes.ts";
import type { SeenBefore } from "../../stays/restore-stays.ts";
import { TURN } from "../turns.read.ts";
import { bothOf, type ImportKey, isSince, type Left, writtenBy } from "./import-rows.queries.ts";

/** SQL: of the days in `before` of two rows on which a facility first knew a guest the later ones; null: it did not. */
const lastSeen = (one: string, other: string) =>
  sql.raw(`(select coalesce(jsonb_object_agg(d.key, nullif(d.day, 'never')), '{}')
  from (select b.key, max(coalesce(b.value, 'never')) as day
    from (select * from jsonb_each_text(${one}.before) union all select * from jsonb_each_text(${other}.before)) b
    where b.key like '${SEEN_ON}%'
    group by b.key) d)`);

/**
 * A row that an undone import leaves because a later one reported it too belongs to the later one from then on: undoing that one restores
 * the state before both. A customer who is left, or of whom something is left, goes to the next import that says so: by a row of its own,
 * or by a reservation of the guest. Two imports at once may write in another order than they were started in: the versions decide. Returns
 * which import got what.
 */
export async function handOver(
  tx: Tx,
  place: ImportKey,
  entity: Left,
  ids: readonly number[],
): Promise<{ id: number; to: number }[]> {
  if (ids.length === 0) return [];
  const isNewer = sql`excluded.version_after > later_import_row.version_after`;
  return tx.all<{ id: number; to: number }>`with ${writtenBy(place, entity, ids)}
    insert into import_rows as later_import_row (account_id, import_batch_id, entity, entity_id, row_outcome, before, after, version_after)
    select import_row.account_id, coalesce(by_row.id, by_reservation.id), import_row.entity, import_row.entity_id, import_row.row_outcome,
      import_row.before, import_row.after, import_row.version_after
    from import_row
    left join lateral (
      select import_batch.id
      from import_rows next_import_row
      join import_batches import_batch on import_batch.account_id = next_import_row.account_id
        and import_batch.id = next_import_row.import_batch_id
      where next_import_row.account_id = import_row.account_id and next_import_row.entity = import_row.entity
        and next_import_row.entity_id = import_row.entity_id and ${isSince("next_import_row")}
        and import_batch.id <> import_row.import_batch_id and import_batch.state <> 'undone'
      order by next_import_row.version_after, ${TURN} limit 1
    ) by_row on true
    left join lateral (
      select import_batch.id
      from stay_reservations reservation
      join import_batches import_batch on import_batch.account_id = reservation.account_id
        and import_batch.id = reservation.import_batch_id
      where import_row.entity = 'customer' and reservation.account_id = import_row.account_id
        and reservation.customer_id = import_row.entity_id and import_batch.id <> import_row.import_batch_id
        and (import_row.row_outcome = 'new' or ${TURN} > import_row.turn) and import_batch.source = 'csv'
        and import_batch.state <> 'undone'
      order by ${TURN} limit 1
    ) by_reservation on by_row.id is null
    where coalesce(by_row.id, by_reservation.id) is not null
    on conflict (account_id, import_batch_id, entity, entity_id) do update
    set row_outcome = case when excluded.row_outcome = 'new' or later_import_row.row_outcome = 'unchanged'
      then excluded.row_outcome else later_import_row.row_outcome end,
      before = case when 'new' in (excluded.row_outcome, later_import_row.row_outcome) then null
        when excluded.entity <> 'customer' then case when ${isNewer} then later_import_row.before else excluded.before end
        when ${isNewer}
        then excluded.before || coalesce(later_import_row.before, '{}') || ${lastSeen("later_import_row", "excluded")}
        else coalesce(later_import_row.before, '{}') || excluded.before || ${lastSeen("later_import_row", "excluded")} end,
      after = case when excluded.entity <> 'customer' then case when ${isNewer} then coalesce(excluded.after, later_import_row.after)
          else coalesce(later_import_row.after, excluded.after) end
        when ${isNewer} then ${bothOf("later_import_row", "excluded")}
        else ${bothOf("excluded", "later_import_row")} end,
      version_after = greatest(later_import_row.version_after, excluded.version_after)
    returning later_import_row.entity_id as id, later_import_row.import_batch_id as to`;
}

/**
 * Days on which facilities first knew guests before an import moved them forward. Imports that moved them too had found what it left: they
 * now put back its days. Where reservations of other imports keep them earlier, the days are theirs to put back as well, whichever of them is
 * undone last.
 */
export async function handOverSeen(tx: Tx, place: ImportKey, seen: readonly SeenBefore[]): Promise<void> {
  if (seen.length === 0) return;
  await tx.run`with n as materialized (
      select ${place.accountId}::bigint as account_id, m.*
      from unnest(${seen.map((one) => one.customerId)}::bigint[], ${seen.map((one) => one.facilityId)}::bigint[],
        ${seen.map((one) => one.on)}::date[]) m (id, facility_account_id, seen_on)
    ), heirs as materialized (
      select n.*, import_batch.id as import_batch_id
      from n
      join stay_reservations reservation on reservation.account_id = n.account_id and reservation.customer_id = n.id
      join import_batches import_batch on import_batch.account_id = reservation.account_id and import_batch.id = reservation.import_batch_id
      where reservation.facility_account_id = n.facility_account_id and reservation.check_in_date < coalesce(n.seen_on, 'infinity')
        and import_batch.source = 'csv'
      union select n.*, import_row.import_batch_id
      from n
      join import_rows import_row on import_row.account_id = n.account_id and import_row.entity = 'customer' and import_row.entity_id = n.id
      where import_row.before ? concat(${SEEN_ON}::text, n.facility_account_id)
    )
    insert into import_rows as other_import_row (account_id, import_batch_id, entity, entity_id, row_outcome, before)
    select import_batch.account_id, import_batch.id, 'customer', heirs.id, 'changed',
      jsonb_object_agg(concat(${SEEN_ON}::text, heirs.facility_account_id), heirs.seen_on)
    from heirs
    join import_batches import_batch on import_batch.account_id = heirs.account_id and import_batch.id = heirs.import_batch_id
    where import_batch.id <> ${place.importId} and import_batch.state <> 'undone'
    group by import_batch.account_id, import_batch.id, heirs.id
    on conflict (account_id, import_batch_id, entity, entity_id) do update
    set row_outcome = case other_import_row.row_outcome when 'unchanged' then 'changed' else other_import_row.row_outcome end,
      before = case when other_import_row.row_outcome <> 'new'
        then coalesce(other_import_row.before, '{}') || ${lastSeen("other_import_row", "excluded")} end`;
}

/**
 * Of reservations that were put back, those that name an undone import, and which one they are of now: it was handed them, so it left them
 * in the version that stands again.
 */
export async function heirsOfNamed(
  tx: Tx,
  place: ImportKey,
  ids: readonly number[],
): Promise<{ id: number; from: number; to: number }[]> {
  return tx.all<{ id: number; from: number; to: number }>`with ${givenIds(place.accountId, ids)}
    select distinct on (reservation.id) reservation.id, named_import_batch.id as "from", import_batch.id as "to"
    from given
    join stay_reservations reservation on reservation.account_id = given.account_id and reservation.id = given.id
    join import_batches named_import_batch on named_import_batch.account_id = reservation.account_id
      and named_import_batch.id = reservation.import_batch_id
    join import_rows import_row on import_row.account_id = reservation.account_id and import_row.entity = 'reservation'
      and import_row.entity_id = reservation.id
    join import_batches import_batch on import_batch.account_id = import_row.account_id and import_batch.id = import_row.import_batch_id
    where (named_import_batch.state = 'undone' or named_import_batch.id = ${place.importId})
      and import_batch.id <> ${place.importId} and import_batch.state <> 'undone' and import_row.version_after = reservation.version
    order by reservation.id, ${TURN}`;
}

/** Codes of stays, or held by stays, that another import told too: undoing that one gives them back. */
export async function handOverFolios(tx: Tx, place: ImportKey, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run`insert into import_rows (account_id, import_batch_id, entity, entity_id, row_outcome, before)
    select distinct on (import_batch.id, import_row.entity_id) import_row.account_id, import_batch.id, import_row.entity,
      import_row.entity_id, import_row.row_outcome, import_row.before
    from import_rows import_row
    join stay_reservations reservation on reservation.account_id = import_row.account_id and reservation.id = import_row.entity_id
    left join stay_transactions holding_stay on holding_stay.account_id = reservation.account_id
      and holding_stay.facility_account_id = reservation.facility_account_id and holding_stay.code_space = reservation.code_space
      and holding_stay.transaction_code = import_row.before ->> 'transaction_code'
    left join stay_reservations holding_reservation on holding_reservation.account_id = holding_stay.account_id
      and holding_reservation.id = holding_stay.stay_reservation_id
    join import_batches import_batch on import_batch.account_id = import_row.account_id and import_batch.source = 'csv'
      and import_batch.state <> 'undone' and import_batch.id <> import_row.import_batch_id
      and import_batch.id in (reservation.import_batch_id, holding_reservation.import_batch_id)
    where import_row.account_id = ${place.accountId} and import_row.import_batch_id = ${place.importId} and import_row.entity = 'folio'
      and import_row.entity_id = any(${ids}::bigint[])
    on conflict do nothing`;
}

/** Questions about customers who are a later import's now: they go when that one is undone. */
export async function handOverCandidates(
  tx: Tx,
  place: ImportKey,
  pairs: readonly { id: number; customerId: number }[],
): Promise<void> {
  if (pairs.length === 0) return;
  const customers = pairs.map((pair) => pair.customerId);
  await tx.run`with ${writtenBy(place, "customer", customers)}, n as materialized (
      select * from unnest(${pairs.map((pair) => pair.id)}::bigint[], ${customers}::bigint[]) m (id, customer_id)
    )
    insert into import_rows (account_id, import_batch_id, entity, entity_id, row_outcome)
    select distinct on (n.id) import_row.account_id, import_batch.id, 'candidate', n.id, 'new'
    from n
    join import_row on import_row.entity_id = n.customer_id
    join import_rows next_import_row on next_import_row.account_id = import_row.account_id and next_import_row.entity = 'customer'
      and next_import_row.entity_id = import_row.entity_id and next_import_row.import_batch_id <> import_row.import_batch_id
    join import_batches import_batch on import_batch.account_id = next_import_row.account_id
      and import_batch.id = next_import_row.import_batch_id
    where import_batch.state <> 'undone'
    order by n.id, (${isSince("next_import_row")}) is not true, next_import_row.version_after, ${TURN}
    on conflict do nothing`;
}
