import { IMPORT_UNDO_DAYS } from "@okaeri/contract/import-limits";
import type { Tx } from "../../../database/connection.ts";
import type { RetainedReason } from "./import-rows.queries.ts";

export type UndoResult = {
  reservations_removed: number;
  reservations_restored: number;
  customers_removed: number;
  customers_restored: number;
  companions_removed: number;
  /** Of what is left, what is a later import's of a file from then on: undoing that one puts it back. */
  handed_on: number;
  retained: Record<RetainedReason, number>;
  points_taken: number;
  points_short: number;
  guests_short: number;
};

export const NOTHING_UNDONE: UndoResult = {
  reservations_removed: 0,
  reservations_restored: 0,
  customers_removed: 0,
  customers_restored: 0,
  companions_removed: 0,
  handed_on: 0,
  retained: { later_import: 0, by_hand: 0, in_use: 0 },
  points_taken: 0,
  points_short: 0,
  guests_short: 0,
};

const TAKEN_BACK = [
  "reservations_removed",
  "reservations_restored",
  "customers_removed",
  "customers_restored",
  "companions_removed",
] as const satisfies readonly (keyof UndoResult)[];

export type UndoEffect = "revoked" | "handed_on" | "none";

/** What undoing comes to. Where nothing goes back and no later import gets anything by it, an undo is refused. */
export function effectOf(result: UndoResult): UndoEffect {
  if (TAKEN_BACK.some((name) => result[name] > 0)) return "revoked";
  return result.handed_on > 0 ? "handed_on" : "none";
}

/** The last moment at which an import of this end can be undone. */
export function undoableUntil(finishedAt: Date): Date {
  return new Date(finishedAt.getTime() + IMPORT_UNDO_DAYS * 24 * 3_600_000);
}

/** Imports that ended after this moment can be undone. */
export function undoableSince(now: Date): Date {
  return new Date(now.getTime() - IMPORT_UNDO_DAYS * 24 * 3_600_000);
}

/** An import that is being undone, as the worker that took it sees it. */
export type ClaimedUndo = {
  id: number;
  facility_account_id: number;
  undone_by: number | null;
  fencing_token: number;
  /** What earlier workers undid of it. */
  rows_undone: number;
};

/** Whether there is something to take back: it ended within the days, and what it changed was kept. */
export async function isUndoable(tx: Tx, accountId: number, id: number, now: Date): Promise<boolean> {
  const found = await tx.all`select from import_batches import_batch
    where import_batch.account_id = ${accountId} and import_batch.id = ${id} and import_batch.source = 'csv'
      and import_batch.state in ('done', 'cancelled', 'failed') and import_batch.finished_at >= ${undoableSince(now)}
      and exists (select from import_rows import_row
        where import_row.account_id = import_batch.account_id and import_row.import_batch_id = import_batch.id
          and import_row.row_outcome <> 'unchanged')`;
  return found.length > 0;
}

export async function beginUndo(tx: Tx, accountId: number, id: number, userId: number | null): Promise<void> {
  await tx.run`update import_batches import_batch
    set state = 'undoing', fencing_token = fencing_token + 1, undone_by = ${userId},
      undo_total = (select count(*)
        from import_rows import_row
        where import_row.account_id = import_batch.account_id and import_row.import_batch_id = import_batch.id
          and import_row.row_outcome <> 'unchanged'), rows_undone = 0, undo_result = ${JSON.stringify(NOTHING_UNDONE)}::jsonb,
      updated_by = ${userId}, updated_at = now()
    where import_batch.account_id = ${accountId} and import_batch.id = ${id}`;
}

/**
 * What the points and a later import will get, which is known before the first piece alone; and how many rows there are by now, because one
 * that waited was handed some.
 */
export async function noteForeseen(tx: Tx, accountId: number, id: number, foreseen: UndoResult): Promise<void> {
  const { handed_on, points_taken, points_short, guests_short } = foreseen;
  await tx.run`update import_batches import_batch
    set updated_at = now(), undo_total = (select count(*)
        from import_rows import_row
        where import_row.account_id = import_batch.account_id and import_row.import_batch_id = import_batch.id
          and import_row.row_outcome <> 'unchanged'),
      undo_result = undo_result || ${JSON.stringify({ handed_on, points_taken, points_short, guests_short })}::jsonb
    where import_batch.account_id = ${accountId} and import_batch.id = ${id}`;
}

export async function resultOfUndo(tx: Tx, accountId: number, id: number): Promise<UndoResult> {
  const { undo_result } = await tx.one<{
    undo_result: Partial<UndoResult> | null;
  }>`select undo_result
    from import_batches
    where account_id = ${accountId} and id = ${id}`;
  // What was undone before companions were counted does not name them.
  return { ...NOTHING_UNDONE, ...undo_result };
}

export async function takeUndo(tx: Tx, accountId: number, id: number): Promise<ClaimedUndo | null> {
  const taken = await tx.maybe<ClaimedUndo>`update import_batches
    set fencing_token = fencing_token + 1, updated_at = now()
    where account_id = ${accountId} and id = ${id} and state = 'undoing'
    returning id, facility_account_id, undone_by, fencing_token, rows_undone`;
  return taken ?? null;
}

/**
 * The import of the programme whose undo goes on now; null: none is being undone. They go one after the other, each to its end: one that
 * waits still counts as told since, so that what the one before leaves is handed to it.
 */
export async function nextUndo(tx: Tx, accountId: number): Promise<number | null> {
  const next = await tx.maybe<{ id: number }>`select id
    from import_batches
    where account_id = ${accountId} and state = 'undoing'
    order by rows_undone = 0, id limit 1`;
  return next?.id ?? null;
}

/** Locks the undo until commit; false when another worker has it (fencing token). */
export async function holdUndo(tx: Tx, accountId: number, taken: ClaimedUndo): Promise<boolean> {
  const held = await tx.all`select from import_batches
    where account_id = ${accountId} and id = ${taken.id} and state = 'undoing' and fencing_token = ${taken.fencing_token} for update`;
  return held.length > 0;
}

/** Adds one piece to the counts, in its transaction. */
export async function noteUndone(
  tx: Tx,
  accountId: number,
  id: number,
  piece: { rows: number; result: Partial<UndoResult> },
): Promise<void> {
  const undo_result = await resultOfUndo(tx, accountId, id);
  const sum = (name: (typeof TAKEN_BACK)[number]) => undo_result[name] + (piece.result[name] ?? 0);
  const retained = Object.fromEntries(
    Object.entries(undo_result.retained).map(([reason, count]) => [
      reason,
      count + (piece.result.retained?.[reason as RetainedReason] ?? 0),
    ]),
  );
  const next = {
    ...undo_result,
    ...Object.fromEntries(TAKEN_BACK.map((name) => [name, sum(name)])),
    retained,
  };
  await tx.run`update import_batches
    set rows_undone = rows_undone + ${piece.rows}, undo_result = ${JSON.stringify(next)}::jsonb, heartbeat_at = now(), updated_at = now()
    where account_id = ${accountId} and id = ${id}`;
}

export async function endUndo(tx: Tx, accountId: number, id: number, now: Date): Promise<void> {
  await tx.run`update import_batches
    set state = 'undone', undone_at = ${now}, rows_undone = undo_total, updated_at = now()
    where account_id = ${accountId} and id = ${id}`;
}
