import { FEED_CHANNELS } from "@okaeri/domain/enumerations";
import type { FeedRoom } from "@okaeri/domain/stays/feed-row";
import { linkageField, storableValue } from "@okaeri/domain/stays/reported";
import type { Tx } from "../../database/connection.ts";
import { takeIds } from "../../database/take-ids.ts";
import { bookingChannels, type Channels } from "../accounts/booking-channels.read.ts";
import { customerTypeIds, wordOfFeed } from "../accounts/customer-types.read.ts";
import type { GuestRegister } from "../customers/guest-register.ts";
import { saveConsents, saveCustomers, saveKeys } from "../customers/known-customers.ts";
import { type CustomerTyping, saveCustomerTypes } from "../customers/typed-customers.ts";
import { queueWaitingGuests } from "../merges/queue-guests.ts";
import { type Candidate, raisedBy, saveCandidates } from "../merges/save-candidates.ts";
import { beginStayChange, endStayChange } from "../stays/apply-stay.ts";
import { joinReservations, type ReportedTogether } from "../stays/join-tellings.ts";
import { type Companion, nameCompanionsOfStays, replaceCompanions, saveCompanions } from "../stays/save-companions.ts";
import { saveLinkages } from "../stays/save-linkages.ts";
import { saveReservations, saveStays } from "../stays/save-reservations.ts";
import { saveFurtherRooms } from "../stays/save-rooms.ts";
import { type ReservationWork, stageReservations } from "../stays/stage-reservations.ts";
import { type ComparedLine, compareRows, type RefusedLine, type RowFate, reportedList } from "./compare-rows.ts";
import { waitingDetails } from "./guest-of-line.ts";
import { identifyGuests, NAMED_TOGETHER, newConsents, pairsOf, totalsOf } from "./identify-guests.ts";
import type { IntakeContext } from "./intake-context.ts";
import type { Item } from "./item.ts";
import {
  customersBefore,
  madeReservations,
  newCandidates,
  newCompanions,
  newReservations,
  notesOfReservations,
  reportedAgain,
} from "./note-changes.ts";
import type { PreparedReservation } from "./prepare-row.ts";
import { codesOfStays, isNewStay, makeWork } from "./reservation-work.ts";
import { noteUnknownWords } from "./unknown-words.ts";

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
  written: ReadonlyMap<number, RowFate>;
};

/**
 * Writes a batch of good lines in the caller's transaction: load what is known, decide in memory, save set by set. Equal content
 * and older source times write nothing.
 */
export async function saveRows(tx: Tx, ctx: IntakeContext, lines: readonly PreparedReservation[]): Promise<SavedRows> {
  const channels = await bookingChannels(tx, ctx.accountId);
  const { changing, refused, unchangedIds } = await compareRows(tx, ctx, lines);
  const items = await itemsOf(tx, changing);
  const created = await identifyGuests(tx, ctx.accountId, items, channels.maskedDomains);
  const written = new Map(items.flatMap((item) => [...item.fates]));
  const count = (fate: RowFate) => [...written.values()].filter((one) => one === fate).length;
  const stays = items.length > 0 ? await writeItems(tx, ctx, items, created, channels) : 0;
  const companions = lines.filter(({ row }) => row.guest_type === "companion");
  const byLine = await saveCompanions(tx, ctx, companions.map(companionOf));
  const namedByLine = byLine.named.length;
  const replaced = await replaceCompanions(tx, ctx, companionsOf(items));
  const guests = [...byLine.named, ...replaced.named];
  const named = guests.map((one) => one.reservationId);
  const withoutCustomer = items.filter((item) => item.person === null).map((item) => item.reservationId);
  const batches = new Map(items.map((item) => [item.reservationId, batchOf(ctx, item)]));
  const queued = await queueWaitingGuests(
    tx,
    ctx.accountId,
    [...withoutCustomer, ...named],
    (id) => batches.get(id) ?? ctx.importBatchId,
  );
  await ctx.note?.(tx, [
    ...newReservations(byLine.reservations),
    ...newCompanions(guests.map((one) => one.id)),
    ...newCandidates(queued),
    ...reportedAgain("companion", byLine.again),
    ...reportedAgain(
      "reservation",
      reportedOnly(
        [...unchangedIds, ...byLine.told],
        byLine.reservations.map((one) => one.id),
      ),
    ),
  ]);
  await noteUnknownWords(
    tx,
    ctx,
    lines.filter(({ row }) => row.guest_type === "representative"),
    {
      channels,
      reservationOf: new Map(
        items.flatMap((item) => [...item.fates.keys()].map((lineNo): [number, number] => [lineNo, item.reservationId])),
      ),
    },
  );
  const mayHaveMore = items.filter(({ known, line }) => known !== null || reportedList(line, "companions") !== null);
  await nameCompanionsOfStays(tx, ctx, [...mayHaveMore.map((item) => item.reservationId), ...named]);
  return {
    new: count("new") + namedByLine,
    changed: count("changed"),
    unchanged: lines.length - count("new") - count("changed") - namedByLine - refused.length,
    newCustomers: created.created.length,
    stays,
    refused,
    written,
  };
}

/** Each once, without those of which more is noted. */
function reportedOnly(reported: readonly number[], made: readonly number[]): number[] {
  const more = new Set(made);
  return [...new Set(reported)].filter((id) => !more.has(id));
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

/** Saves the batch and what its stays do. Returns how many stays were applied. */
async function writeItems(
  tx: Tx,
  ctx: IntakeContext,
  items: readonly Item[],
  register: GuestRegister,
  channels: Channels,
): Promise<number> {
  const { created, filled } = register;
  const before = ctx.note && (await notesOfReservations(tx, ctx.accountId, items));
  const customersNoted = ctx.note && (await customersBefore(tx, ctx, register, seenIn(items)));
  const { codes, displaced } = await codesOfStays(tx, ctx, items);
  const stayIds = await takeIds(tx, "stays", items.filter(isNewStay).length);
  // Made while the database writes the guests, which takes it longest; it asks nobody, so it may go on or fail by itself.
  const making = makeWork(ctx, items, channels, { codes, stayIds });
  making.catch(() => {});
  await saveCustomers(tx, { ...ctx, created, filled, totals: totalsOf(ctx.facilityId, items) });
  const learnt = register.learnt.map(({ person, key }) => ({ ...key, customerId: person.id }));
  const keys = await saveKeys(tx, ctx.accountId, learnt);
  const { work, reverse, ready } = await making;
  await stageReservations(tx, ready);
  const stayContext = { ...ctx, insertedWithTotals: created.map((person) => person.id) };
  const apply = work.flatMap((row) => (row.has_stay && row.stay_id !== null ? [row.stay_id] : []));
  const change = await beginStayChange(tx, stayContext, { reverse, apply });
  await saveReservations(tx, ctx, ready.staged);
  await saveStays(tx, ctx, ready.staged);
  await saveRooms(tx, ctx, items, work);
  const changedGuests = filled.map((person) => person.id);
  const stays = await endStayChange(tx, stayContext, change, changedGuests);
  const reported = await joinReservations(
    tx,
    ctx,
    work.map((row) => row.reservation_id),
  );
  const consents = await saveConsents(tx, ctx, await newConsents(tx, ctx, items));
  const pairs = items.flatMap((item) => raisedBy(batchOf(ctx, item), pairsOf([item])));
  const reportedPairs = raisedBy(ctx.importBatchId, reported.map(reportedPair));
  const candidates = await saveCandidates(tx, ctx.accountId, [...pairs, ...reportedPairs]);
  const types = await saveTypesOf(tx, ctx, items);
  if (before && customersNoted) {
    const { notes, made } = customersNoted({ keys, types, consents });
    await ctx.note?.(tx, [...before, ...displaced, ...newCandidates(candidates), ...notes], {
      reservations: madeReservations(items),
      customers: made,
    });
  }
  return stays;
}

const batchOf = (ctx: IntakeContext, { line }: Item) => ctx.batchOf?.(line.lineNo) ?? ctx.importBatchId;

/** Since when these lines know each customer to have been at the facility. */
function seenIn(items: readonly Item[]): Map<number, string> {
  const seen = new Map<number, string>();
  for (const { person, line } of items) {
    const on = line.row.check_in_date;
    if (person && on < (seen.get(person.id) ?? "9999")) seen.set(person.id, on);
  }
  return seen;
}

/** Two systems tell of one stay and name two guests. */
const reportedPair = (pair: ReportedTogether): Candidate => ({
  ...pair,
  guestId: null,
  score: NAMED_TOGETHER,
  reasons: ["named_together"],
});

/** Rooms after the first, of the lines that name them all. */
async function saveRooms(tx: Tx, ctx: IntakeContext, items: readonly Item[], work: readonly ReservationWork[]) {
  const rooms = items.flatMap(({ line }, index) => {
    const row = work[index];
    const reported = reportedList(line, "rooms");
    return reported && row ? [{ ...row, rooms: roomsBeside(row.room_code, reported) }] : [];
  });
  await saveFurtherRooms(tx, ctx, rooms);
  const linkages = items.flatMap(({ line, reservationId }) =>
    FEED_CHANNELS.flatMap((feed_channel) => {
      const reservation_code = storableValue(line.reported, linkageField(feed_channel));
      return reservation_code === null ? [] : [{ reservation_id: reservationId, feed_channel, reservation_code }];
    }),
  );
  await saveLinkages(tx, ctx, linkages);
}

/** All rooms but the one that stands with the reservation: of one time another telling of it may count for that. */
function roomsBeside(roomCode: string, rooms: readonly FeedRoom[]): readonly FeedRoom[] {
  const at = rooms.findIndex((room) => room.room_code === roomCode);
  return rooms.toSpliced(Math.max(at, 0), 1);
}

/** Of lines that name their companions: all of them. */
function companionsOf(items: readonly Item[]) {
  return items.flatMap(({ line, reservationId }) => {
    const reported = reportedList(line, "companions") as readonly PreparedReservation[] | null;
    return reported ? [{ reservationId, companions: reported.map(companionOf) }] : [];
  });
}

async function saveTypesOf(tx: Tx, ctx: IntakeContext, items: readonly Item[]): Promise<CustomerTyping[]> {
  const said = items.flatMap(({ person, line: { row, codeSpace } }) =>
    person === null || row.customer_type === null
      ? []
      : [{ customerId: person.id, word: row.customer_type, codeSpace }],
  );
  if (said.length === 0) return [];
  const typeOf = await customerTypeIds(tx, ctx.accountId);
  const types = said.flatMap(({ customerId, word, codeSpace }) => {
    const typeId = typeOf.get(wordOfFeed(codeSpace, word)) ?? typeOf.get(word.toLowerCase());
    return typeId === undefined ? [] : [{ customerId, typeId }];
  });
  return saveCustomerTypes(tx, ctx, types);
}

export function companionOf(line: PreparedReservation): Companion {
  const { row, tel, email } = line;
  return {
    code_space: line.codeSpace,
    code: row.reservation_code,
    check_in_date: row.check_in_date,
    check_out_date: row.check_out_date,
    name: row.guest_name,
    name_kana: row.guest_name_kana,
    email,
    tel: tel ?? row.tel,
    details: waitingDetails(line),
  };
}
