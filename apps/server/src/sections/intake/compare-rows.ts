import { hash } from "node:crypto";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { guestDigest } from "@okaeri/domain/stays/guest-digest";
import { type ReportTimes, reportTimesOf } from "@okaeri/domain/stays/report-times";
import {
  differs,
  GUEST_FIELDS,
  isDigested,
  isSameReported,
  mergeReported,
  type Reported,
  type ReportedField,
  timeOf,
  UNTIMED,
  type Values,
} from "@okaeri/domain/stays/reported";
import type { Rejection } from "@okaeri/domain/stays/reservation-row";
import { roomsByLine } from "@okaeri/domain/stays/rooms-by-line";
import { settle } from "@okaeri/domain/stays/settle";
import { faultsOf } from "@okaeri/domain/stays/validate-reservation";
import type { Tx } from "../../database/connection.ts";
import {
  codeKey,
  type KnownReservation,
  knownReservations,
  type ReservationPlace,
} from "../stays/known-reservations.ts";
import { contactKeys, TYPED_FIELDS } from "./contact-keys.ts";
import type { PreparedReservation } from "./prepare-row.ts";

/** All lines of one reservation, laid over each other and over what is stored: `row` is what will be stored. */
export type SettledLine = PreparedReservation & {
  reportTimes: ReportTimes | null;
  guestDigest: string;
  /** The channel that is stored is not told anew. */
  keepsChannel: boolean;
};
export type RowOutcome = "new" | "changed" | "unchanged";
/** A reservation that is to be written, `known` what is stored of it, `outcomes` what became of each of its lines. */
export type ComparedLine = {
  line: SettledLine;
  known: KnownReservation | null;
  outcomes: ReadonlyMap<number, RowOutcome>;
};
/** `waits`: it is about a reservation of which nothing is known so far, and says too little of it. */
export type RefusedLine = { lineNo: number; reasons: Rejection[]; waits?: boolean };
export type ComparedRows = {
  changing: ComparedLine[];
  refused: RefusedLine[];
  unchanged: PreparedReservation[];
  unchangedIds: number[];
  /** How many rooms lines name beside the first of their booking. */
  furtherRooms: number;
};

/** Where lines come from: of a file several may be the rooms of one booking (docs/adr/0317). */
export type LineSource = { mayBeRooms?: true };
export type CompareContext = ReservationPlace & LineSource & { today: CalendarDate };
export const reservationKeyOf = ({ codeSpace, row }: PreparedReservation): string =>
  codeKey(codeSpace, row.reservation_code);

/**
 * Merges lines with what is stored and writes nothing. The check before an import and the import itself both use it, so that they agree. A
 * reservation's own lines alone decide what changes.
 */
export async function compareRows(
  tx: Tx,
  ctx: CompareContext,
  lines: readonly PreparedReservation[],
): Promise<ComparedRows> {
  const found: ComparedRows = { changing: [], refused: [], unchanged: [], unchangedIds: [], furtherRooms: 0 };
  const reservations = lines.filter(({ row }) => row.guest_type === "representative");
  if (reservations.length === 0) return found;
  const groups = [...Map.groupBy(reservations, reservationKeyOf).values()].map((of) => groupOf(ctx, of));
  const { same, sameIds, different } = await knownReservations(
    tx,
    ctx,
    groups.flatMap(({ of: [first], contentHash }) =>
      first ? [{ codeSpace: first.codeSpace, code: first.row.reservation_code, contentHash }] : [],
    ),
  );
  const alike = new Set(same);
  found.unchangedIds.push(...sameIds);
  const knownByCode = new Map(
    different.map((known) => [codeKey(known.code_space, known.original_reservation_code), known]),
  );
  for (const [index, { of, contentHash, furtherRooms, reasons: ofRooms }] of groups.entries()) {
    const [first] = of;
    if (!first) continue;
    if (ofRooms.length > 0) {
      found.refused.push(...of.map(({ lineNo }) => ({ lineNo, reasons: ofRooms })));
      continue;
    }
    found.furtherRooms += furtherRooms;
    const known = knownByCode.get(reservationKeyOf(first)) ?? null;
    if (alike.has(index)) {
      found.unchanged.push(...of);
      continue;
    }
    const { lines: reported, line } = settled(ctx, of, known, contentHash);
    if (known?.stored && isSameReported(known.reported, line.reported)) {
      found.unchanged.push(...of);
      found.unchangedIds.push(known.id);
      continue;
    }
    const reasons = isErasedGuest(known, line.row.state) ? [] : faultsOf(line.row, ctx.today);
    if (reasons.length > 0)
      found.refused.push(
        ...of.map(({ lineNo }) => ({ lineNo, reasons, waits: !known?.stored && lacks(line, reasons) })),
      );
    else found.changing.push({ line, known, outcomes: outcomesSql(reported, line.reported, known) });
  }
  return found;
}

/** A stay, or what calls a booking off, that goes on from a reservation which has not come yet. */
const lacks = ({ row }: SettledLine, reasons: readonly Rejection[]): boolean =>
  row.state !== "reserved" && reasons.every(({ code }) => code === "required");

type Group = { of: readonly PreparedReservation[]; contentHash: string; furtherRooms: number; reasons: Rejection[] };

/** The lines of one booking; those of a file that are its rooms tell so. */
function groupOf({ mayBeRooms }: LineSource, of: readonly PreparedReservation[]): Group {
  const contentHash = hashOfAll(of);
  const rooms = roomsByLine(mayBeRooms ? of.map((line) => line.reported) : []);
  if (rooms.furtherRooms === 0) return { of, contentHash, furtherRooms: 0, reasons: [] };
  return {
    ...rooms,
    of: of.map((line, index) => ({ ...line, reported: rooms.lines[index] ?? line.reported })),
    // The same lines were taken for versions of one room before, or by a feed.
    contentHash: hash("sha256", `${contentHash}rooms`, "hex").slice(0, 32),
  };
}

/** Of one line its own. */
function hashOfAll(lines: readonly PreparedReservation[]): string {
  const hashes = lines.map((line) => line.contentHash);
  return hashes.length === 1 ? (hashes[0] ?? "") : hash("sha256", hashes.join(""), "hex").slice(0, 32);
}

/** The lines with what of them counts, and the line that they come to with what is stored. */
function settled(
  { today }: CompareContext,
  of: readonly PreparedReservation[],
  known: KnownReservation | null,
  contentHash: string,
): { lines: readonly PreparedReservation[]; line: SettledLine } {
  const before = known?.reported;
  const layAll = (lines: readonly PreparedReservation[]): Reported =>
    lines.reduce<Reported | undefined>(
      (reported, line) => (reported ? mergeReported(reported, line.reported) : line.reported),
      before,
    ) ?? NEVER;
  let lines = of;
  let reported = layAll(of);
  const key = { reservation_code: of[0]?.row.reservation_code ?? "", guest_type: "representative" } as const;
  let row = settle(reported, key);
  if (isErasedGuest(known, row.state)) {
    lines = of.map(withoutGuest);
    reported = layAll(lines);
    row = settle(reported, key);
  }
  // A day that no line names is the day on which it was first told.
  if (row.state === "cancelled") row.cancel_date ??= known?.stored?.cancel_date ?? today;
  const last = lines.at(-1);
  if (!last) throw new Error("a reservation without a line");
  const tellerOf = (field: ReportedField) => lastTeller(lines, reported, field);
  const typed: PreparedReservation["typed"] = {};
  for (const field of TYPED_FIELDS) {
    // An address that no mail server takes is no address, and kept as it was typed.
    const teller = reported.values[field] ? tellerOf(field) : lines.findLast((one) => one.typed[field] !== undefined);
    const cell = teller?.typed[field];
    if (cell !== undefined) typed[field] = cell;
  }
  const channel = tellerOf("booking_channel");
  const line: SettledLine = {
    ...last,
    row,
    reported,
    ...contactKeys(row),
    typed,
    channelNames: [...(channel?.channelNames ?? []), row.booking_channel],
    keepsChannel: channel === undefined,
    contentHash,
    reportTimes: reportTimesOf(reported, row),
    guestDigest: guestDigest(reported),
  };
  return { lines, line };
}

const NEVER: Reported = { values: {}, at: "0", times: {}, reservationAt: null, otherGuestAt: "" };

/** The line whose word of a field is the one that counts. */
function lastTeller(lines: readonly PreparedReservation[], reported: Reported, field: ReportedField) {
  return lines.findLast(({ reported: { values, at } }) => {
    const isReportedNow = values[field] !== undefined && values[field] === reported.values[field];
    return isReportedNow && (at === UNTIMED || at === timeOf(reported, field));
  });
}

/** A line of which at least one word counts has changed something. */
function outcomesSql(lines: readonly PreparedReservation[], reported: Reported, known: KnownReservation | null) {
  const outcomes = new Map<number, RowOutcome>();
  const fresh = (Object.keys(reported.values) as ReportedField[]).filter(
    (field) => !known?.stored || differs(known.reported, reported, field),
  );
  const reporting = new Set(fresh.map((field) => lastTeller(lines, reported, field)));
  // Each line that is a room tells of all of them.
  if (fresh.includes("rooms"))
    for (const line of lines) if (line.reported.values.rooms === reported.values.rooms) reporting.add(line);
  let isNew = !known?.stored;
  for (const line of lines) {
    const counts = reporting.has(line);
    outcomes.set(line.lineNo, counts ? (isNew ? "new" : "changed") : "unchanged");
    if (counts) isNew = false;
  }
  const last = lines.at(-1);
  if (last && ![...outcomes.values()].some((outcome) => outcome !== "unchanged"))
    outcomes.set(last.lineNo, isNew ? "new" : "changed");
  return outcomes;
}

/**
 * A stay that was over when its guest was erased, or that is cancelled since, stays with that guest: a correction of the bill does not mean
 * that the guest came back (docs/adr/0105).
 */
function isErasedGuest(known: KnownReservation | null, state: PreparedReservation["row"]["state"]): boolean {
  if (!known?.stored || known.erasedOn === null) return false;
  return known.stored.check_out_date <= known.erasedOn || state === "cancelled" || state === "no_show";
}

const OF_GUEST: ReadonlySet<string> = new Set(["guest_name", ...GUEST_FIELDS]);

/** What a line tells beside its guest. */
function withoutGuest(line: PreparedReservation): PreparedReservation {
  const values = Object.fromEntries(Object.entries(line.reported.values).filter(([field]) => !OF_GUEST.has(field)));
  return { ...line, reported: { ...line.reported, values }, typed: {} };
}

/** Values of a list that only a feed tells, where they are to be written. */
export function reportedList<F extends "rooms" | "companions">({ reported }: SettledLine, field: F): Values[F] | null {
  const value = reported.values[field];
  return value === undefined || value === null || isDigested(value) ? null : (value as Values[F]);
}
