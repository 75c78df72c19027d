import type { CodeSpace } from "@okaeri/domain/enumerations";
import { isWrittenNumber, parseAsWritten } from "@okaeri/domain/json-numbers";
import type { FeedKind } from "@okaeri/domain/stays/feed-kinds";
import type { FeedRow } from "@okaeri/domain/stays/feed-row";
import { storableText } from "@okaeri/domain/storable-text";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { saveRows } from "../intake/save-rows.ts";
import {
  beginBatches,
  endBatches,
  endWaiting,
  holdBatches,
  nextBatches,
  type RowEnd,
  rowsThatWaited,
  type WaitedRow,
  type WaitingBatch,
} from "./feeds.queries.ts";
import { prepareFeedRow } from "./prepare-feed-row.ts";

/** Rows of one transaction, as of a file: small batches are worked off together. */
const ROWS_AT_ONCE = 5_000;
const LAST_ATTEMPT = 5;
/** Longest text that is kept of a value in a row that is held. */
const HELD_TEXT = 2_000;
const HELD_PARTS = 101;

/**
 * Works off the waiting batches of one programme, oldest first. Each transaction writes whole batches: when a worker dies, the next one
 * does the rest. After an error batches go one by one, so that one that cannot be written (a poison message) holds up no other.
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
  for (let more = true; more && !run.signal.aborted; )
    more = await takeWaiting(app, accountId, run.attempt >= LAST_ATTEMPT);
  if (failure !== undefined) throw failure;
}

type Sender = {
  accountId: number;
  facilityId: number;
  codeSpace: CodeSpace;
  kind: FeedKind;
  importBatchId: number;
  /** Who mends a row that was held. */
  userId: number | null;
};
const senderOf = ({
  facility_account_id: facilityId,
  source,
  kind,
}: Pick<WaitingBatch, "facility_account_id" | "source" | "kind">) => ({
  facilityId,
  codeSpace: source === "plain" ? ("none" as const) : source,
  kind,
  userId: null,
});
type SentRow = { batchId: number; index: number; row: FeedRow };

const sentRows = (batches: readonly Pick<WaitingBatch, "id" | "payload">[]): SentRow[] =>
  batches.flatMap(({ id, payload }) =>
    (parseAsWritten(payload ?? "[]") as FeedRow[]).map((row, index) => ({ batchId: id, index, row })),
  );

/** Writes the rows that can be written, and returns the outcome of each. */
export async function saveSent(app: App, tx: Tx, sender: Sender, sent: readonly SentRow[]): Promise<RowEnd[]> {
  const { kind, codeSpace, ...place } = sender;
  const today = todayOf(app.clock);
  const read = sent.map((one, index) => ({
    ...one,
    prepared: prepareFeedRow(one.row, index + 1, { kind, codeSpace, today }),
  }));
  const good = read.flatMap(({ prepared }) => (prepared.ok ? [prepared.line] : []));
  const batchOf = (lineNo: number) => sent[lineNo - 1]?.batchId ?? sender.importBatchId;
  const saved = await saveRows(tx, { ...place, today, now: app.clock.now(), cipher: app.cipher, batchOf }, good);
  let named = saved.new - [...saved.written.values()].filter((row_outcome) => row_outcome === "new").length;
  const late = new Map(saved.refused.map((one) => [one.lineNo, one]));
  return read.map(({ batchId, index, row, prepared }): RowEnd => {
    if (!prepared.ok) return refusedRow(batchId, index, row, prepared.code, prepared.reasons);
    const { line } = prepared;
    const code = line.row.reservation_code;
    const refused = late.get(line.lineNo);
    if (refused?.waits) return { batchId, index, row_outcome: "waiting", code, reasons: WAITS, raw: heldText(row) };
    if (refused) {
      const reasons = refused.reasons.map((reason) => ({ field: reason.field ?? "", code: reason.code }));
      return refusedRow(batchId, index, row, code, reasons);
    }
    const isNamed = line.row.guest_type === "companion" && named > 0 && named-- > 0;
    const row_outcome = saved.written.get(line.lineNo) ?? (isNamed ? "new" : "unchanged");
    return { batchId, index, row_outcome, code, reasons: null, raw: null };
  });
}

const WAITS = [{ field: "reservation_code", code: "waits_for_reservation" }];

function refusedRow(batchId: number, index: number, row: FeedRow, code: string, reasons: RowEnd["reasons"]): RowEnd {
  return { batchId, index, row_outcome: "refused", code: storableText(code), reasons, raw: heldText(row) };
}

/** JSON text of a row that is held: escapes keep what a column cannot; what no field takes is cut. */
export function heldText(row: FeedRow): string {
  return JSON.stringify(row, (_name, given: unknown) => {
    const value = isWrittenNumber(given) && given.rawJSON.length > HELD_TEXT ? given.rawJSON : given;
    if (typeof value === "string" && value.length > HELD_TEXT) return `${value.slice(0, HELD_TEXT)}…`;
    return Array.isArray(value) ? value.slice(0, HELD_PARTS) : value;
  });
}

async function saveBatches(app: App, accountId: number, batches: readonly WaitingBatch[]): Promise<void> {
  const [first] = batches;
  if (!first) return;
  const sent = sentRows(batches);
  await inTurn(app, accountId, async (tx) => {
    const ids = await holdBatches(
      tx,
      accountId,
      batches.map(({ id }) => id),
    );
    // Another worker was faster with some of them (a race): the next round sees what is left.
    if (ids.length !== batches.length) return;
    const ends = await saveSent(
      app,
      tx,
      { ...senderOf(first), accountId, importBatchId: ids.at(-1) ?? first.id },
      sent,
    );
    await endBatches(tx, accountId, ids, ends, { now: app.clock.now() });
  });
}

/** One transaction under the programme's lock: no other writer of the programme runs meanwhile. */
function inTurn<T>(app: App, accountId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  return app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    await tx.run`select set_config('statement_timeout', '120s', true), set_config('idle_in_transaction_session_timeout', '60s', true)`;
    await lockProgramme(tx, accountId);
    return work(tx);
  });
}

/** Takes in rows that waited for a reservation which has come meanwhile, by a feed or a file. Whether there may be more. */
async function takeWaiting(app: App, accountId: number, isLastTry: boolean): Promise<boolean> {
  const write = (rowsAtOnce: number) =>
    inTurn(app, accountId, async (tx) => {
      const waited = await rowsThatWaited(tx, accountId, rowsAtOnce);
      const of = alikeFirst(waited);
      const ends = await saveWaited(app, tx, accountId, of);
      await endWaiting(tx, accountId, ends, app.clock.now());
      return of.length < waited.length || waited.length === rowsAtOnce;
    });
  if (!isLastTry) return write(ROWS_AT_ONCE);
  // After all tries: one by one, so that a row that cannot be written holds up no other, and somebody can look at it.
  return write(1).catch(() =>
    inTurn(app, accountId, async (tx) => {
      const of = await rowsThatWaited(tx, accountId, 1);
      const ends = sentAgain(of).map(({ batchId, index, row, code }) =>
        refusedRow(batchId, index, row, code, [{ field: "", code: "gave_up" }]),
      );
      await endWaiting(tx, accountId, ends, app.clock.now());
      return of.length > 0;
    }),
  );
}

/** Those that go together with the first: of one facility, channel and kind. */
function alikeFirst(rows: readonly WaitedRow[]): WaitedRow[] {
  const [first] = rows;
  const fields = ["facility_account_id", "source", "kind"] as const;
  return rows.filter((row) => fields.every((field) => row[field] === first?.[field]));
}

const sentAgain = (rows: readonly WaitedRow[]) =>
  rows.map(({ id, row_index, reservation_code, raw }) => ({
    batchId: id,
    index: row_index,
    code: reservation_code,
    row: parseAsWritten(raw) as FeedRow,
  }));

async function saveWaited(app: App, tx: Tx, accountId: number, of: readonly WaitedRow[]): Promise<RowEnd[]> {
  const [first] = of;
  if (!first) return [];
  const importBatchId = Math.max(...of.map(({ id }) => id));
  return saveSent(app, tx, { ...senderOf(first), accountId, importBatchId }, sentAgain(of));
}

/** After all tries: its rows are held, so that somebody can look at them and send them again. */
async function giveUp(app: App, accountId: number, batches: readonly WaitingBatch[]): Promise<void> {
  await app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const ids = await holdBatches(
      tx,
      accountId,
      batches.map(({ id }) => id),
    );
    const rows = sentRows(batches.filter(({ id }) => ids.includes(id))).map(({ batchId, index, row }) =>
      refusedRow(batchId, index, row, "", [{ field: "", code: "gave_up" }]),
    );
    await endBatches(tx, accountId, ids, rows, { now: app.clock.now(), state: "failed", error: "gave_up" });
  });
}
