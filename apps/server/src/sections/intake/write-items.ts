import { FEED_CHANNELS } from "@okaeri/domain/enumerations";
import type { FeedRoom } from "@okaeri/domain/stays/feed-row";
import { linkageField, storableValue } from "@okaeri/domain/stays/reported";
import type { Tx } from "../../database/connection.ts";
import { takeIds } from "../../database/take-ids.ts";
import type { Channels } from "../accounts/booking-channels.read.ts";
import { customerTypeIds, wordOfFeed } from "../accounts/customer-types.read.ts";
import type { IdentityResolver } from "../customers/identity-resolver.ts";
import { saveConsents, saveCustomers, saveKeys } from "../customers/known-customers.ts";
import { type CustomerTyping, saveCustomerTypes } from "../customers/typed-customers.ts";
import { type NewMergeCandidate, raisedBy, saveCandidates } from "../merges/save-candidates.ts";
import { beginStayChange, endStayChange } from "../stays/apply-stay.ts";
import { joinReservations, type ReportedTogether } from "../stays/join-reservations.ts";
import { saveLinkages } from "../stays/save-linkages.ts";
import { saveReservations, saveStays } from "../stays/save-reservations.ts";
import { saveFurtherRooms } from "../stays/save-rooms.ts";
import { type ReservationWork, stageReservations } from "../stays/stage-reservations.ts";
import { reportedList } from "./compare-rows.ts";
import { NAMED_TOGETHER, newConsents, newGuestTotals, pairsOf } from "./identify-guests.ts";
import type { IntakeContext } from "./intake-context.ts";
import type { Item } from "./item.ts";
import { customersBefore, madeReservations, newCandidates, notesOfReservations } from "./note-changes.ts";
import { codesOfStays, isNewStay, makeWork } from "./reservation-work.ts";

type Made = Awaited<ReturnType<typeof makeWork>>;

/**
 * Saves reservations with their guests and what their stays do; returns how many stays were applied. Notes for an undo look before
 * anything is written; guests are written before the reservations that name them.
 */
export async function writeItems(
  tx: Tx,
  ctx: IntakeContext,
  items: readonly Item[],
  register: IdentityResolver,
  channels: Channels,
): Promise<number> {
  const before = await lookBefore(tx, ctx, items, register);
  const { codes, displaced } = await codesOfStays(tx, ctx, items);
  const stayIds = await takeIds(tx, "stays", items.filter(isNewStay).length);
  // Made while the database writes the guests, which takes it longest; it asks nobody, so it may go on or fail by itself.
  const making = makeWork(ctx, items, channels, { codes, stayIds });
  making.catch(() => {});
  const keys = await saveGuests(tx, ctx, items, register);
  const made = await making;
  const stays = await saveWork(tx, ctx, items, register, made);
  const reported = await joinReservations(
    tx,
    ctx,
    made.work.map((row) => row.reservation_id),
  );
  const consents = await saveConsents(tx, ctx, await newConsents(tx, ctx, items));
  const candidates = await saveLikenesses(tx, ctx, items, reported);
  const types = await saveTypesOf(tx, ctx, items);
  if (before) {
    const { notes, made: customers } = before.customers({ keys, types, consents });
    const changes = [...before.reservations, ...displaced, ...newCandidates(candidates), ...notes];
    await ctx.note?.(tx, changes, { reservations: madeReservations(items), customers });
  }
  return stays;
}

/** Of which batch an item's line is. */
export const batchOf = (ctx: IntakeContext, { line }: Item) => ctx.batchOf?.(line.lineNo) ?? ctx.importBatchId;

/** What an undo needs to know of before; null where nothing will be taken back. */
async function lookBefore(tx: Tx, ctx: IntakeContext, items: readonly Item[], register: IdentityResolver) {
  if (!ctx.note) return null;
  const reservations = await notesOfReservations(tx, ctx.accountId, items);
  return { reservations, customers: await customersBefore(tx, ctx, register, seenIn(items)) };
}

/** Since when these lines know each customer to have been at the facility. */
function seenIn(items: readonly Item[]): Map<number, string> {
  const seen = new Map<number, string>();
  for (const { person, line } of items) {
    const on = line.row.check_in_date;
    if (person && on < (seen.get(person.id) ?? "9999")) seen.set(person.id, on);
  }
  return seen;
}

/** Customers who are new or say more than before, and the keys that lines named beside them. Returns the keys that are new. */
async function saveGuests(tx: Tx, ctx: IntakeContext, items: readonly Item[], register: IdentityResolver) {
  const { created, filled } = register;
  await saveCustomers(tx, { ...ctx, created, filled, totals: newGuestTotals(ctx.facilityId, items) });
  const learnt = register.learnt.map(({ person, key }) => ({ ...key, customerId: person.id }));
  return saveKeys(tx, ctx.accountId, learnt);
}

/** Reservations, stays and rooms, between the reversal of what the stays did and what they do now. Returns how many were applied. */
async function saveWork(
  tx: Tx,
  ctx: IntakeContext,
  items: readonly Item[],
  { created, filled }: IdentityResolver,
  { work, reverse, ready }: Made,
): Promise<number> {
  await stageReservations(tx, ready);
  const stayContext = { ...ctx, insertedWithTotals: created.map((person) => person.id) };
  const apply = work.flatMap((row) => (row.has_stay && row.stay_id !== null ? [row.stay_id] : []));
  const change = await beginStayChange(tx, stayContext, { reverse, apply });
  await saveReservations(tx, ctx, ready.staged);
  await saveStays(tx, ctx, ready.staged);
  await saveRoomsOf(tx, ctx, items, work);
  await saveLinkagesOf(tx, ctx, items);
  const changedGuests = filled.map((person) => person.id);
  return endStayChange(tx, stayContext, change, changedGuests);
}

/** Rooms after the first, of the lines that name them all. */
async function saveRoomsOf(
  tx: Tx,
  ctx: IntakeContext,
  items: readonly Item[],
  work: readonly ReservationWork[],
): Promise<void> {
  const rooms = items.flatMap(({ line }, index) => {
    const row = work[index];
    const reported = reportedList(line, "rooms");
    return reported && row ? [{ ...row, rooms: otherRooms(row.room_code, reported) }] : [];
  });
  await saveFurtherRooms(tx, ctx, rooms);
}

/** All rooms but the one that stands with the reservation: for that one another report of the same time may count. */
function otherRooms(roomCode: string, rooms: readonly FeedRoom[]): readonly FeedRoom[] {
  const at = rooms.findIndex((room) => room.room_code === roomCode);
  return rooms.toSpliced(Math.max(at, 0), 1);
}

/** The codes that other systems have for the same stays. */
async function saveLinkagesOf(tx: Tx, ctx: IntakeContext, items: readonly Item[]): Promise<void> {
  const linkages = items.flatMap(({ line, reservationId }) =>
    FEED_CHANNELS.flatMap((feed_channel) => {
      const reservation_code = storableValue(line.reported, linkageField(feed_channel));
      return reservation_code === null ? [] : [{ reservation_id: reservationId, feed_channel, reservation_code }];
    }),
  );
  await saveLinkages(tx, ctx, linkages);
}

/** Questions whether two customers are one: of each line by its batch, and of two systems that tell of one stay. */
function saveLikenesses(
  tx: Tx,
  ctx: IntakeContext,
  items: readonly Item[],
  reported: readonly ReportedTogether[],
): Promise<number[]> {
  const pairs = items.flatMap((item) => raisedBy(batchOf(ctx, item), pairsOf([item])));
  const reportedPairs = raisedBy(ctx.importBatchId, reported.map(reportedPair));
  return saveCandidates(tx, ctx.accountId, [...pairs, ...reportedPairs]);
}

/** Two systems tell of one stay and name two guests. */
const reportedPair = (pair: ReportedTogether): NewMergeCandidate => ({
  ...pair,
  guestId: null,
  score: NAMED_TOGETHER,
  reasons: ["named_together"],
});

/** The types that lines name and the account has. Returns those that the customers did not have. */
async function saveTypesOf(tx: Tx, ctx: IntakeContext, items: readonly Item[]): Promise<CustomerTyping[]> {
  const namedTypes = items.flatMap(({ person, line: { row, codeSpace } }) =>
    person === null || row.customer_type === null
      ? []
      : [{ customerId: person.id, word: row.customer_type, codeSpace }],
  );
  if (namedTypes.length === 0) return [];
  const typeOf = await customerTypeIds(tx, ctx.accountId);
  const types = namedTypes.flatMap(({ customerId, word, codeSpace }) => {
    const typeId = typeOf.get(wordOfFeed(codeSpace, word)) ?? typeOf.get(word.toLowerCase());
    return typeId === undefined ? [] : [{ customerId, typeId }];
  });
  return saveCustomerTypes(tx, ctx, types);
}
