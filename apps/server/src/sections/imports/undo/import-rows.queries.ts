import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import type { ChangeNote, MadeRows, NoteChanges } from "../../intake/note-changes.ts";
import { TURN, turnOf } from "../turns.read.ts";

/** Why a row is left as it is. */
export const RETAINED_ROW_REASONS = ["later_import", "by_hand", "in_use"] as const;
export type RetainedReason = (typeof RETAINED_ROW_REASONS)[number];

/** SQL: what two looks at a customer left, the later one's fields over the earlier one's; keys, types and consents of both. */
export const bothOf = (earlier: string, later: string) =>
  sql.raw(`coalesce(${earlier}.after, '{}') || coalesce(${later}.after, '{}') || jsonb_build_object(
    ${["keys", "types", "consents"]
      .map(
        (name) =>
          `'${name}', coalesce(${earlier}.after -> '${name}', '[]') || coalesce(${later}.after -> '${name}', '[]')`,
      )
      .join(", ")})`);

/** Of one thing the first state before and the last state after count; what the import itself made stays its own. */
const NOTED_BEFORE = sql`on conflict (account_id, import_batch_id, entity, entity_id) do update
  set row_outcome = case import_row.row_outcome when 'unchanged' then excluded.row_outcome else import_row.row_outcome end,
    before = case when import_row.row_outcome = 'new' then null
      when import_row.row_outcome = 'unchanged' then excluded.before
      when import_row.entity = 'customer' then excluded.before || import_row.before
      else import_row.before end,
    after = case when import_row.entity <> 'customer' then excluded.after else ${bothOf("import_row", "excluded")} end,
    version_after = coalesce(excluded.version_after, import_row.version_after)
  where excluded.row_outcome <> 'unchanged' or import_row.row_outcome = 'unchanged'`;

/** Keeps what the lines of an import change. */
export function noteChanges(accountId: number, importBatchId: number): NoteChanges {
  return async (tx, notes, made) => {
    if (made) await noteMade(tx, { accountId, importBatchId }, made);
    if (notes.length === 0) return;
    const column = <T>(pick: (note: ChangeNote) => T) => notes.map(pick);
    const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null);
    await tx.run`insert into import_rows as import_row (account_id, import_batch_id, entity, entity_id, row_outcome, before, after,
      version_after)
      select n.account_id, ${importBatchId}::bigint, n.entity, n.id, n.row_outcome, n.before::jsonb, n.after::jsonb,
        coalesce(n.version, reservation.version, customer.version)
      from (select ${accountId}::bigint as account_id, m.*
        from unnest(${column((note) => note.entity)}::text[], ${column((note) => note.id)}::bigint[],
          ${column((note) => note.row_outcome)}::text[], ${column((note) => json(note.before))}::text[],
          ${column((note) => json(note.after))}::text[], ${column((note) => note.version ?? null)}::int[]) m
          (entity, id, row_outcome, before, after, version)) n
      left join stay_reservations reservation on n.row_outcome = 'unchanged' and n.entity = 'reservation'
        and reservation.account_id = n.account_id and reservation.id = n.id
      left join customers customer on n.row_outcome = 'unchanged' and n.entity = 'customer' and customer.account_id = n.account_id
        and customer.id = n.id
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
  await tx.run`insert into import_rows (account_id, import_batch_id, entity, entity_id, row_outcome, after, version_after)
    select ${accountId}::bigint, ${importBatchId}::bigint, 'reservation', n.id, 'new', jsonb_build_object('customer_id', n.customer_id), 1
    from unnest(${reservations.map((one) => one.id)}::bigint[], ${reservations.map((one) => one.customerId)}::bigint[]) n (id, customer_id)
    union all select ${accountId}::bigint, ${importBatchId}::bigint, 'customer', id, 'new',
      '{"keys": [], "types": [], "consents": []}'::jsonb, 1
    from unnest(${customers}::bigint[]) id`;
}

export type UndoRow<Before, After> = {
  id: number;
  row_outcome: "new" | "changed";
  before: Before | null;
  after: After | null;
  version_after: number | null;
};

/** What an undo may leave as it is. */
export type Left = "reservation" | "companion" | "customer";
export type ImportKey = { accountId: number; importId: number };

/**
 * `import_row`: what the import wrote, all or these, with its turn, as a common table expression (CTE) that drives the statement. With the
 * account as a constant in the join the planner expects one row of either table and scans the account's reservations for each of them (database/given-ids.ts):
 * 12,000 rows in a database with a busy neighbour took over a minute.
 */
export function writtenBy({ accountId, importId }: ImportKey, entity: Left, ids?: readonly number[]) {
  const these = ids === undefined ? sql`` : sql`and import_row.entity_id = any(${ids}::bigint[])`;
  return sql`import_row as materialized (select import_row.*, ${turnOf(accountId, importId)} as turn
    from import_rows import_row
    where import_row.account_id = ${accountId} and import_row.import_batch_id = ${importId} and import_row.entity = ${entity} ${these})`;
}

/** The next things of one kind that an import changed and that nobody has looked at yet, the last first. */
export function openRows<Before, After>(
  tx: Tx,
  place: ImportKey,
  entity: ChangeNote["entity"],
  size: number,
): Promise<UndoRow<Before, After>[]> {
  return tx.all<UndoRow<Before, After>>`select entity_id as id, row_outcome, before, after, version_after
    from import_rows
    where account_id = ${place.accountId} and import_batch_id = ${place.importId} and entity = ${entity} and row_outcome <> 'unchanged'
      and undone is null
    order by entity_id desc limit ${size}`;
}

export async function markRows(
  tx: Tx,
  place: ImportKey,
  entity: ChangeNote["entity"],
  marks: readonly { id: number; undone: "revoked" | RetainedReason }[],
): Promise<void> {
  await tx.run`with n as materialized (
      select ${place.accountId}::bigint as account_id, ${place.importId}::bigint as import_batch_id, m.*
      from unnest(${marks.map((mark) => mark.id)}::bigint[], ${marks.map((mark) => mark.undone)}::text[]) m (id, undone)
    )
    update import_rows import_row
    set undone = n.undone
    from n
    where import_row.account_id = n.account_id and import_row.import_batch_id = n.import_batch_id and import_row.entity = ${entity}
      and import_row.entity_id = n.id`;
}

/**
 * SQL over `import_row` (with its turn), a row of another import of the same thing, and its `import_batch`: the other one was written later.
 * Imports may write at once, so the versions decide; companions have none.
 */
export const isSince = (other: "later_import_row" | "next_import_row") => sql<boolean>`case
  when ${sql.ref(`${other}.version_after`)} <> import_row.version_after
  then ${sql.ref(`${other}.version_after`)} > import_row.version_after
  else ${TURN} > import_row.turn
    or (${sql.ref(`${other}.version_after`)} is not null and ${sql.ref(`${other}.row_outcome`)} = 'unchanged') end`;

/** Which of these were left, because a later import told them too. */
export async function leftToLater(
  tx: Tx,
  place: ImportKey,
  entity: Left,
  ids: readonly number[],
): Promise<Set<number>> {
  const found = await tx.all<{ id: number }>`select entity_id as id
    from import_rows
    where account_id = ${place.accountId} and import_batch_id = ${place.importId} and entity = ${entity}
      and entity_id = any(${ids}::bigint[]) and undone = 'later_import'`;
  return new Set(found.map((row) => row.id));
}

/** Stays that were put back while another one still had their code: they are looked at again when all are back. */
export async function noteWantingFolios(tx: Tx, place: ImportKey, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run`with ${writtenBy(place, "reservation", ids)}
    insert into import_rows as import_row (account_id, import_batch_id, entity, entity_id, row_outcome, before)
    select import_row.account_id, import_row.import_batch_id, 'folio', import_row.entity_id, 'changed',
      jsonb_build_object('transaction_code', import_row.before -> 'stay' ->> 'transaction_code')
    from import_row
    join stay_transactions stay on stay.account_id = import_row.account_id and stay.stay_reservation_id = import_row.entity_id
    where stay.transaction_code <> import_row.before -> 'stay' ->> 'transaction_code'
    on conflict (account_id, import_batch_id, entity, entity_id) do update
    set before = excluded.before
    where import_row.undone is null`;
}

/**
 * Deletes up to `most` rows of the record of changes of imports that can no longer be undone. The imports are found first: joined freely,
 * the planner may scan every row of the account to find that none is due.
 */
export function clearImportRows(tx: Tx, accountId: number, before: Date, most: number): Promise<number> {
  return tx.run`with import_batch as materialized (
      select account_id, id from import_batches where account_id = ${accountId} and finished_at < ${before}
    ), ended as materialized (
      select import_row.*
      from import_batch
      cross join lateral (
        select import_row.account_id, import_row.import_batch_id, import_row.entity, import_row.entity_id
        from import_rows import_row
        where import_row.account_id = import_batch.account_id and import_row.import_batch_id = import_batch.id
        limit ${most}
      ) import_row
      limit ${most}
    )
    delete from import_rows import_row
    using ended
    where import_row.account_id = ended.account_id and import_row.import_batch_id = ended.import_batch_id
      and import_row.entity = ended.entity and import_row.entity_id = ended.entity_id`;
}
