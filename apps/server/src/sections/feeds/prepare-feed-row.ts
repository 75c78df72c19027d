import { hash } from "node:crypto";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { CodeSpace } from "@okaeri/domain/enumerations";
import type { FeedKind } from "@okaeri/domain/stays/feed-kinds";
import { type FeedParts, type FeedRejection, type FeedRow, readFeedRow } from "@okaeri/domain/stays/feed-row";
import { NO_DETAILS } from "@okaeri/domain/stays/reservation-details";
import type { RawReservation } from "@okaeri/domain/stays/reservation-row";
import { type PreparedReservation, prepareRow } from "../intake/prepare-row.ts";

export type FeedSource = { kind: FeedKind; codeSpace: CodeSpace; today: CalendarDate };
export type PreparedFeedRow =
  | { ok: true; line: PreparedReservation }
  | { ok: false; reasons: FeedRejection[]; code: string };

/** Checks and normalises one row of a feed. What a file could say is judged exactly as in a file. */
export function prepareFeedRow(row: FeedRow, lineNo: number, source: FeedSource): PreparedFeedRow {
  const { cells, companions, parts, rejections } = readFeedRow(row, source.kind);
  const prepare = (raw: RawReservation, path: string): PreparedReservation | null => {
    const result = prepareRow(raw, lineNo, { today: source.today });
    if (result.ok) return { ...result.prepared, codeSpace: source.codeSpace };
    for (const reason of result.reasons) rejections.push({ ...reason, field: `${path}${reason.field ?? ""}` });
    return null;
  };
  const line = prepare(cells, "");
  const guests =
    line === null
      ? null
      : (companions?.map((guest, index) => prepare({ ...cells, ...NO_GUEST, ...guest }, `companions.${index}.`)) ??
        null);
  const named = guests?.filter((guest) => guest !== null) ?? null;
  if (line === null || rejections.length > 0)
    return { ok: false, reasons: onceEach(rejections), code: cells.reservation_code?.slice(0, 64) ?? "" };
  const says = named !== null || Object.values(parts).some((value) => value !== null);
  if (!says) return { ok: true, line };
  const details = { ...NO_DETAILS, ...line.details, ...parts };
  return {
    ok: true,
    line: { ...line, details, companions: named, contentHash: hashOfAll(line, parts, named) },
  };
}

/** A companion has the dates of the row and nothing of its guest. */
const NO_GUEST = {
  guest_name: null,
  guest_name_kana: null,
  member_number: null,
  email: null,
  email_consent: null,
  tel: null,
  postcode: null,
  address: null,
  gender: null,
  birthday: null,
  nationality: null,
} as const satisfies RawReservation;

/** A row without anything but what a file says has the hash of a file's line. */
function hashOfAll(
  line: PreparedReservation,
  parts: FeedParts,
  companions: readonly PreparedReservation[] | null,
): string {
  const all = [line.contentHash, parts, companions?.map((guest) => guest.contentHash) ?? null];
  return hash("sha256", JSON.stringify(all), "hex").slice(0, 32);
}

/** The first of each field: what is in no form at all would be called missing as well. */
function onceEach(reasons: readonly FeedRejection[]): FeedRejection[] {
  return [...new Map(reasons.toReversed().map((reason) => [reason.field, reason])).values()].toReversed();
}
