import { isShortenedNumber, normaliseCode } from "../codes.ts";
import { FEED_CHANNELS, type FeedChannel } from "../enumerations.ts";
import { isWrittenNumber } from "../json-numbers.ts";
import { codePointLength, findBadCharacter } from "../normalise.ts";
import { CellReader, MAX_BOOKING_COUNT } from "./cell-reader.ts";
import { STATE_WORDS } from "./code-synonyms.ts";
import type { FeedKind } from "./feed-kinds.ts";
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS, type ImportField } from "./import-fields.ts";
import type { RawReservation, Rejection } from "./reservation-row.ts";

// A row of a feed as other systems send it: the columns of a file, and what only JSON can say.

/** What a companion may say; the reservation's own dates and code are the row's. */
export const COMPANION_FIELDS = [
  "guest_name",
  "guest_name_kana",
  "guest_type",
  "member_number",
  "email",
  "tel",
  "postcode",
  "address",
  "gender",
  "birthday",
  "nationality",
] as const satisfies readonly ImportField[];
export const ROOM_FIELDS = [
  "room_code",
  "room_type",
  "adult_count",
  "child_count",
] as const satisfies readonly ImportField[];
export const LINKAGE_FIELDS = ["feed_channel", "reservation_code"] as const;
export const PRICE_FIELDS = ["name", "price"] as const;

/** Fields that hold a list of objects, or one object, and what these may name. */
const NESTED: Record<string, { fields: readonly string[]; many: boolean }> = {
  rooms: { fields: ROOM_FIELDS, many: true },
  companions: { fields: COMPANION_FIELDS, many: true },
  use_price_detail: { fields: PRICE_FIELDS, many: true },
  linkage: { fields: LINKAGE_FIELDS, many: false },
};
const ROW_FIELDS: ReadonlySet<string> = new Set([...IMPORT_FIELD_NAMES, ...Object.keys(NESTED)]);

/** Most rooms, companions and lines of a bill in one row. */
export const MAX_PARTS = 100;
/** Deeper than any row is meant to be. */
const MAX_DEPTH = 4;
const MAX_NAMED = 20;

export type FeedRow = Record<string, unknown>;

/** Paths that make the whole batch unreadable: items that are no rows, and unknown fields. At most twenty. */
export function unknownInFeed(rows: readonly unknown[]): string[] {
  const found: string[] = [];
  const look = (value: unknown, path: string, fields: { has(name: string): boolean }) => {
    for (const name of Object.keys(value as object)) if (!fields.has(name)) found.push(`${path}.${name}`);
  };
  for (const [index, row] of rows.entries()) {
    if (found.length >= MAX_NAMED) break;
    const path = `rows.${index}`;
    if (!isObject(row)) {
      found.push(path);
      continue;
    }
    look(row, path, ROW_FIELDS);
    for (const [name, { fields, many }] of Object.entries(NESTED)) {
      const value = row[name];
      const known = new Set(fields);
      if (many && Array.isArray(value)) {
        for (const [at, part] of value.slice(0, MAX_PARTS).entries())
          if (isObject(part)) look(part, `${path}.${name}.${at}`, known);
      } else if (!many && isObject(value)) look(value, `${path}.${name}`, known);
    }
  }
  return found.slice(0, MAX_NAMED);
}

/** Whether something is nested deeper than a row can be. Not recursive: this looks before anything else may. */
export function isTooDeep(body: unknown): boolean {
  let level: unknown[] = [body];
  // The body, its rows, a row, a list in it, an object in that.
  for (let depth = 0; depth <= MAX_DEPTH + 1; depth++) {
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null && !isWrittenNumber(value) ? Object.values(value) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isWrittenNumber(value);
}

/** A reason by the path within the row, such as `rooms.0.adult_count`. */
export type FeedRejection = { field: string; code: string } & Partial<Pick<Rejection, "value" | "other">>;

export type FeedRoom = {
  room_code: string | null;
  room_type: string | null;
  adult_count: number | null;
  child_count: number | null;
};
/** What a row says of a reservation beside the columns of a file; null = it does not say. */
export type FeedParts = {
  use_price_detail: { name: string; price: number }[] | null;
  rooms: FeedRoom[] | null;
  linkage: { feed_channel: FeedChannel; reservation_code: string } | null;
};

export type ReadFeedRow = {
  /** The fields of a file, as cells. */
  cells: RawReservation;
  /** Cells of each companion; null = the row does not name companions. */
  companions: RawReservation[] | null;
  parts: FeedParts;
  rejections: FeedRejection[];
};

/** Takes a row apart and checks what a file has no column for; the cells are judged as those of a file. */
export function readFeedRow(row: FeedRow, kind: FeedKind): ReadFeedRow {
  const rejections: FeedRejection[] = [];
  const reject = (field: string, code: string): null => {
    rejections.push({ field, code });
    return null;
  };
  const cellsOf = (from: Record<string, unknown>, names: readonly ImportField[], path = "") => {
    const cells: RawReservation = {};
    for (const name of names) {
      const cell = cellOf(from[name], name);
      if (typeof cell === "object" && cell !== null) reject(`${path}${name}`, cell.fault);
      else if (cell !== null) cells[name] = cell;
    }
    return cells;
  };
  /** Reads one value by the rules of a file's field, whatever it is called here. */
  const read = <T>(value: unknown, field: string, as: ImportField, reading: (cells: CellReader) => T | null) => {
    const cell = cellOf(value, as);
    if (typeof cell === "object" && cell !== null) return reject(field, cell.fault);
    const cells = new CellReader({ [as]: cell });
    const found = reading(cells);
    for (const rejection of cells.rejections) rejections.push({ ...rejection, field });
    return found;
  };
  const listOf = <T>(field: string, part: (value: Record<string, unknown>, path: string) => T): T[] | null => {
    const value = row[field];
    if (value === undefined || value === null) return null;
    if (!Array.isArray(value)) return reject(field, "wrong_form");
    if (value.length > MAX_PARTS) return reject(field, "out_of_range");
    return value.flatMap((each, index) => {
      if (isObject(each)) return [part(each, `${field}.${index}.`)];
      reject(`${field}.${index}`, "wrong_form");
      return [];
    });
  };
  const parts: FeedParts = {
    rooms: listOf("rooms", (room, path) => {
      const value = <T>(field: (typeof ROOM_FIELDS)[number], reading: (cells: CellReader) => T | null) =>
        read(room[field], `${path}${field}`, field, reading);
      return {
        room_code: value("room_code", (cells) => cells.codeText("room_code")),
        room_type: value("room_type", (cells) => cells.text("room_type")),
        adult_count: value("adult_count", (cells) => cells.count("adult_count", MAX_BOOKING_COUNT)),
        child_count: value("child_count", (cells) => cells.count("child_count", MAX_BOOKING_COUNT)),
      };
    }),
    use_price_detail: listOf("use_price_detail", (line, path) => ({
      name: read(line.name, `${path}name`, "booking_channel", (cells) => cells.text("booking_channel")) ?? "",
      price: yenOf(line.price) ?? reject(`${path}price`, "not_a_number") ?? 0,
    })),
    linkage: linkageOf(row.linkage, reject),
  };
  const cells = cellsOf(row, IMPORT_FIELD_NAMES);
  // A feed reports a booking's state when it changes; a state judged by the booking's days would wait for ever to be sent again.
  if (STATE_WORDS.get(cells.state?.trim().toLowerCase() ?? "") === "valid") {
    reject("state", "unknown_code");
    delete cells.state;
  }
  if (kind === "stays") {
    cells.state ??= "stayed";
    // A bill that names no booking is known by its own number.
    if (!cells.reservation_code && cells.transaction_code) cells.reservation_code = cells.transaction_code;
  }
  const companions = listOf("companions", (guest, path) => {
    const companion = cellsOf(guest, COMPANION_FIELDS, path);
    if (companion.guest_type !== undefined && companion.guest_type !== "companion")
      reject(`${path}guest_type`, "unknown_code");
    return { ...companion, guest_type: "companion" };
  });
  return { cells, companions, parts, rejections };
}

/** Fields whose numbers are amounts: 1e4 and 10000.0 are 10000 there. In all others the digits are a text. */
const AMOUNTS: ReadonlySet<ImportField> = new Set([
  "nights",
  "reserved_price",
  "use_price",
  "payment_price",
  "reserved_payment_price",
  "adult_count",
  "child_count",
  "reserved_min_room_count",
]);

/** A value as a cell of a file: null for nothing; `fault`: why no cell can hold it. */
function cellOf(value: unknown, field: ImportField): string | null | { fault: "wrong_form" | "number_for_text" } {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number" && !isWrittenNumber(value)) return { fault: "wrong_form" };
  if (AMOUNTS.has(field)) return String(isWrittenNumber(value) ? Number(value.rawJSON) : value);
  const written = isWrittenNumber(value) ? value.rawJSON : String(value);
  // What the sender's program made of 1.0, 1e5 or -0 before it sent them, nobody can say.
  return /^(?:0|-?[1-9]\d*)$/.test(written) ? written : { fault: "number_for_text" };
}

/** Whole yen of a line of a bill; a discount is below zero. */
function yenOf(value: unknown): number | undefined {
  const isText = typeof value === "string" && /^-?\d{1,12}$/.test(value);
  const yen = isText ? Number(value) : isWrittenNumber(value) ? Number(value.rawJSON) : value;
  return typeof yen === "number" && Number.isInteger(yen) && Math.abs(yen) <= 1_000_000_000 ? yen : undefined;
}

function linkageOf(value: unknown, reject: (field: string, code: string) => null): FeedParts["linkage"] {
  if (value === undefined || value === null) return null;
  if (!isObject(value)) return reject("linkage", "wrong_form");
  const channel = FEED_CHANNELS.find((one) => one === value.feed_channel);
  if (channel === undefined) return reject("linkage.feed_channel", "unknown_code");
  const code = cellOf(value.reservation_code, "reservation_code");
  if (typeof code === "object" && code !== null) return reject("linkage.reservation_code", code.fault);
  const text = normaliseCode(code ?? "");
  if (isShortenedNumber(text)) return reject("linkage.reservation_code", "shortened_number");
  // Said and empty: it is called nothing there any more. Not said at all is a mistake.
  if (text === "" && code === null) return reject("linkage.reservation_code", "required");
  if (codePointLength(text) > IMPORT_FIELDS.reservation_code.maxLength)
    return reject("linkage.reservation_code", "too_long");
  if (findBadCharacter(text) !== undefined) return reject("linkage.reservation_code", "bad_character");
  return { feed_channel: channel, reservation_code: text };
}
