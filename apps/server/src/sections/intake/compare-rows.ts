import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { digestOver } from "@okaeri/domain/stays/guest-digest";
import { changesStored, keepStored, type StoredReservation } from "@okaeri/domain/stays/keep-stored";
import type { Rejection, ReservationRow } from "@okaeri/domain/stays/reservation-row";
import type { Tx } from "../../database/connection.ts";
import {
  codeKey,
  type KnownReservation,
  knownReservations,
  type ReservationPlace,
} from "../stays/known-reservations.ts";
import { contactKeys, type PreparedReservation } from "./prepare-row.ts";

/** A line that is to be written: its row is what will be stored, `known` what is stored. */
export type ComparedLine = { line: PreparedReservation; known: KnownReservation | null };
export type RefusedLine = { lineNo: number; reasons: Rejection[] };
export type ComparedRows = {
  changing: ComparedLine[];
  refused: RefusedLine[];
  unchanged: PreparedReservation[];
  unchangedIds: number[];
};

export type CompareRun = ReservationPlace & { today: CalendarDate; overwriteBlanks?: boolean };

/**
 * Compares lines with what is stored and writes nothing: the check before an import and the import itself both ask here, so that they
 * agree. What a line would change is decided by its own reservation alone and not by other lines.
 */
export async function compareRows(
  tx: Tx,
  run: CompareRun,
  lines: readonly PreparedReservation[],
): Promise<ComparedRows> {
  const found: ComparedRows = { changing: [], refused: [], unchanged: [], unchangedIds: [] };
  if (lines.length === 0) return found;
  const { same, sameIds, different } = await knownReservations(
    tx,
    run,
    lines.map(({ codeSpace, row, contentHash }) => ({ codeSpace, code: row.reservation_code, contentHash })),
  );
  const alike = new Set(same);
  found.unchangedIds.push(...sameIds);
  const knownByCode = new Map(
    different.map((known) => [codeKey(known.code_space, known.original_reservation_code), known]),
  );
  for (const [index, line] of lines.entries()) {
    const known = knownByCode.get(codeKey(line.codeSpace, line.row.reservation_code)) ?? null;
    if (alike.has(index)) found.unchanged.push(line);
    else if (known !== null && isOlder(line, known)) leave(found, line, known);
    else if (line.row.guest_name === "" && !known?.stored?.guest_name && !isForgotten(line, known))
      found.refused.push({ lineNo: line.lineNo, reasons: [{ field: "guest_name", code: "required", value: "" }] });
    else {
      const kept = keptLine(run, isForgotten(line, known) ? withoutGuest(line, known) : line, known);
      if (known !== null && !changes(kept, known)) leave(found, line, known);
      else found.changing.push({ line: kept, known });
    }
  }
  return found;
}

function leave(found: ComparedRows, line: PreparedReservation, known: KnownReservation): void {
  found.unchanged.push(line);
  found.unchangedIds.push(known.id);
}

type OfForgotten = KnownReservation & { stored: StoredReservation };

/**
 * What was over when its guest was forgotten, or is called off since, goes on being that guest's: a correction of the bill is no coming
 * again (docs/adr/0154).
 */
function isForgotten({ row }: PreparedReservation, known: KnownReservation | null): known is OfForgotten {
  if (!known?.stored || known.erasedOn === null) return false;
  return known.stored.check_out_date <= known.erasedOn || row.state === "cancelled" || row.state === "no_show";
}

/** The line with what is left of the guest in place of what it says. */
function withoutGuest(line: PreparedReservation, { stored }: OfForgotten): PreparedReservation {
  const row = {
    ...line.row,
    guest_name: stored.guest_name ?? "",
    guest_name_kana: stored.guest_name_kana,
    email: stored.guest_email,
    tel: stored.guest_tel,
    ...NOTHING_OF_GUEST,
  };
  return { ...line, row, ...contactKeys(row), typed: {}, companions: null, guestDigest: digestOver("", "") };
}

const NOTHING_OF_GUEST = {
  member_number: null,
  email_consent: null,
  postcode: null,
  address: null,
  gender: null,
  birthday: null,
  nationality: null,
  customer_type: null,
} as const satisfies Partial<ReservationRow>;

/** Newer source times win, whatever the order of arrival. */
function isOlder({ row }: PreparedReservation, known: KnownReservation): boolean {
  const stored = known.stored?.source_updated_at;
  return Boolean(stored && row.source_updated_at && row.source_updated_at < stored);
}

function keptLine(run: CompareRun, line: PreparedReservation, known: KnownReservation | null): PreparedReservation {
  const { today, overwriteBlanks = false } = run;
  const stored = known?.stored ?? null;
  const row = keepStored(line.row, line.unsaid, stored, { today, overwriteBlanks });
  const isSameGuest = stored !== null && row.guest_name === stored.guest_name;
  const before = isSameGuest && !overwriteBlanks ? (known?.guestDigest ?? "") : "";
  const keys = stored === null ? {} : contactKeys(row);
  return { ...line, row, ...keys, guestDigest: digestOver(before, line.guestDigest) };
}

function changes(line: PreparedReservation, { stored, guestDigest }: KnownReservation): boolean {
  // What few systems say is not compared by its columns.
  if (line.details !== null || line.companions !== null) return true;
  if (stored === null || changesStored(line.row, stored)) return true;
  if (line.email !== stored.guest_email || (line.tel ?? line.row.tel) !== stored.guest_tel) return true;
  return line.guestDigest !== (guestDigest ?? digestOver("", ""));
}
