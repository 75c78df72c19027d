import type { FeedRow } from "@okaeri/domain/stays/feed-row";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import type { PreparedReservation } from "../intake/prepare-row.ts";
import { keyOf, type Repeats, saveRows } from "../intake/save-rows.ts";
import { beginBatches, endBatches, holdBatches, nextBatches, type RowEnd, type WaitingBatch } from "./feeds.queries.ts";
import { prepareFeedRow } from "./prepare-feed-row.ts";

/** Rows of one transaction, as of a file: small batches are worked off together. */
const ROWS_AT_ONCE = 5_000;
const LAST_ATTEMPT = 5;
/** Longest text that is kept of a value in a row that is held. */
const HELD_TEXT = 2_000;
const HELD_PARTS = 101;

/**
 * Works off what waits for one programme, oldest first. Each transaction leaves whole batches: a worker that dies at any moment leaves the
 * rest to the next one. After an error batches go one by one, so that one that cannot be written holds up no other.
 */
export async function processFeeds(
  app: App,
  { account_id: accountId }: { account_id: number },
  run: { signal: AbortSignal; attempt: number },
): Promise<void> {
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [accountId] }, work);
  const maxRows = run.attempt === 0 ? ROWS_AT_ONCE : 0;
  let failure: unknown;
  for (let after = 0; ; ) {
    if (run.signal.aborted) {
      await inScope((tx) => app.jobs.add(tx, "process-feeds", { account_id: accountId }, { group: String(accountId) }));
      return;
    }
    const batches = await inScope((tx) => nextBatches(tx, accountId, { today: todayOf(app.clock), after, maxRows }));
    const ids = batches.map(({ id }) => id);
    if (ids.length === 0) break;
    try {
      await inScope((tx) => beginBatches(tx, accountId, ids, app.clock.now()));
      await saveBatches(app, accountId, batches);
    } catch (error) {
      if (run.attempt === 0) throw error;
      if (run.attempt >= LAST_ATTEMPT) await giveUp(app, accountId, batches);
      failure = error;
      after = ids.at(-1) ?? after;
    }
  }
  if (failure !== undefined) throw failure;
}

type Read = {
  good: PreparedReservation[];
  refused: RowEnd[];
  placeOf: Map<number, { batchId: number; index: number }>;
};

function readBatches(app: App, batches: readonly WaitingBatch[]): Read {
  const read: Read = { good: [], refused: [], placeOf: new Map() };
  const today = todayOf(app.clock);
  let lineNo = 0;
  for (const batch of batches) {
    const codeSpace = batch.source === "plain" ? "none" : batch.source;
    for (const [index, row] of (JSON.parse(batch.payload) as FeedRow[]).entries()) {
      lineNo++;
      read.placeOf.set(lineNo, { batchId: batch.id, index });
      const result = prepareFeedRow(row, lineNo, { kind: batch.kind, codeSpace, today });
      if (result.ok) read.good.push(result.line);
      else read.refused.push(refusedRow(batch.id, index, row, result.code, result.reasons));
    }
  }
  return read;
}

function refusedRow(batchId: number, index: number, row: FeedRow, code: string, reasons: RowEnd["reasons"]): RowEnd {
  return { batchId, index, fate: "refused", code: storable(code), reasons, raw: heldText(row) };
}

/** JSON text of a row that is held: escapes keep what a column cannot; what no field takes is cut. */
export function heldText(row: FeedRow): string {
  return JSON.stringify(row, (_name, value: unknown) => {
    if (typeof value === "string" && value.length > HELD_TEXT) return `${value.slice(0, HELD_TEXT)}…`;
    return Array.isArray(value) ? value.slice(0, HELD_PARTS) : value;
  });
}

const storable = (text: string) => text.replaceAll("\0", "␀").toWellFormed();

async function saveBatches(app: App, accountId: number, batches: readonly WaitingBatch[]): Promise<void> {
  const [first] = batches;
  if (!first) return;
  const { good, refused, placeOf } = readBatches(app, batches);
  await app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    await tx.run`select set_config('statement_timeout', '120s', true), set_config('idle_in_transaction_session_timeout', '60s', true)`;
    await lockProgramme(tx, accountId);
    const ids = await holdBatches(
      tx,
      accountId,
      batches.map(({ id }) => id),
    );
    // Another worker was faster with some of them: the next round sees what is left.
    if (ids.length !== batches.length) return;
    const now = app.clock.now();
    const run = {
      accountId,
      facilityId: first.facility_account_id,
      userId: null,
      importBatchId: ids.at(-1) ?? first.id,
      today: todayOf(app.clock),
      now,
      cipher: app.cipher,
      batchOf: (lineNo: number) => placeOf.get(lineNo)?.batchId ?? first.id,
    };
    const saved = await saveRows(tx, run, good, repeatsOf(good));
    let named = saved.new - [...saved.written.values()].filter(({ fate }) => fate === "new").length;
    const ends = good.map((line): RowEnd => {
      const isNamed = line.row.guest_type === "companion" && named > 0 && named-- > 0;
      const fate = saved.written.get(line.lineNo)?.fate ?? (isNamed ? "new" : "unchanged");
      const place = placeOf.get(line.lineNo) ?? { batchId: first.id, index: 0 };
      return { ...place, fate, code: line.row.reservation_code, reasons: null, raw: null };
    });
    await endBatches(tx, accountId, ids, [...ends, ...refused], { now });
  });
}

/** Of a reservation that comes several times at once, the newest source time wins; without times, or between equal ones, the last. */
function repeatsOf(lines: readonly PreparedReservation[]): Repeats {
  const winners = new Map<string, PreparedReservation>();
  for (const line of lines) {
    if (line.row.guest_type === "companion") continue;
    const before = winners.get(keyOf(line))?.row.source_updated_at;
    const at = line.row.source_updated_at;
    if (before && at && at < before) continue;
    winners.set(keyOf(line), line);
  }
  return new Map([...winners].map(([key, { lineNo }]) => [key, lineNo]));
}

/** Nothing helped: its rows are held, so that somebody can look at them and send them again. */
async function giveUp(app: App, accountId: number, batches: readonly WaitingBatch[]): Promise<void> {
  await app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const ids = await holdBatches(
      tx,
      accountId,
      batches.map(({ id }) => id),
    );
    const rows = batches
      .filter(({ id }) => ids.includes(id))
      .flatMap(({ id, payload }) =>
        (JSON.parse(payload) as FeedRow[]).map((row, index) =>
          refusedRow(id, index, row, "", [{ field: "", code: "gave_up" }]),
        ),
      );
    await endBatches(tx, accountId, ids, rows, { now: app.clock.now(), state: "failed", error: "gave_up" });
  });
}
