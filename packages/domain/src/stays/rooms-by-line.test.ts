import { describe, expect, it, test } from "vitest";
import { calendarDate } from "../calendar-date.ts";
import { mergeReported, NOTHING_REPORTED, type Reported } from "./reported.ts";
import type { RawReservation } from "./reservation-row.ts";
import { roomsByLine } from "./rooms-by-line.ts";
import { settle } from "./settle.ts";
import { readReservation } from "./validate-reservation.ts";

const DAYS = { check_in_date: "2026-11-01", check_out_date: "2026-11-03" };
type Line = RawReservation & { empties?: true };
function reported({ empties, ...raw }: Line): Reported {
  const rules = { today: calendarDate("2026-11-20"), overwriteBlanks: empties === true };
  const result = readReservation({ reservation_code: "R-1", guest_name: "山田 花子", ...DAYS, ...raw }, rules);
  if (!result.ok) throw new Error(JSON.stringify(result.rejections));
  return result.reported;
}
function sum(...lines: Line[]) {
  const { lines: found, furtherRooms, reasons } = roomsByLine(lines.map(reported));
  const all = found.reduce((before, line) => mergeReported(before, line), NOTHING_REPORTED);
  const row = settle(all, { reservation_code: "R-1", guest_type: "representative" });
  const rooms = (all.values.rooms ?? null) as { room_code: string }[] | null;
  return { row, all, codes: rooms?.map((room) => room.room_code) ?? null, furtherRooms, reasons };
}
const room = (room_code: string, more: Line = {}): Line => ({ room_code, ...more });
const T10 = { source_updated_at: "2026-11-04T10:00:00+09:00" };
const T12 = { source_updated_at: "2026-11-04T12:00:00+09:00" };

test.each<[string, Line[], string[] | null]>([
  ["two rooms", [room("302"), room("301")], ["301", "302"]],
  ["two rooms told at one time", [room("301", T10), room("302", T10)], ["301", "302"]],
  ["a line beside them that names no room", [room("301"), room(""), room("302")], ["301", "302"]],
  ["one room twice", [room("301"), room("301")], null],
  ["a room that came to be known", [room(""), room("301")], null],
  ["another room at a later time", [room("301", T10), room("302", T12)], null],
  ["other days", [room("301"), room("302", { check_out_date: "2026-11-04" })], null],
  ["a room that was called off", [room("301", { state: "予約" }), room("302", { state: "キャンセル" })], null],
  ["a booking and its stay", [room("301", { state: "予約" }), room("302", { state: "滞在済", use_price: "1" })], null],
  [
    "of two versions the later",
    [room("301", T12), room("302", T12), room("303", T10), room("304", T10)],
    ["301", "302"],
  ],
])("%s", (_, lines, codes) => {
  expect(sum(...lines).codes).toEqual(codes);
  expect(sum(...lines.toReversed()).codes).toEqual(codes);
});

describe("the lines of one version", () => {
  it("say each what is in its room, and the first room stands with the reservation", () => {
    const { row, all, furtherRooms } = sum(
      room("302", { adult_count: "3", room_type: "洋室" }),
      room("301", { adult_count: "2", child_count: "1", plan_code: "SPA" }),
    );
    expect(all.values.rooms).toEqual([
      { room_code: "301", room_type: null, adult_count: 2, child_count: 1 },
      { room_code: "302", room_type: "洋室", adult_count: 3, child_count: null },
    ]);
    expect(row).toMatchObject({ room_code: "301", room_type: null, adult_count: 2, child_count: 1, plan_code: "SPA" });
    expect(all.values.reserved_min_room_count).toBe(2);
    expect(furtherRooms).toBe(1);
  });

  it("are the same in every order", () => {
    const lines = [room("301", { adult_count: "2" }), room("303"), room("302", { room_type: "洋室" })];
    expect(sum(...lines.toReversed()).all).toEqual(sum(...lines).all);
  });

  it("may ask for more rooms than they name", () => {
    const more = { reserved_min_room_count: "3" };
    expect(sum(room("301", more), room("302", more)).all.values.reserved_min_room_count).toBe(3);
  });
});

describe("the price", () => {
  const stay = (code: string, use_price: string, more: Line = {}) =>
    room(code, { state: "滞在済", use_price, ...more });
  it.each<[string, Line[], number]>([
    ["on every line", [stay("301", "20000"), stay("302", "20000")], 20_000],
    ["on one line, others blank", [stay("301", "20000"), stay("302", "", { payment_price: "20000" })], 20_000],
    ["on one line, 0 on others", [stay("301", "0"), stay("302", "20000"), stay("303", "0")], 20_000],
    ["0 on all", [stay("301", "0"), stay("302", "0")], 0],
    [
      "blank where blanks are to overwrite",
      [stay("301", "20000"), stay("302", "", { payment_price: "20000", empties: true })],
      20_000,
    ],
  ])("%s is the booking's, once", (_, lines, price) => {
    for (const order of [lines, lines.toReversed()]) {
      const { row, reasons } = sum(...order);
      expect(reasons).toEqual([]);
      expect(row.use_price).toBe(price);
    }
  });

  it.each(["reserved_price", "use_price", "payment_price", "reserved_payment_price"] as const)(
    "is refused where the rooms differ in %s",
    (field) => {
      const lines = ["10000", "12000"].map((price, index) => stay(`30${index}`, "20000", { [field]: price }));
      expect(sum(...lines).reasons).toEqual([{ field, code: "differs_by_room", value: "", other: "10000 12000" }]);
    },
  );

  it("of versions that are no rooms is the last one's, as before", () => {
    const { row, reasons } = sum(stay("301", "10000", T10), stay("302", "12000", T12));
    expect([row.use_price, reasons]).toEqual([12_000, []]);
  });
});
