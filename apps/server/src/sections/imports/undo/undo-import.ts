import type { App } from "../../../app.ts";
import { todayOf } from "../../../clock.ts";
import type { Tx } from "../../../database/connection.ts";
import { lockProgramme } from "../../../database/lock-programme.ts";
import { fieldsOfCustomers } from "../../customers/customer-fields.ts";
import {
  type CustomerChange,
  emptyCustomers,
  takeBackFields,
  withdrawReported,
} from "../../customers/take-back-customers.ts";
import { SEEN_ON } from "../../intake/note-changes.ts";
import { forgetInQueue } from "../../merges/queue-guests.ts";
import { misjoinedAmong } from "../../merges/queue-misjoined.ts";
import { dropCandidates, pairsOfCandidates } from "../../merges/save-candidates.ts";
import { forgetRanks } from "../../ranks/merge-ranks.ts";
import { forgetScores, rescoreScored } from "../../rfms/rescore-guests.ts";
import { giveCodesBack } from "../../stays/restore-codes.ts";
import { nameCompanionsOfStays } from "../../stays/save-companions.ts";
import type { StayImage } from "../../stays/stay-images.ts";
import {
  forgetSeen,
  nameImport,
  type SeenBefore,
  takeBackCompanions,
  takeBackSeen,
  takeBackStays,
} from "../../stays/take-back-stays.ts";
import { isReportedSince } from "../turns.read.ts";
import { followCustomers, followReservations, type UndoneVersions } from "./follow-versions.queries.ts";
import { handOver, handOverCandidates, handOverFolios, handOverSeen, heirsOfNamed } from "./hand-over.queries.ts";
import {
  type KeptReason,
  leftToLater,
  markRows,
  noteWantingFolios,
  openRows,
  type UndoRow,
} from "./import-rows.queries.ts";
import { foreseeUndo } from "./undo-preview.ts";
import {
  endUndo,
  holdUndo,
  nextUndo,
  noteForeseen,
  noteUndone,
  type TakenUndo,
  takeUndo,
  type UndoResult,
} from "./undo-state.queries.ts";
import { companionsKept, customersKept, reservationsKept, type Verdicts } from "./undo-verdicts.ts";

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
  taken: TakenUndo,
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
  taken: TakenUndo,
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
  const kept = await reservationsKept(tx, ctx, ids);
  const back = rows.filter((row) => !kept.has(row.id));
  const customers = await takeBackStays(
    tx,
    ctx,
    back.map(({ id, before, after }) => ({ id, image: before, became: after?.customer_id ?? null })),
  );
  await rescoreScored(tx, ctx, customers);
  await withdrawReported(tx, ctx, customers);
  const backIds = back.map((row) => row.id);
  await noteWantingFolios(tx, ctx, backIds);
  await leaveToLater(tx, ctx, kept);
  await followReservations(
    tx,
    ctx.accountId,
    movedVersions(back, (image) => image.reservation.version),
  );
  await nameImport(tx, ctx.accountId, await heirsOfNamed(tx, ctx, backIds));
  await markRows(tx, ctx, "reservation", marksOf(rows, kept));
  const removed = back.filter((row) => row.before === null).length;
  return {
    rows: rows.length,
    result: { reservations_removed: removed, reservations_restored: back.length - removed, kept: countsOf(kept) },
  };
}

/** What a later import told too is the later one's. */
async function leaveToLater(tx: Tx, ctx: Context, kept: Verdicts): Promise<void> {
  const ids = [...kept].flatMap(([id, reason]) => (reason === "later_import" ? [id] : []));
  const handed = await handOver(tx, ctx, "reservation", ids);
  await nameImport(
    tx,
    ctx.accountId,
    handed.map((one) => ({ ...one, from: ctx.importId })),
  );
}

async function undoCompanions(tx: Tx, ctx: Context, size: number): Promise<Piece> {
  const rows = await openRows(tx, ctx, "companion", size);
  const kept = await companionsKept(
    tx,
    ctx,
    rows.map((row) => row.id),
  );
  const back = rows.filter((row) => !kept.has(row.id)).map((row) => row.id);
  const reservations = await takeBackCompanions(tx, ctx.accountId, back);
  await nameCompanionsOfStays(tx, ctx, reservations);
  await handOver(tx, ctx, "companion", [...kept.keys()]);
  await markRows(tx, ctx, "companion", marksOf(rows, kept));
  return { rows: rows.length, result: { companions_removed: reservations.length, kept: countsOf(kept) } };
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
  const keptPairs = pairs.flatMap(({ id, customers }) => {
    const customerId = customers.find((one) => left.has(one));
    return customerId === undefined ? [] : [{ id, customerId }];
  });
  await handOverCandidates(tx, ctx, keptPairs);
  const misjoined = await misjoinedAmong(tx, ctx.accountId, ids);
  const staying = new Set([...keptPairs.map((pair) => pair.id), ...misjoined]);
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
  const kept = await customersKept(
    tx,
    ctx,
    rows.map((row) => row.id),
  );
  const back = rows.filter((row) => !kept.has(row.id));
  const gone = back.filter((row) => row.fate === "new").map((row) => row.id);
  await emptyCustomers(tx, ctx, gone);
  await forgetInQueue(tx, ctx.accountId, gone);
  await forgetRanks(tx, ctx.accountId, gone);
  await forgetScores(tx, ctx.accountId, gone);
  const changed = back.filter((row) => row.fate === "changed");
  const was = await versionsOfCustomers(tx, ctx, changed);
  const seen = changed.flatMap(seenBefore(ctx));
  await takeBackSeen(tx, ctx.accountId, seen);
  await forgetSeen(tx, ctx.accountId, gone);
  const stayed = await takeBackFields(tx, { ...ctx, isSince: isReportedSince(ctx) }, changed.map(changeOf));
  const left = [...new Set([...kept.keys(), ...stayed])];
  await handOverSeen(tx, ctx, seen);
  await handOver(tx, ctx, "customer", left);
  await followCustomers(tx, ctx.accountId, movedCustomers(changed, was, await versionsOfCustomers(tx, ctx, changed)));
  await markRows(tx, ctx, "customer", marksOf(rows, kept));
  return {
    rows: rows.length,
    result: {
      customers_removed: gone.length,
      customers_restored: changed.filter(isReported).length,
      kept: countsOf(kept),
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

const marksOf = (rows: readonly { id: number }[], kept: Verdicts) =>
  rows.map(({ id }) => ({ id, undone: kept.get(id) ?? ("taken_back" as const) }));

function countsOf(kept: Verdicts): Record<KeptReason, number> {
  const count = (reason: KeptReason) => [...kept.values()].filter((one) => one === reason).length;
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
