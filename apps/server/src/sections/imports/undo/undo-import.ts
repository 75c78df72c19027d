import type { App } from "../../../app.ts";
import { todayOf } from "../../../clock.ts";
import type { Tx } from "../../../database/connection.ts";
import { lockProgramme } from "../../../database/lock-programme.ts";
import { fieldsOfCustomers } from "../../customers/customer-fields.ts";
import {
  type CustomerChange,
  emptyCustomers,
  restoreWrittenFields,
  withdrawReported,
} from "../../customers/restore-customers.ts";
import { SEEN_ON } from "../../intake/note-changes.ts";
import { eraseInQueue } from "../../merges/queue-guests.ts";
import { misjoinedAmong } from "../../merges/queue-misjoined.ts";
import { dropCandidates, pairsOfCandidates } from "../../merges/save-candidates.ts";
import { dropRanks } from "../../ranks/merge-ranks.ts";
import { dropScores, rescoreScored } from "../../rfms/rescore-guests.ts";
import { giveCodesBack } from "../../stays/restore-codes.ts";
import {
  dropSeen,
  nameImport,
  removeCompanions,
  restoreSeen,
  restoreStays,
  type SeenBefore,
} from "../../stays/restore-stays.ts";
import { nameCompanionsOfStays } from "../../stays/save-companions.ts";
import type { StayImage } from "../../stays/stay-images.ts";
import { isReportedSince } from "../turns.read.ts";
import { followCustomers, followReservations, type UndoneVersions } from "./follow-versions.queries.ts";
import { handOver, handOverCandidates, handOverFolios, handOverSeen, heirsOfNamed } from "./hand-over.queries.ts";
import {
  leftToLater,
  markRows,
  noteWantingFolios,
  openRows,
  type RetainedReason,
  type UndoRow,
} from "./import-rows.queries.ts";
import { foreseeUndo } from "./undo-preview.ts";
import {
  type ClaimedUndo,
  endUndo,
  holdUndo,
  nextUndo,
  noteForeseen,
  noteUndone,
  takeUndo,
  type UndoResult,
} from "./undo-state.queries.ts";
import { companionsRetained, customersRetained, reservationsRetained, type Verdicts } from "./undo-verdicts.ts";

/** Things of one transaction: enough for set-based work, short enough to look at progress. */
const PIECE = 2_000;

type Context = {
  accountId: number;
  facilityId: number;
  userId: number | null;
  importId: number;
  today: ReturnType<typeof todayOf>;
  now: Date;
  cipher: App["cipher"];
};
type Piece = { rows: number; result: Partial<UndoResult> };
type Step = (tx: Tx, ctx: Context, size: number) => Promise<Piece>;

/** Reservations first: a customer goes when nothing is left of him. Then what the queue asks of who is left. */
const STEPS: readonly Step[] = [undoReservations, undoCompanions, undoFolios, undoCustomers, undoCandidates];

/**
 * Undoes an import (docs/adr/0111), and those of the programme that wait for it, piece by piece, each with its progress in one transaction:
 * when a worker dies, whole pieces are done, and the next worker goes on to the same end.
 */
export async function undoImport(
  app: App,
  data: { account_id: number; import_batch_id: number },
  { signal }: { signal: AbortSignal },
  { pieceRows = PIECE }: { pieceRows?: number } = {},
): Promise<void> {
  const { account_id: accountId } = data;
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [accountId] }, work);
  for (;;) {
    const id = await inScope((tx) => nextUndo(tx, accountId));
    const taken = id === null ? null : await inScope((tx) => takeUndo(tx, accountId, id));
    if (taken === null) return;
    const end = await undoOne(app, accountId, taken, { signal, pieceRows });
    if (end === "stopped") await inScope((tx) => app.jobs.add(tx, "undo-import", data));
    if (end !== "undone") return;
  }
}

/** `lost`: another worker has it, or another one's turn came first. */
async function undoOne(
  app: App,
  accountId: number,
  taken: ClaimedUndo,
  { signal, pieceRows }: { signal: AbortSignal; pieceRows: number },
): Promise<"undone" | "stopped" | "lost"> {
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [accountId] }, work);
  if (taken.rows_undone === 0) await inScope((tx) => undoPiece(tx, app, accountId, taken, (ctx) => foresee(tx, ctx)));
  for (const step of STEPS)
    for (;;) {
      if (signal.aborted) return "stopped";
      const rows = await inScope((tx) => undoPiece(tx, app, accountId, taken, (ctx) => step(tx, ctx, pieceRows)));
      if (rows === null) return "lost";
      if (rows === 0) break;
    }
  await inScope(async (tx) => {
    if (await holdUndo(tx, accountId, taken)) await endUndo(tx, accountId, taken.id, app.clock.now());
  });
  return "undone";
}

/** Returns how many rows were looked at; null when another worker has the import. */
async function undoPiece(
  tx: Tx,
  app: App,
  accountId: number,
  taken: ClaimedUndo,
  step: (ctx: Context) => Promise<Piece>,
): Promise<number | null> {
  await tx.run`select set_config('statement_timeout', '120s', true), set_config('idle_in_transaction_session_timeout', '60s', true)`;
  await lockProgramme(tx, accountId);
  if ((await nextUndo(tx, accountId)) !== taken.id || !(await holdUndo(tx, accountId, taken))) return null;
  const piece = await step({
    accountId,
    facilityId: taken.facility_account_id,
    userId: taken.undone_by,
    importId: taken.id,
    today: todayOf(app.clock),
    now: app.clock.now(),
    cipher: app.cipher,
  });
  if (piece.rows > 0) await noteUndone(tx, accountId, taken.id, piece);
  return piece.rows;
}

async function foresee(tx: Tx, { accountId, importId }: Context): Promise<Piece> {
  const { result } = await foreseeUndo(tx, accountId, importId);
  await noteForeseen(tx, accountId, importId, result);
  return { rows: 0, result: {} };
}

async function undoReservations(tx: Tx, ctx: Context, size: number): Promise<Piece> {
  const rows = await openRows<StayImage, { customer_id: number | null }>(tx, ctx, "reservation", size);
  const ids = rows.map((row) => row.id);
  const retained = await reservationsRetained(tx, ctx, ids);
  const back = rows.filter((row) => !retained.has(row.id));
  const customers = await restoreStays(
    tx,
    ctx,
    back.map(({ id, before, after }) => ({ id, image: before, became: after?.customer_id ?? null })),
  );
  await rescoreScored(tx, ctx, customers);
  await withdrawReported(tx, ctx, customers);
  const backIds = back.map((row) => row.id);
  await noteWantingFolios(tx, ctx, backIds);
  await leaveToLater(tx, ctx, retained);
  await followReservations(
    tx,
    ctx.accountId,
    movedVersions(back, (image) => image.reservation.version),
  );
  await nameImport(tx, ctx.accountId, await heirsOfNamed(tx, ctx, backIds));
  await markRows(tx, ctx, "reservation", marksOf(rows, retained));
  const removed = back.filter((row) => row.before === null).length;
  return {
    rows: rows.length,
    result: {
      reservations_removed: removed,
      reservations_restored: back.length - removed,
      retained: countsOf(retained),
    },
  };
}

/** What a later import told too is the later one's. */
async function leaveToLater(tx: Tx, ctx: Context, retained: Verdicts): Promise<void> {
  const ids = [...retained].flatMap(([id, reason]) => (reason === "later_import" ? [id] : []));
  const handed = await handOver(tx, ctx, "reservation", ids);
  await nameImport(
    tx,
    ctx.accountId,
    handed.map((one) => ({ ...one, from: ctx.importId })),
  );
}

async function undoCompanions(tx: Tx, ctx: Context, size: number): Promise<Piece> {
  const rows = await openRows(tx, ctx, "companion", size);
  const retained = await companionsRetained(
    tx,
    ctx,
    rows.map((row) => row.id),
  );
  const back = rows.filter((row) => !retained.has(row.id)).map((row) => row.id);
  const reservations = await removeCompanions(tx, ctx.accountId, back);
  await nameCompanionsOfStays(tx, ctx, reservations);
  await handOver(tx, ctx, "companion", [...retained.keys()]);
  await markRows(tx, ctx, "companion", marksOf(rows, retained));
  return { rows: rows.length, result: { companions_removed: reservations.length, retained: countsOf(retained) } };
}

async function undoFolios(tx: Tx, ctx: Context, size: number): Promise<Piece> {
  const rows = await openRows<{ transaction_code: string }, null>(tx, ctx, "folio", size);
  await giveCodesBack(
    tx,
    ctx.accountId,
    rows.flatMap(({ id, before }) => (before ? [{ reservationId: id, code: before.transaction_code }] : [])),
  );
  await handOverFolios(
    tx,
    ctx,
    rows.map((row) => row.id),
  );
  return markAll(tx, ctx, "folio", rows);
}

async function undoCandidates(tx: Tx, ctx: Context, size: number): Promise<Piece> {
  const rows = await openRows(tx, ctx, "candidate", size);
  const ids = rows.map((row) => row.id);
  const pairs = await pairsOfCandidates(tx, ctx.accountId, ids);
  const left = await leftToLater(
    tx,
    ctx,
    "customer",
    pairs.flatMap((pair) => pair.customers),
  );
  const remainingPairs = pairs.flatMap(({ id, customers }) => {
    const customerId = customers.find((one) => left.has(one));
    return customerId === undefined ? [] : [{ id, customerId }];
  });
  await handOverCandidates(tx, ctx, remainingPairs);
  const misjoined = await misjoinedAmong(tx, ctx.accountId, ids);
  const staying = new Set([...remainingPairs.map((pair) => pair.id), ...misjoined]);
  await dropCandidates(
    tx,
    ctx.accountId,
    ids.filter((id) => !staying.has(id)),
  );
  return markAll(tx, ctx, "candidate", rows);
}

type CustomerBefore = CustomerChange["before"] & { version?: number } & {
  [facility: `${typeof SEEN_ON}${number}`]: string | null;
};
type CustomerAfter = CustomerChange["after"] & Pick<CustomerChange, "keys" | "types" | "consents">;

async function undoCustomers(tx: Tx, ctx: Context, size: number): Promise<Piece> {
  const rows = await openRows<CustomerBefore, CustomerAfter>(tx, ctx, "customer", size);
  const retained = await customersRetained(
    tx,
    ctx,
    rows.map((row) => row.id),
  );
  const back = rows.filter((row) => !retained.has(row.id));
  const gone = back.filter((row) => row.row_outcome === "new").map((row) => row.id);
  await emptyCustomers(tx, ctx, gone);
  await eraseInQueue(tx, ctx.accountId, gone);
  await dropRanks(tx, ctx.accountId, gone);
  await dropScores(tx, ctx.accountId, gone);
  const changed = back.filter((row) => row.row_outcome === "changed");
  const was = await versionsOfCustomers(tx, ctx, changed);
  const seen = changed.flatMap(seenBefore(ctx));
  await restoreSeen(tx, ctx.accountId, seen);
  await dropSeen(tx, ctx.accountId, gone);
  const stayed = await restoreWrittenFields(tx, { ...ctx, isSince: isReportedSince(ctx) }, changed.map(changeOf));
  const left = [...new Set([...retained.keys(), ...stayed])];
  await handOverSeen(tx, ctx, seen);
  await handOver(tx, ctx, "customer", left);
  await followCustomers(tx, ctx.accountId, movedCustomers(changed, was, await versionsOfCustomers(tx, ctx, changed)));
  await markRows(tx, ctx, "customer", marksOf(rows, retained));
  return {
    rows: rows.length,
    result: {
      customers_removed: gone.length,
      customers_restored: changed.filter(isReported).length,
      retained: countsOf(retained),
    },
  };
}

/** Since when facilities knew the customer before; rows from before facilities were named are of the import's own. */
const seenBefore =
  ({ facilityId }: Context) =>
  ({ id, before }: CustomerRow): SeenBefore[] =>
    Object.entries(before ?? {}).flatMap(([name, on]) =>
      isSeen(name)
        ? [{ customerId: id, facilityId: Number(name.slice(SEEN_ON.length)) || facilityId, on: on as string | null }]
        : [],
    );

const isSeen = (name: string) => `${name}/`.startsWith(SEEN_ON);

/** More than the day since when the facility knows the customer, which follows from the reservations. */
const isReported = ({ before, after }: UndoRow<CustomerBefore, CustomerAfter>): boolean =>
  before?.version !== undefined || [after?.keys, after?.types, after?.consents].some((list) => list?.length);

function changeOf({ id, before, after }: UndoRow<CustomerBefore, CustomerAfter>): CustomerChange {
  const { version: _version, ...noted } = before ?? {};
  const fields = Object.fromEntries(Object.entries(noted).filter(([name]) => !isSeen(name)));
  const { keys = [], types = [], consents = [], ...written } = after ?? {};
  return { id, before: fields, after: written, keys, types, consents };
}

type CustomerRow = UndoRow<CustomerBefore, CustomerAfter>;

async function versionsOfCustomers(tx: Tx, ctx: Context, rows: readonly CustomerRow[]): Promise<Map<number, number>> {
  const ids = rows.map((row) => row.id);
  return new Map([...(await fieldsOfCustomers(tx, ctx.accountId, ids))].map(([id, { version }]) => [id, version]));
}

/** Customers of whom the import wrote fields; of the others nothing moved. */
function movedCustomers(
  rows: readonly CustomerRow[],
  was: ReadonlyMap<number, number>,
  is: ReadonlyMap<number, number>,
): UndoneVersions[] {
  return rows.flatMap(({ id, before, version_after: left }) => {
    const [wasAt, isAt] = [was.get(id), is.get(id)];
    if (before?.version === undefined || left === null || wasAt === undefined || isAt === undefined) return [];
    return [{ id, was: wasAt, is: isAt, found: before.version, left }];
  });
}

/** Restored rows are one version further than the import left them. */
function movedVersions<Before>(rows: readonly UndoRow<Before, unknown>[], versionOf: (before: Before) => number) {
  return rows.flatMap(({ id, before, version_after }) =>
    before === null || version_after === null ? [] : [{ id, from: versionOf(before), to: version_after + 1 }],
  );
}

const marksOf = (rows: readonly { id: number }[], retained: Verdicts) =>
  rows.map(({ id }) => ({ id, undone: retained.get(id) ?? ("revoked" as const) }));

function countsOf(retained: Verdicts): Record<RetainedReason, number> {
  const count = (reason: RetainedReason) => [...retained.values()].filter((one) => one === reason).length;
  return { later_import: count("later_import"), by_hand: count("by_hand"), in_use: count("in_use") };
}

async function markAll(
  tx: Tx,
  ctx: Context,
  entity: "folio" | "candidate",
  rows: readonly { id: number }[],
): Promise<Piece> {
  await markRows(tx, ctx, entity, marksOf(rows, new Map()));
  return { rows: rows.length, result: {} };
}
