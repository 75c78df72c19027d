import { setImmediate } from "node:timers/promises";
import type { ImportEnd } from "@okaeri/contract/problems/stored-reasons";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { recheckPermission } from "../../session/recheck-permission.ts";
import { takeEarlyRows } from "../feeds/take-early-rows.ts";
import type { IntakeContext } from "../intake/intake-context.ts";
import { saveCustomerRows } from "../intake/save-customer-rows.ts";
import { saveRows } from "../intake/save-rows.ts";
import { fileReading, linesOf, type ReadLines, readLines, refusedRows } from "./file-reading.ts";
import {
  CannotImportError,
  type ClaimedImport,
  endImport,
  lockImport,
  recordProgress,
  saveRefused,
  takeImport,
} from "./import-state.queries.ts";
import type { LineReading } from "./prepare-line.ts";
import { UnreadableFileError } from "./reading/problems.ts";
import type { ReadRow } from "./reading/read-rows.ts";
import { noteChanges } from "./undo/import-rows.queries.ts";
import type { Versions } from "./versions.ts";

/** Rows of one transaction: enough for set-based work, short enough to cancel and to look at progress. */
const BATCH_ROWS = 5_000;
/** Rows that are checked without a pause. */
const PIECE_ROWS = 50;
/** A batch of wide rows is closed earlier, in UTF-16 units. */
const BATCH_TEXT = 8_388_608;
const LAST_ATTEMPT = 5;

export type ImportJobData = { account_id: number; import_batch_id: number };
export type ImportJobRun = { signal: AbortSignal; attempt: number };

type Batch = { rows: ReadRow[]; bytesRead: number };
/** `reported`: the rows of the lines that are taken with it, those that waited for a later version of them included. */
type ReadyBatch = Batch & { lines: ReadLines; reported: ReadRow[] };
type Job = { app: App; accountId: number; taken: ClaimedImport; reading: LineReading };

/**
 * Imports one uploaded file: rows are written batch by batch, each with its progress in one transaction. When a worker dies at any moment,
 * whole batches are there, and the next worker goes on to the same end. A worker that lost the import to another one, or was stopped for
 * too long, finds a higher fencing token and writes nothing.
 */
export async function importReservations(
  app: App,
  data: ImportJobData,
  run: ImportJobRun,
  options: { batchRows?: number } = {},
): Promise<void> {
  const { account_id: accountId, import_batch_id: id } = data;
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [accountId] }, work);
  const taken = await inScope((tx) => takeImport(tx, accountId, id, todayOf(app.clock)));
  if (taken === null) return;
  try {
    // product §1: what is not in force takes nothing in.
    if (!taken.in_force) throw new CannotImportError("out_of_contract");
    if (!(await initiatorMayImport(app, accountId, taken))) throw new CannotImportError("initiator_lost_right");
    await importFile(app, accountId, taken, run, options.batchRows ?? BATCH_ROWS);
  } catch (error) {
    const because = hopelessReason(error);
    if (because === null && run.attempt < LAST_ATTEMPT) throw error;
    const reason = because ?? "gave_up";
    await inScope(async (tx) => {
      if ((await lockImport(tx, accountId, taken)) !== "lost")
        await endImport(tx, accountId, id, { state: "failed", error: reason });
    });
    if (because === null) throw error;
  }
}

function hopelessReason(error: unknown): ImportEnd | null {
  if (error instanceof CannotImportError) return error.reason;
  return error instanceof UnreadableFileError ? error.problem : null;
}

/** Hours may pass between the start and a worker. An import that no person started (a feed) has nobody to check. */
async function initiatorMayImport(app: App, accountId: number, { started_by, facility_account_id }: ClaimedImport) {
  if (started_by === null) return true;
  return recheckPermission(app, started_by, {
    action: "customers/create",
    accountIds: [accountId, facility_account_id],
  });
}

async function importFile(app: App, accountId: number, taken: ClaimedImport, run: ImportJobRun, batchRows: number) {
  const today = todayOf(app.clock);
  const { reading, read, versions } = await fileReading(app, accountId, taken, today);
  const job: Job = { app, accountId, taken, reading };
  // What an earlier worker read and a later version still waits for.
  const passed = (rows: ReadRow[]) => {
    if (versions.areAny) versions.gather(linesOf(rows, reading).reservations, [...rows]);
  };
  const batches = readyBatches(batchesAfter(read(), taken.rows_read, batchRows, passed), reading, versions);
  for await (const batch of oneAhead(batches)) {
    if (run.signal.aborted) return requeueRest(job);
    if ((await saveBatch(job, batch)) === "stop") return;
  }
  await inBatch(job, (tx) => endImport(tx, accountId, taken.id, { state: "done" }));
}

/** The same batches in every run, so that an interrupted import ends as an undisturbed one; rows already done are left out. */
async function* batchesAfter(
  source: AsyncIterable<Batch>,
  done: number,
  size: number,
  passed: (rows: ReadRow[]) => void,
): AsyncGenerator<Batch> {
  let [seen, text] = [0, 0];
  let rows: ReadRow[] = [];
  const openOf = (of: ReadRow[]) => {
    const doneOf = Math.max(0, done - seen);
    if (doneOf > 0) passed(of.slice(0, doneOf));
    return of.slice(doneOf);
  };
  for await (const { rows: found, bytesRead } of source) {
    for (const row of found) {
      rows.push(row);
      text += "cells" in row ? row.cells.reduce((sum, cell) => sum + cell.length, 0) : row.raw.length;
      if (rows.length < size && text < BATCH_TEXT) continue;
      const open = openOf(rows);
      seen += rows.length;
      [rows, text] = [[], 0];
      if (open.length > 0) yield { rows: open, bytesRead };
    }
  }
  const open = openOf(rows);
  if (open.length > 0) yield { rows: open, bytesRead: Number.MAX_SAFE_INTEGER };
}

/** Checks and normalises batches, in pieces short enough not to block the event loop. */
async function* readyBatches(
  batches: AsyncIterable<Batch>,
  reading: LineReading,
  versions: Versions,
): AsyncGenerator<ReadyBatch> {
  for await (const batch of batches) {
    const lines: ReadLines = { reservations: [], customers: [], refused: [] };
    for (let from = 0; from < batch.rows.length; from += PIECE_ROWS) {
      readLines(lines, batch.rows.slice(from, from + PIECE_ROWS), reading);
      await setImmediate();
    }
    const reported = [...batch.rows];
    lines.reservations = versions.gather(lines.reservations, reported);
    yield { ...batch, lines, reported };
  }
}

/** Prefetches one item: it is made while the consumer is busy with the previous one; an error comes when its item is asked for. */
async function* oneAhead<Item>(source: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let coming = source.next();
  coming.catch(() => {});
  try {
    for (let { done, value } = await coming; !done; { done, value } = await coming) {
      coming = source.next();
      coming.catch(() => {});
      yield value;
    }
  } finally {
    // What was begun ends before the connections do.
    await coming.catch(() => {});
    await source.return(undefined);
  }
}

/** One transaction in which the import is locked; `stop` when it was cancelled or another worker took it over. */
async function inBatch(job: Job, work: (tx: Tx) => Promise<void>): Promise<"done" | "stop"> {
  const { app, accountId, taken } = job;
  return app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    // A worker that is frozen in here must not keep the lock for long: a statement time-out.
    await tx.run`select set_config('statement_timeout', '120s', true), set_config('idle_in_transaction_session_timeout', '60s', true)`;
    await lockProgramme(tx, accountId);
    const held = await lockImport(tx, accountId, taken);
    if (held === "cancelled") await endImport(tx, accountId, taken.id, { state: "cancelled" });
    if (held !== "held") return "stop";
    await work(tx);
    return "done";
  });
}

async function saveBatch(job: Job, batch: ReadyBatch): Promise<"done" | "stop"> {
  const { app, accountId, taken, reading } = job;
  const today = todayOf(app.clock);
  const { reservations, customers, refused } = batch.lines;
  return inBatch(job, async (tx) => {
    const ctx: IntakeContext = {
      accountId,
      facilityId: taken.facility_account_id,
      userId: taken.created_by,
      importBatchId: taken.id,
      today,
      now: app.clock.now(),
      cipher: app.cipher,
      mayBeRooms: true,
      note: noteChanges(accountId, taken.id),
    };
    const counts =
      taken.kind === "customers" ? await saveCustomerRows(tx, ctx, customers) : await saveRows(tx, ctx, reservations);
    if (taken.kind !== "customers") await takeEarlyRows(app, tx, accountId);
    const all = [...refused, ...refusedRows(batch.reported, counts.refused, reading)];
    await saveRefused(tx, accountId, taken.id, all);
    const bytesDone = Math.min(batch.bytesRead, taken.byte_size);
    await recordProgress(tx, accountId, taken.id, {
      bytesDone,
      read: batch.rows.length,
      refused: all.length,
      counts,
    });
  });
}

/** The process is stopping: the rest becomes a new job, which does not count as a failed try of this one. */
async function requeueRest(job: Job): Promise<void> {
  const { app, accountId, taken } = job;
  await inBatch(job, (tx) =>
    app.jobs.add(tx, "import-reservations", { account_id: accountId, import_batch_id: taken.id }),
  );
}
