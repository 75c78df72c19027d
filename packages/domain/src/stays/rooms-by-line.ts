import { type FeedRoom, ROOM_FIELDS } from "./feed-row.ts";
import type { Reported, Values } from "./reported.ts";
import type { Rejection } from "./reservation-row.ts";

/** A booking costs what it costs, however many lines it has. */
const PRICES = ["reserved_price", "reserved_payment_price", "use_price", "payment_price"] as const;

/** Different prices that a reason names. */
const MAX_NAMED = 4;

type ByRoom = {
  /** What each line tells, in the order of the lines: those of one version name all of its rooms. */
  lines: readonly Reported[];
  /** How many rooms the lines name beside the first of their version. */
  furtherRooms: number;
  reasons: Rejection[];
};

/**
 * The lines of a file for one booking, where each may be a room of it: lines with the same state and days at the same time (or all without
 * one) and different rooms are one version with these rooms. Whether a price is the booking's or the room's is unknown, so nothing is added
 * up: one price is the booking's, however many lines have it, and different prices are refused (docs/adr/0317).
 */
export function roomsByLine(lines: readonly Reported[]): ByRoom {
  const found: Reported[] = [...lines];
  const reasons: Rejection[] = [];
  let furtherRooms = 0;
  for (const version of Map.groupBy(lines.keys(), (index) => versionOf(lines[index])).values()) {
    const reported = version.flatMap((index) => lines[index] ?? []);
    const rooms = roomsOf(reported);
    const [first, ...further] = rooms;
    if (first === undefined || further.length === 0) continue;
    furtherRooms += further.length;
    const same: Record<string, unknown> = { ...first, rooms, reserved_min_room_count: roomCountOf(reported, rooms) };
    for (const field of PRICES) {
      const prices = reported.flatMap(({ values }) => (typeof values[field] === "number" ? [values[field]] : []));
      const different = new Set(prices.filter((price) => price !== 0));
      if (different.size > 1)
        reasons.push({
          field,
          code: "differs_by_room",
          value: "",
          other: [...different].slice(0, MAX_NAMED).join(" "),
        });
      if (prices.length > 0) same[field] = Math.max(...different, 0);
    }
    for (const index of version) found[index] = withSame(lines[index], same);
  }
  return { lines: found, furtherRooms, reasons };
}

/** What lines have in common that are rooms of one version. */
function versionOf(reported: Reported | undefined): string {
  const { state, stayed, check_in_date, check_out_date } = reported?.values ?? {};
  return JSON.stringify([reported?.at, reported?.reservationAt, state, stayed, check_in_date, check_out_date]);
}

type RoomWords = Partial<Record<keyof FeedRoom, unknown>>;

/** By their number, so that the same rooms in another order are the same; what few lines say of a room is put together. */
function roomsOf(lines: readonly Reported[]): FeedRoom[] {
  const byCode = new Map<string, RoomWords>();
  for (const { values } of lines) {
    if (typeof values.room_code !== "string") continue;
    const room: RoomWords = { ...byCode.get(values.room_code) };
    for (const field of ROOM_FIELDS) room[field] = values[field] ?? room[field] ?? null;
    byCode.set(values.room_code, room);
  }
  return [...byCode].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, room]) => room as FeedRoom);
}

function roomCountOf(lines: readonly Reported[], rooms: readonly FeedRoom[]): number {
  const counts = lines.flatMap(({ values: { reserved_min_room_count: count } }) =>
    typeof count === "number" ? [count] : [],
  );
  return Math.max(rooms.length, ...counts);
}

/** The line without its own room, and with what all lines of its version say alike. */
function withSame(reported: Reported | undefined, same: Record<string, unknown>): Reported {
  if (reported === undefined) throw new Error("a version without a line");
  const values: Record<string, unknown> = { ...reported.values };
  for (const field of ROOM_FIELDS) delete values[field];
  for (const [field, value] of Object.entries(same)) if (value !== null) values[field] = value;
  return { ...reported, values: values as { [F in keyof Values]?: Values[F] } };
}
