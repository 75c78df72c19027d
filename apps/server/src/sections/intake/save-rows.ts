import type { CodeSpace } from "@okaeri/domain/enumerations";
import type { Tx } from "../../database/connection.ts";
import { takeIds } from "../../database/take-ids.ts";
import type { Cipher } from "../../session/cipher.ts";
import { bookingChannels, type Channels } from "../accounts/booking-channels.read.ts";
import { customerTypeIds, wordOfFeed } from "../accounts/customer-types.read.ts";
import type { GuestRegister } from "../customers/guest-register.ts";
import { saveConsents, saveCustomers, saveKeys } from "../customers/known-customers.ts";
import { type CustomerTyping, saveCustomerTypes } from "../customers/typed-customers.ts";
import { queueWaitingGuests } from "../merges/queue-guests.ts";
import { type Candidate, saveCandidates } from "../merges/save-candidates.ts";
import { beginStayChange, endStayChange } from "../stays/apply-stay.ts";
import { joinReservations, type ToldTogether } from "../stays/join-tellings.ts";
import {
  codeKey,
  giveUpTransactionCodes,
  type KnownReservation,
  takenTransactionCodes,
} from "../stays/known-reservations.ts";
import { type Companion, nameCompanionsOfStays, replaceCompanions, saveCompanions } from "../stays/save-companions.ts";
import { saveLinkages } from "../stays/save-linkages.ts";
import {
  type ReservationWork,
  type SaveRun,
  saveReservations,
  saveStays,
  stageReservations,
} from "../stays/save-reservations.ts";
import { saveFurtherRooms } from "../stays/save-rooms.ts";
import type { StayRun } from "../stays/totals.ts";
import { type ComparedLine, compareRows, type RefusedLine } from "./compare-rows.ts";
import { waitingDetails } from "./guest-of-line.ts";
import { type Item, identifyGuests, NAMED_TOGETHER, newConsents, pairsOf, totalsOf } from "./identify-guests.ts";
import {
  type ChangeNote,
  customersBefore,
  madeReservations,
  type NoteChanges,
  newCandidates,
  newCompanions,
  newReservations,
  notesOfReservations,
  toldAgain,
} from "./note-changes.ts";
import type { PreparedReservation } from "./prepare-row.ts";

export type RowsRun = SaveRun &
  Pick<StayRun, "today"> & {
    now: Date;
    cipher: Pick<Cipher, "fingerprints">;
    overwriteBlanks?: boolean;
    /** Left out where nothing will be taken back. */
    note?: NoteChanges;
  };
export const keyOf = ({ codeSpace, row }: PreparedReservation): string => codeKey(codeSpace, row.reservation_code);

/** For each reservation that its source names more than once (`keyOf`): the line that counts. */
export type Repeats = ReadonlyMap<string, number>;
export type RowCounts = {
  new: number;
  changed: number;
  unchanged: number;
  newCustomers: number;
  stays: number;
  /** Good lines that cannot be stored as things are. */
  refused: RefusedLine[];
};
export type RowFate = "new" | "changed" | "unchanged";
export type SavedRows = RowCounts & {
  /** By line, of those that wrote a reservation. */
  written: ReadonlyMap<number, { fate: RowFate; reservationId: number }>;
};

/**
 * Writes a batch of good lines in the caller's transaction: load what is known, decide in memory, save set by set. Equal content
 * and older source times write nothing.
 */
export async function saveRows(
  tx: Tx,
  run: RowsRun,
  lines: readonly PreparedReservation[],
  repeats: Repeats,
): Promise<SavedRows> {
  const channels = await bookingChannels(tx, run.accountId);
  const { changing, refused, unchangedIds } = await compareRows(tx, run, countingLines(lines, repeats));
  const items = await itemsOf(tx, changing);
  const created = await identifyGuests(tx, run.accountId, items, channels.maskedDomains);
  const isNew = items.filter(isFirstWord).length;
  const stays = items.length > 0 ? await writeItems(tx, run, items, created, channels) : 0;
  const companions = lines.filter(({ row }) => row.guest_type === "companion");
  const byLine = await saveCompanions(tx, run, companions.map(companionOf));
  const namedByLine = byLine.named.length;
  const replaced = await replaceCompanions(tx, run, companionsOf(items));
  const guests = [...byLine.named, ...replaced.named];
  const named = guests.map((one) => one.reservationId);
  const withoutCustomer = items.filter((item) => item.person === null).map((item) => item.reservationId);
  const queued = await queueWaitingGuests(tx, run.accountId, [...withoutCustomer, ...named]);
  await run.note?.(tx, [
    ...newReservations(byLine.reservations),
    ...newCompanions(guests.map((one) => one.id)),
    ...newCandidates(queued),
    ...toldAgain(unchangedIds),
  ]);
  const mayHaveMore = items.filter(({ known, line }) => known !== null || line.companions !== null);
  await nameCompanionsOfStays(tx, run, [...mayHaveMore.map((item) => item.reservationId), ...named]);
  return {
    new: isNew + namedByLine,
    changed: items.length - isNew,
    unchanged: lines.length - items.length - namedByLine - refused.length,
    newCustomers: created.created.length,
    stays,
    refused,
    written: new Map(
      items.map((item) => [
        item.line.lineNo,
        { fate: isFirstWord(item) ? ("new" as const) : ("changed" as const), reservationId: item.reservationId },
      ]),
    ),
  };
}

/** The lines of reservations themselves; of a repeated one only the line that counts. */
export function countingLines(lines: readonly PreparedReservation[], repeats: Repeats): PreparedReservation[] {
  return lines.filter(
    (line) => line.row.guest_type === "representative" && (repeats.get(keyOf(line)) ?? line.lineNo) === line.lineNo,
  );
}

/** Nothing but companions has been told of this reservation before. */
export const isFirstWord = ({ known }: ComparedLine) => known === null || known.stored === null;

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
  run: RowsRun,
  items: readonly Item[],
  register: GuestRegister,
  channels: Channels,
): Promise<number> {
  const { created, filled } = register;
  const before = run.note && (await notesOfReservations(tx, run.accountId, items));
  const customersNoted = run.note && (await customersBefore(tx, run, register, seenIn(items)));
  await saveCustomers(tx, { ...run, created, filled, totals: totalsOf(run.facilityId, items) });
  const learnt = register.learnt.map(({ person, key }) => ({ ...key, customerId: person.id }));
  const keys = await saveKeys(tx, run.accountId, learnt);
  const { work, reverse, displaced } = await workOf(tx, run, items, channels);
  const staged = await stageReservations(tx, work);
  const stayRun = { ...run, insertedWithTotals: created.map((person) => person.id) };
  const apply = work.flatMap((row) => (row.has_stay && row.stay_id !== null ? [row.stay_id] : []));
  const change = await beginStayChange(tx, stayRun, { reverse, apply });
  await saveReservations(tx, run, staged);
  await saveStays(tx, run, staged);
  await saveRooms(tx, run, items, work);
  const changedGuests = filled.map((person) => person.id);
  const stays = await endStayChange(tx, stayRun, change, changedGuests);
  const told = await joinReservations(
    tx,
    run,
    work.map((row) => row.reservation_id),
  );
  const consents = await saveConsents(tx, run, await newConsents(tx, run, items));
  const candidates = await saveCandidates(tx, run.accountId, [...pairsOf(items), ...told.map(toldPair)]);
  const types = await saveTypesOf(tx, run, items);
  if (before && customersNoted) {
    const { notes, made } = customersNoted({ keys, types, consents });
    await run.note?.(tx, [...before, ...displaced, ...newCandidates(candidates), ...notes], {
      reservations: madeReservations(items),
      customers: made,
    });
  }
  return stays;
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

/** Two systems tell of one stay and name two guests. */
const toldPair = (pair: ToldTogether): Candidate => ({
  ...pair,
  guestId: null,
  score: NAMED_TOGETHER,
  reasons: ["named_together"],
});

/** Rooms after the first, of the lines that name them all. */
async function saveRooms(tx: Tx, run: RowsRun, items: readonly Item[], work: readonly ReservationWork[]) {
  const rooms = items.flatMap(({ line: { details } }, index) => {
    const row = work[index];
    return details?.rooms && row ? [{ ...row, rooms: details.rooms.slice(1) }] : [];
  });
  await saveFurtherRooms(tx, run, rooms);
  const linkages = items.flatMap(({ line: { details }, reservationId }) =>
    details?.linkage ? [{ reservation_id: reservationId, ...details.linkage }] : [],
  );
  await saveLinkages(tx, run, linkages);
}

/** Of lines that name their companions: all of them. */
function companionsOf(items: readonly Item[]) {
  return items.flatMap(({ line, reservationId }) =>
    line.companions ? [{ reservationId, companions: line.companions.map(companionOf) }] : [],
  );
}

async function saveTypesOf(tx: Tx, run: RowsRun, items: readonly Item[]): Promise<CustomerTyping[]> {
  const said = items.flatMap(({ person, line: { row, codeSpace } }) =>
    person === null || row.customer_type === null
      ? []
      : [{ customerId: person.id, word: row.customer_type, codeSpace }],
  );
  if (said.length === 0) return [];
  const typeOf = await customerTypeIds(tx, run.accountId);
  const types = said.flatMap(({ customerId, word, codeSpace }) => {
    const typeId = typeOf.get(wordOfFeed(codeSpace, word)) ?? typeOf.get(word.toLowerCase());
    return typeId === undefined ? [] : [{ customerId, typeId }];
  });
  return saveCustomerTypes(tx, run, types);
}

async function workOf(tx: Tx, run: RowsRun, items: readonly Item[], channels: Channels) {
  const { codes, displaced } = await codesOfStays(tx, run, items);
  const ids = await takeIds(
    tx,
    "stays",
    items.filter(({ line, known }) => line.row.state === "stayed" && !known?.stay_id).length,
  );
  const reverse: number[] = [];
  const work = items.map((item): ReservationWork => {
    const { row, codeSpace, details } = item.line;
    const { known } = item;
    const hasStay = row.state === "stayed";
    const isNewStay = hasStay && !known?.stay_id;
    if (known?.stay_id && !known.stay_reversed && (!hasStay || changesEffects(known, item)))
      reverse.push(known.stay_id);
    const channel = channelOf(item.line, channels);
    return {
      account_id: run.accountId,
      reservation_id: item.reservationId,
      is_new: known === null,
      guest_is_new: item.person?.isNew === true,
      code_space: codeSpace,
      customer_id: item.person?.id ?? null,
      reservation_system_virtual: details?.reservation_system_virtual ?? null,
      reservation_system_code: details?.reservation_system_code ?? null,
      reservation_system_name: details?.reservation_system_name ?? row.booking_channel ?? "",
      account_booking_channel_id: channel ?? null,
      original_reservation_code: row.reservation_code,
      plan_code: row.plan_code ?? "",
      reserved_price: row.reserved_price ?? 0,
      reserved_payment_price: details?.reserved_payment_price ?? (hasStay ? 0 : (row.payment_price ?? 0)),
      reserved_min_room_count: details?.reserved_min_room_count ?? details?.rooms?.length ?? null,
      reserved_date: row.reserved_date,
      check_in_date: row.check_in_date,
      check_out_date: row.check_out_date,
      tel: item.line.tel ?? row.tel,
      reservation_status: row.reservation_status,
      cancel_date: row.cancel_date,
      is_no_show: row.state === "no_show",
      group_type: row.group_type,
      language_code: row.language_code,
      source_updated_at: row.source_updated_at,
      content_hash: `\\x${item.line.contentHash}${item.line.guestDigest}`,
      guest_name: row.guest_name,
      guest_name_kana: row.guest_name_kana,
      guest_email: item.line.email,
      // The contact of a group did not state these about themselves.
      guest_birthday: row.group_type === "group" ? null : row.birthday,
      guest_gender: row.group_type === "group" ? null : row.gender,
      waiting_reason: item.waits,
      waiting_details: item.person === null ? waitingDetails(item.line) : null,
      ...firstRoom(item.line),
      stay_id: known?.stay_id ?? (isNewStay ? (ids.pop() ?? null) : null),
      is_new_stay: isNewStay,
      has_stay: hasStay,
      transaction_code: codes.get(item) ?? null,
      confirmed_date: row.confirmed_date,
      use_price: row.use_price,
      // A settled stay without a stated payment was paid.
      payment_price: hasStay ? (row.payment_price ?? row.use_price) : null,
      use_price_detail: details?.use_price_detail ? JSON.stringify(details.use_price_detail) : null,
      is_online_check_in: details?.is_online_check_in ?? null,
      is_online_check_out: details?.is_online_check_out ?? null,
    };
  });
  return { work, reverse, displaced };
}

/** The account's booking channel that a line names, by the sender's own code first. */
function channelOf({ row, details, codeSpace }: PreparedReservation, channels: Channels): number | undefined {
  const names = [details?.reservation_system_code, row.booking_channel, details?.reservation_system_name];
  return names.flatMap((name) => (name ? [channels.idFrom(codeSpace, name)] : [])).find((id) => id !== undefined);
}

/** The room of a line, or the first of its rooms; the others stand beside it (stays/save-feed-details.ts). */
function firstRoom({ row, details }: PreparedReservation) {
  const room = details?.rooms?.[0] ?? row;
  return {
    adult_count: room.adult_count ?? 0,
    child_count: room.child_count ?? 0,
    room_type: room.room_type ?? "",
    room_code: room.room_code ?? "",
  };
}

/**
 * One folio may cover several reservations. The stay of the first of them by reservation code has the folio's code, the others have it
 * with their own reservation code behind it, in whatever order they arrive: the order of a guest's evening follows from these codes.
 */
async function codesOfStays(tx: Tx, run: RowsRun, items: readonly Item[]) {
  const stayed = items.filter((item) => item.line.row.transaction_code !== null);
  const codes = new Map<Item, string>();
  const displaced: ChangeNote[] = [];
  for (const [space, own] of Map.groupBy(stayed, (item) => item.line.codeSpace)) {
    const within = await codesWithin(tx, run, space, own);
    for (const [item, code] of within.codes) codes.set(item, code);
    for (const { reservation_id: id, code } of within.displaced)
      displaced.push({ entity: "folio", id, fate: "changed", before: { transaction_code: code } });
  }
  return { codes, displaced };
}

async function codesWithin(tx: Tx, run: RowsRun, space: CodeSpace, stayed: readonly Item[]) {
  const folioOf = ({ line: { row } }: Item) => row.transaction_code ?? row.reservation_code;
  const holders = await takenTransactionCodes(tx, run, space, [...new Set(stayed.map(folioOf))]);
  const first = new Map(holders);
  for (const item of stayed) {
    const mine = { reservation_id: item.reservationId, reservation_code: item.line.row.reservation_code };
    const other = first.get(folioOf(item));
    if (other === undefined || mine.reservation_code < other.reservation_code) first.set(folioOf(item), mine);
  }
  const displaced = [...holders].filter(([code, held]) => first.get(code)?.reservation_id !== held.reservation_id);
  const given = await giveUpTransactionCodes(
    tx,
    run,
    displaced.map(([code, { reservation_id, reservation_code }]) => ({
      reservation_id,
      code: `${code}/${reservation_code}`,
    })),
  );
  const codes = stayed.map((item): [Item, string] => {
    const code = folioOf(item);
    const isFirst = first.get(code)?.reservation_id === item.reservationId;
    return [item, isFirst ? code : `${code}/${item.line.row.reservation_code}`];
  });
  return { codes, displaced: given };
}

function changesEffects({ stored, stay_customer_id }: KnownReservation, { line: { row }, person }: Item): boolean {
  return (
    stored?.stay?.use_price !== row.use_price ||
    stored.stay.check_in_date !== row.check_in_date ||
    stored.stay.check_out_date !== row.check_out_date ||
    stay_customer_id !== (person?.id ?? null) ||
    stored.plan_code !== (row.plan_code ?? "")
  );
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
