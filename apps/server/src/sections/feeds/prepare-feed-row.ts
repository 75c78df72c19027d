import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { CodeSpace } from "@okaeri/domain/enumerations";
import type { FeedKind } from "@okaeri/domain/stays/feed-kinds";
import { type FeedParts, type FeedRejection, type FeedRow, readFeedRow } from "@okaeri/domain/stays/feed-row";
import { linkageField, type Reported } from "@okaeri/domain/stays/reported";
import type { RawReservation } from "@okaeri/domain/stays/reservation-row";
import { hashOf, type PreparedReservation, prepareRow, withValues } from "../intake/prepare-row.ts";

export type FeedSource = { kind: FeedKind; codeSpace: CodeSpace; today: CalendarDate };
export type PreparedFeedRow =
  | { ok: true; line: PreparedReservation }
  | { ok: false; reasons: FeedRejection[]; code: string };

/** Checks and normalises one row of a feed. Values that a file can have, too, are judged exactly as in a file. */
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
      : companions?.map((guest, index) =>
          prepare({ ...ANY_DAYS, ...cells, ...NO_GUEST, ...guest }, `companions.${index}.`),
        );
  const named = guests?.filter((guest) => guest !== null);
  if (line === null || rejections.length > 0)
    return { ok: false, reasons: onceEach(rejections), code: cells.reservation_code?.slice(0, 64) ?? "" };
  // A row of stays tells of the reservation what it says of it, at the stay's time.
  const isOfStay = source.kind === "stays" && line.reported.values.stayed === true;
  const base: Reported = isOfStay ? { ...line.reported, reservationAt: null } : line.reported;
  const reported = withValues(base, { ...reportedParts(parts, base), ...(named && { companions: named }) });
  const contentHash = hashOf(line.row.reservation_code, line.row.guest_type, {
    ...reported,
    values: { ...reported.values, ...(named && { companions: named.map((guest) => guest.contentHash) }) },
  });
  return { ok: true, line: { ...line, reported, contentHash } };
}

/** What only a feed says. The first room stands with the reservation. */
function reportedParts({ linkage, rooms, use_price_detail }: FeedParts, reported: Reported): Reported["values"] {
  const [first] = rooms ?? [];
  return {
    use_price_detail,
    rooms,
    reserved_min_room_count: reported.values.reserved_min_room_count ?? rooms?.length ?? null,
    ...first,
    ...(linkage && { [linkageField(linkage.feed_channel)]: linkage.reservation_code }),
  };
}

/** Those of a reservation that is known are not asked for again. */
const ANY_DAYS = { check_in_date: "2000-01-01", check_out_date: "2000-01-01" } as const satisfies RawReservation;
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

/** The first of each field: what is in no form at all would be called missing as well. */
function onceEach(reasons: readonly FeedRejection[]): FeedRejection[] {
  return [...new Map(reasons.toReversed().map((reason) => [reason.field, reason])).values()].toReversed();
}
