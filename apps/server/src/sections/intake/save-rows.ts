import type { Tx } from "../../database/connection.ts";
import { takeIds } from "../../database/take-ids.ts";
import { bookingChannels, type Channels } from "../accounts/booking-channels.read.ts";
import { queueWaitingGuests } from "../merges/queue-guests.ts";
import { queueMisjoined } from "../merges/queue-misjoined.ts";
import { nameCompanionsOfStays } from "../stays/save-companions.ts";
import {
  type ComparedLine,
  type ComparedRows,
  compareRows,
  type RefusedLine,
  type RowOutcome,
  reportedList,
} from "./compare-rows.ts";
import { guestOfLine } from "./guest-of-line.ts";
import { identifyGuests } from "./identify-guests.ts";
import type { IntakeContext } from "./intake-context.ts";
import type { Item } from "./item.ts";
import { newCandidates, newCompanions, newReservations, reportedAgain } from "./note-changes.ts";
import type { PreparedReservation } from "./prepare-row.ts";
import { noteUnknownWords } from "./unknown-words.ts";
import { type WrittenCompanions, writeCompanions } from "./write-companions.ts";
import { batchOf, writeItems } from "./write-items.ts";

export type RowCounts = {
  new: number;
  changed: number;
  unchanged: number;
  newCustomers: number;
  stays: number;
  /** Good lines that cannot be stored as things are. */
  refused: RefusedLine[];
};
export type SavedRows = RowCounts & {
  /** By line, of those that wrote a reservation. */
  written: ReadonlyMap<number, RowOutcome>;
};

/**
 * Writes a batch of good lines in the caller's transaction: load what is known, decide in memory, save set by set. Equal content
 * and older source times write nothing. Reservations come before the companions that they name, and both before the questions who the
 * guests without a customer are.
 */
export async function saveRows(tx: Tx, ctx: IntakeContext, lines: readonly PreparedReservation[]): Promise<SavedRows> {
  const channels = await bookingChannels(tx, ctx.accountId);
  const compared = await compareRows(tx, ctx, lines);
  const items = await itemsOf(tx, compared.changing);
  const register = await identifyGuests(tx, ctx.accountId, items, channels.maskedDomains);
  const stays = items.length > 0 ? await writeItems(tx, ctx, items, register, channels) : 0;
  const companions = await writeCompanions(tx, ctx, lines, items);
  const misjoined = await queueMisjoined(
    tx,
    ctx,
    register,
    items.map(({ line }) => guestOfLine(line)),
  );
  const queued = [...(await queueGuests(tx, ctx, items, companions)), ...misjoined];
  await noteOtherWrites(tx, ctx, { compared, companions, queued });
  await noteWordsOf(tx, ctx, lines, items, channels);
  await nameCompanions(tx, ctx, items, companions);
  const written = new Map(items.flatMap((item) => [...item.outcomes]));
  const outcomes = countOutcomes(lines.length, written, companions.byLine.named.length, compared.refused.length);
  return { ...outcomes, newCustomers: register.created.length, stays, refused: compared.refused, written };
}

async function itemsOf(tx: Tx, changing: readonly ComparedLine[]): Promise<Item[]> {
  const items = changing.map(
    (one): Item => ({
      ...one,
      person: null,
      waits: null,
      alike: [],
      together: [],
      reservationId: one.known?.id ?? 0,
    }),
  );
  const fresh = items.filter((item) => item.known === null);
  const ids = await takeIds(tx, "reservations", fresh.length);
  for (const [index, item] of fresh.entries()) item.reservationId = ids[index] ?? 0;
  return items;
}

/** Asks who they are: guests without a customer, and companions. Returns the new questions. */
function queueGuests(
  tx: Tx,
  ctx: IntakeContext,
  items: readonly Item[],
  { named }: WrittenCompanions,
): Promise<number[]> {
  const withoutCustomer = items.filter((item) => item.person === null).map((item) => item.reservationId);
  const batches = new Map(items.map((item) => [item.reservationId, batchOf(ctx, item)]));
  return queueWaitingGuests(
    tx,
    ctx.accountId,
    [...withoutCustomer, ...named.map((one) => one.reservationId)],
    (id) => batches.get(id) ?? ctx.importBatchId,
  );
}

type BatchWrites = { compared: ComparedRows; companions: WrittenCompanions; queued: readonly number[] };
/** Notes for an undo what was made beside the reservations with lines of their own, and what was told again. */
async function noteOtherWrites(
  tx: Tx,
  ctx: IntakeContext,
  { compared, companions, queued }: BatchWrites,
): Promise<void> {
  const { byLine, named } = companions;
  const reportedUnchanged = reportedOnly(
    [...compared.unchangedIds, ...byLine.reservationIds],
    byLine.reservations.map((one) => one.id),
  );
  await ctx.note?.(tx, [
    ...newReservations(byLine.reservations),
    ...newCompanions(named.map((one) => one.id)),
    ...newCandidates(queued),
    ...reportedAgain("companion", byLine.again),
    ...reportedAgain("reservation", reportedUnchanged),
  ]);
}

/** Each once, without those of which more is noted. */
function reportedOnly(reported: readonly number[], made: readonly number[]): number[] {
  const more = new Set(made);
  return [...new Set(reported)].filter((id) => !more.has(id));
}

/** Words of the lines that the house has not told the meaning of. */
async function noteWordsOf(
  tx: Tx,
  ctx: IntakeContext,
  lines: readonly PreparedReservation[],
  items: readonly Item[],
  channels: Channels,
): Promise<void> {
  const reservationOf = new Map(
    items.flatMap((item) => [...item.outcomes.keys()].map((lineNo): [number, number] => [lineNo, item.reservationId])),
  );
  const representatives = lines.filter(({ row }) => row.guest_type === "representative");
  await noteUnknownWords(tx, ctx, representatives, { channels, reservationOf });
}

/** On the stays of reservations that were known, or name companions, or were named by a companion's line. */
async function nameCompanions(
  tx: Tx,
  ctx: IntakeContext,
  items: readonly Item[],
  { named }: WrittenCompanions,
): Promise<void> {
  const mayHaveMore = items.filter(({ known, line }) => known !== null || reportedList(line, "companions") !== null);
  const reservations = [...mayHaveMore, ...named].map((one) => one.reservationId);
  await nameCompanionsOfStays(tx, ctx, reservations);
}

/** A companion who was not named before counts as new; every other line that is not refused and wrote nothing, as unchanged. */
function countOutcomes(lines: number, written: ReadonlyMap<number, RowOutcome>, namedByLine: number, refused: number) {
  const count = (outcome: RowOutcome) => [...written.values()].filter((one) => one === outcome).length;
  const made = count("new") + namedByLine;
  const changed = count("changed");
  return { new: made, changed, unchanged: lines - made - changed - refused };
}
