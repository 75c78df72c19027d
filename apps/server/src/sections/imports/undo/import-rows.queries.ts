import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import type { ChangeNote, MadeRows, NoteChanges } from "../../intake/note-changes.ts";

/** Why a row is left as it is. */
export const KEPT_REASONS = ["later_import", "by_hand", "in_use"] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

/** SQL: what two looks at a customer left, the later one's fields over the earlier one's; keys, types and consents of both. */
const bothOf = (earlier: string, later: string) =>
  sql.raw(`coalesce(${earlier}.after, '{}') || coalesce(${later}.after, '{}') || jsonb_build_object(
    ${["keys", "types", "consents"]
      .map(
        (name) =>
          `'${name}', coalesce(${earlier}.after -> '${name}', '[]') || coalesce(${later}.after -> '${name}', '[]')`,
      )
      .join(", ")})`);

/** Of one thing the first state before and the last state after count; what the import itself made stays its own. */
const NOTED_BEFORE = sql`on conflict (account_id, import_batch_id, entity, entity_id) do update
  set fate = case i.fate when 'unchanged' then excluded.fate else i.fate end,
    before = case when i.fate = 'new' then null when i.fate = 'unchanged' then excluded.before
      when i.entity = 'customer' then excluded.before || i.before else i.before end,
    after = case when i.entity <> 'customer' then excluded.after else ${bothOf("i", "excluded")} end,
    version_after = coalesce(excluded.version_after, i.version_after)
  where excluded.fate <> 'unchanged'`;

/** Keeps what the lines of an import change. */
export function noteChanges(accountId: number, importBatchId: number): NoteChanges {
  return async (tx, notes, made) => {
    if (made) await noteMade(tx, { accountId, importBatchId }, made);
    if (notes.length === 0) return;
    const column = <T>(pick: (note: ChangeNote) => T) => notes.map(pick);
    const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null);
    await tx.run`insert into import_rows as i (account_id, import_batch_id, entity, entity_id, fate, before, after, version_after)
      select ${accountId}::bigint, ${importBatchId}::bigint, n.entity, n.id, n.fate, n.before::jsonb, n.after::jsonb, n.version
      from unnest(${column((note) => note.entity)}::text[], ${column((note) => note.id)}::bigint[],
        ${column((note) => note.fate)}::text[], ${column((note) => json(note.before))}::text[],
        ${column((note) => json(note.after))}::text[], ${column((note) => note.version ?? null)}::int[])
        n (entity, id, fate, before, after, version)
      ${NOTED_BEFORE}`;
  };
}

/**
 * Two numbers a row, from which the database makes the rest: a first import makes tens of thousands of these. They are new, so nothing
 * is noted of them yet.
 */
async function noteMade(
  tx: Tx,
  { accountId, importBatchId }: { accountId: number; importBatchId: number },
  { reservations, customers }: MadeRows,
): Promise<void> {
  if (reservations.length + customers.length === 0) return;
  await tx.run`insert into import_rows (account_id, import_batch_id, entity, entity_id, fate, after, version_after)
    select ${accountId}::bigint, ${importBatchId}::bigint, 'reservation', n.id, 'new', jsonb_build_object('customer_id', n.customer_id), 1
    from unnest(${reservations.map((one) => one.id)}::bigint[], ${reservations.map((one) => one.customerId)}::bigint[]) n (id, customer_id)
    union all
    select ${accountId}::bigint, ${importBatchId}::bigint, 'customer', id, 'new', '{"keys": [], "types": [], "consents": []}'::jsonb, 1
    from unnest(${customers}::bigint[]) id`;
}

export type UndoRow<Before, After> = {
  id: number;
  fate: "new" | "changed";
  before: Before | null;
  after: After | null;
  version_after: number | null;
};

/** What an undo may leave as it is. */
export type Left = "reservation" | "companion" | "customer";
export type Place = { accountId: number; importId: number };

/**
 * `i`: what the import wrote, all or these, as a common table expression that drives the statement. With the account as a constant in the join
 * the planner expects one row of either table and walks the account's reservations for each of them (database/given-ids.ts): 12,000 rows
 * in a database with a busy neighbour took over a minute.
 */
export function writtenBy({ accountId, importId }: Place, entity: Left, ids?: readonly number[]) {
  const these = ids === undefined ? sql`` : sql`and w.entity_id = any(${ids}::bigint[])`;
  return sql`i as materialized (select w.* from import_rows w
    where w.account_id = ${accountId} and w.import_batch_id = ${importId} and w.entity = ${entity} ${these})`;
}

/** The next things of one kind that an import changed and that nobody has looked at yet, the last first. */
export function openRows<Before, After>(
  tx: Tx,
  place: Place,
  entity: ChangeNote["entity"],
  size: number,
): Promise<UndoRow<Before, After>[]> {
  return tx.all<UndoRow<Before, After>>`select entity_id as id, fate, before, after, version_after from import_rows
    where account_id = ${place.accountId} and import_batch_id = ${place.importId} and entity = ${entity} and fate <> 'unchanged'
      and undone is null order by entity_id desc limit ${size}`;
}

export async function markRows(
  tx: Tx,
  place: Place,
  entity: ChangeNote["entity"],
  marks: readonly { id: number; undone: "taken_back" | KeptReason }[],
): Promise<void> {
  await tx.run`with n as materialized (select ${place.accountId}::bigint as account_id, ${place.importId}::bigint as import_batch_id, m.*
      from unnest(${marks.map((mark) => mark.id)}::bigint[], ${marks.map((mark) => mark.undone)}::text[]) m (id, undone))
    update import_rows i set undone = n.undone from n
    where i.account_id = n.account_id and i.import_batch_id = n.import_batch_id and i.entity = ${entity} and i.entity_id = n.id`;
}

/**
 * What an undone import leaves because a later one told it too is the later one's from then on: undoing that one too puts back what stood
 * before both. Two imports at once may write in the other order than they were made in: the versions tell.
 */
export async function handOver(
  tx: Tx,
  place: Place,
  entity: Left,
  ids: readonly number[],
): Promise<{ id: number; to: number }[]> {
  if (ids.length === 0) return [];
  return tx.all<{ id: number; to: number }>`with ${writtenBy(place, entity, ids)} update import_rows l
    set fate = case when i.fate = 'new' or l.fate = 'unchanged' then i.fate else l.fate end,
      before = case when 'new' in (i.fate, l.fate) then null
        when i.version_after > l.version_after then case when l.entity = 'customer' then i.before || coalesce(l.before, '{}') else l.before end
        when l.entity = 'customer' then coalesce(l.before, '{}') || i.before else i.before end,
      after = case when i.version_after > l.version_after
        then case when l.entity = 'customer' then ${bothOf("l", "i")} else coalesce(i.after, l.after) end
        when l.entity = 'customer' then ${bothOf("i", "l")} else coalesce(l.after, i.after) end,
      version_after = greatest(l.version_after, i.version_after)
    from i where l.account_id = i.account_id and l.entity = i.entity and l.entity_id = i.entity_id
      and l.import_batch_id = (
        select min(b.id) from import_batches b
        join import_rows o on o.account_id = b.account_id and o.import_batch_id = b.id and o.entity = i.entity and o.entity_id = i.entity_id
        where b.account_id = i.account_id and b.id > i.import_batch_id and b.state not in ('undoing', 'undone'))
    returning l.entity_id as id, l.import_batch_id as to`;
}

/** Which of these were left, because a later import told them too. */
export async function leftToLater(tx: Tx, place: Place, entity: Left, ids: readonly number[]): Promise<Set<number>> {
  const found = await tx.all<{ id: number }>`select entity_id as id from import_rows
    where account_id = ${place.accountId} and import_batch_id = ${place.importId} and entity = ${entity}
      and entity_id = any(${ids}::bigint[]) and undone = 'later_import'`;
  return new Set(found.map((row) => row.id));
}

/** Stays that were put back while another one still had their code: they are looked at again when all are back. */
export async function noteWantingFolios(tx: Tx, place: Place, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run`with ${writtenBy(place, "reservation", ids)}
    insert into import_rows as f (account_id, import_batch_id, entity, entity_id, fate, before)
    select i.account_id, i.import_batch_id, 'folio', i.entity_id, 'changed',
      jsonb_build_object('transaction_code', i.before -> 'stay' ->> 'transaction_code')
    from i join stay_transactions s on s.account_id = i.account_id and s.stay_reservation_id = i.entity_id
    where s.transaction_code <> i.before -> 'stay' ->> 'transaction_code'
    on conflict (account_id, import_batch_id, entity, entity_id) do update set before = excluded.before where f.undone is null`;
}

/** Codes of stays, or held by stays, that a later import told too: undoing that one gives them back. */
export async function handOverFolios(tx: Tx, place: Place, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run`insert into import_rows (account_id, import_batch_id, entity, entity_id, fate, before)
    select distinct on (b.id, i.entity_id) i.account_id, b.id, i.entity, i.entity_id, i.fate, i.before from import_rows i
    join stay_reservations r on r.account_id = i.account_id and r.id = i.entity_id
    left join stay_transactions o on o.account_id = r.account_id and o.facility_account_id = r.facility_account_id
      and o.code_space = r.code_space and o.transaction_code = i.before ->> 'transaction_code'
    left join stay_reservations h on h.account_id = o.account_id and h.id = o.stay_reservation_id
    join import_batches b on b.account_id = i.account_id and b.id in (r.import_batch_id, h.import_batch_id) and b.source = 'csv'
      and b.state not in ('undoing', 'undone') and b.id > i.import_batch_id
    where i.account_id = ${place.accountId} and i.import_batch_id = ${place.importId} and i.entity = 'folio'
      and i.entity_id = any(${ids}::bigint[])
    on conflict do nothing`;
}

/** Customers whom reservations of a later import keep alive, or of whom they say the same: undoing that one too takes it back. */
export async function handOverPeople(tx: Tx, place: Place, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run`with ${writtenBy(place, "customer", ids)}
    insert into import_rows (account_id, import_batch_id, entity, entity_id, fate, before, after, version_after)
    select i.account_id, b.id, i.entity, i.entity_id, i.fate, i.before, i.after, i.version_after from i
    cross join lateral (
      select min(b.id) as id from stay_reservations r join import_batches b on b.account_id = r.account_id and b.id = r.import_batch_id
      where r.account_id = i.account_id and r.customer_id = i.entity_id and b.id > i.import_batch_id and b.source = 'csv'
        and b.state not in ('undoing', 'undone')) b
    where b.id is not null
    on conflict do nothing`;
}

/** What was put back is at a new version: the import that had left it so is not taken for changed by hand. */
export async function followVersions(
  tx: Tx,
  place: Place,
  entity: "reservation" | "customer",
  moved: readonly { id: number; from: number; to: number }[],
): Promise<void> {
  if (moved.length === 0) return;
  await tx.run`with n as materialized (select ${place.accountId}::bigint as account_id, m.*
      from unnest(${moved.map((one) => one.id)}::bigint[], ${moved.map((one) => one.from)}::int[], ${moved.map((one) => one.to)}::int[])
        m (id, was, now))
    update import_rows e set version_after = n.now from n
    where e.account_id = n.account_id and e.import_batch_id < ${place.importId} and e.entity = ${entity} and e.entity_id = n.id
      and e.version_after = n.was`;
}

/** Member numbers that the programme gave are no change by hand: an import that made or changed the guests can be undone as before. */
export async function followNumbers(
  tx: Tx,
  accountId: number,
  moved: readonly { id: number; from: number; to: number }[],
): Promise<void> {
  await followVersions(tx, { accountId, importId: Number.MAX_SAFE_INTEGER }, "customer", moved);
}

/** Forgets what imports changed that cannot be undone any more. */
export function clearImportRows(tx: Tx, accountId: number, before: Date, most: number): Promise<number> {
  return tx.run`delete from import_rows i using (
      select x.import_batch_id, x.entity, x.entity_id from import_batches b
      join import_rows x on x.account_id = b.account_id and x.import_batch_id = b.id
      where b.account_id = ${accountId} and b.finished_at < ${before} limit ${most}) o
    where i.account_id = ${accountId} and i.import_batch_id = o.import_batch_id and i.entity = o.entity and i.entity_id = o.entity_id`;
}
