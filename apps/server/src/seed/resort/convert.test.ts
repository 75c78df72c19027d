import { createReadStream, readFileSync } from "node:fs";
import { calendarDate } from "@okaeri/domain/calendar-date";
import { suggestMapping } from "@okaeri/domain/stays/import-fields";
import { validateReservation } from "@okaeri/domain/stays/validate-reservation";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { ResortFileError, yenOf } from "./booking.ts";
import { convertResortBookings, RESORT_COLUMNS } from "./convert.ts";

const SLICE = new URL("../../../fixtures/resort/resort_hotel_bookings_slice.csv", import.meta.url);
const facts = JSON.parse(readFileSync(new URL("../../../fixtures/resort/facts.json", import.meta.url), "utf8"));

async function converted(input: AsyncIterable<Uint8Array | string> = createReadStream(SLICE)): Promise<string> {
  let text = "";
  for await (const piece of convertResortBookings(input)) text += piece;
  return text;
}

type Row = Record<string, string>;

function rowsOf(text: string): Row[] {
  return parse(text, { columns: () => RESORT_COLUMNS.map(({ field }) => field) });
}

const rows = rowsOf(await converted());
const sum = (field: string, of: Row[] = rows) => of.reduce((total, row) => total + Number(row[field]), 0);
const stays = rows.filter((row) => row.state === "滞在済");

describe("the slice", () => {
  it("keeps every row, its state and its code", () => {
    const state = (text: string) => rows.filter((row) => row.state === text).length;
    expect(rows.length).toBe(facts.rows);
    expect({ "Check-Out": state("滞在済"), Canceled: state("キャンセル"), "No-Show": state("ノーショー") }).toEqual(
      facts.reservation_status,
    );
    expect(rows.map((row) => row.reservation_code)).toEqual(rows.map((_, i) => `R-${String(i + 1).padStart(6, "0")}`));
  });

  it("has the nights, prices and people of the file", () => {
    const nights = (row: Row) =>
      (Date.parse(row.check_out_date ?? "") - Date.parse(row.check_in_date ?? "")) / 86_400_000;
    expect(stays.reduce((total, row) => total + nights(row), 0)).toBe(facts.nights_stayed);
    expect(stays.filter((row) => nights(row) === 0).length).toBe(facts.zero_night_stays);
    expect(sum("use_price", stays)).toBe(facts.used_yen);
    expect(sum("reserved_price")).toBe(facts.reserved_yen);
    expect(sum("adult_count")).toBe(facts.adults);
    expect(sum("child_count")).toBe(facts.children);
    expect(Math.max(...rows.map((row) => Number(row.adult_count)))).toBe(facts.max_adults);
    expect(rows.filter((row) => row.group_type === "団体").length).toBe(facts.groups);
    expect(rows.filter((row) => row.reservation_status === "ウォークイン").length).toBe(facts.walk_ins);
    expect(rows.filter((row) => row.nationality === "").length).toBe(facts.unknown_country);
    expect(rows.flatMap((row, i) => (Number(row.reserved_price) < 0 ? [i + 1] : []))).toEqual(
      facts.negative_price_rows,
    );
    for (const { row, ...expected } of facts.samples) {
      const actual = rows[row - 1] ?? {};
      for (const [field, value] of Object.entries(expected))
        expect([row, field, actual[field]]).toEqual([row, field, String(value)]);
    }
  });

  it("gives stays, and only them, a transaction; cancellations, and only them, a cancel date", () => {
    for (const row of rows) {
      const stayed = row.state === "滞在済";
      for (const field of ["transaction_code", "confirmed_date", "use_price", "payment_price"]) {
        expect([row.reservation_code, field, row[field] !== ""]).toEqual([row.reservation_code, field, stayed]);
      }
      expect(row.cancel_date !== "").toBe(row.state === "キャンセル");
    }
  });

  it("is the same every time, however the input is cut", async () => {
    const text = readFileSync(SLICE, "utf8");
    async function* inPieces() {
      for (let start = 0; start < text.length; start += 37) yield text.slice(start, start + 37);
    }
    expect(await converted(inPieces())).toBe(await converted());
  });
});

describe("the import", () => {
  it("maps every column by its header and takes every row but the one with the negative price", async () => {
    const headers = RESORT_COLUMNS.map(({ header }) => header);
    const fields = RESORT_COLUMNS.map(({ field }) => field);
    expect(suggestMapping(headers)).toEqual(Object.fromEntries(fields.map((field, column) => [field, column])));
    expect((await converted()).split("\n")[0]).toBe(headers.join(","));
    const refused = rows.flatMap((row) => {
      const result = validateReservation(row, { today: calendarDate("2026-11-20") });
      return result.ok ? [] : [{ code: row.reservation_code, reasons: result.rejections.map(({ code }) => code) }];
    });
    expect(refused).toEqual([{ code: "R-000400", reasons: ["negative", "negative", "negative"] }]);
  });

  it("gives the product the file's states", () => {
    const states = rows.flatMap((row) => {
      const result = validateReservation(row, { today: calendarDate("2026-11-20") });
      return result.ok ? [result.row.state] : [];
    });
    const count = (state: string) => states.filter((one) => one === state).length;
    const expected = facts.reservation_status;
    expect([count("stayed"), count("cancelled"), count("no_show")]).toEqual([
      expected["Check-Out"] - facts.negative_price_rows.length,
      expected.Canceled,
      expected["No-Show"],
    ]);
  });
});

describe("guests", () => {
  const identity = (row: Row) => row.member_number || row.email || (row.tel && `${row.tel} ${row.guest_name_kana}`);
  const byGuest = Map.groupBy(rows.filter(identity), identity);

  it("can be told apart, and are the same person in all their rows", () => {
    const personal = [
      "member_number",
      "email",
      "tel",
      "guest_name",
      "guest_name_kana",
      "gender",
      "birthday",
      "language_code",
    ];
    for (const own of byGuest.values()) {
      expect(new Set(own.map((row) => personal.map((field) => row[field]).join("|"))).size).toBe(1);
    }
    for (const field of ["member_number", "email", "tel"]) {
      const values = [...byGuest.values()].map(([first]) => first?.[field]).filter((value) => value !== "");
      expect(new Set(values).size).toBe(values.length);
    }
  });

  it("come back where the file says so, and are never in the house twice", () => {
    expect([...byGuest.values()].filter((own) => own.length > 1).length).toBeGreaterThan(20);
    for (const own of byGuest.values()) {
      const days = own
        .filter((row) => row.state === "滞在済")
        .map((row) => [row.check_in_date ?? "", row.check_out_date ?? ""] as const)
        .sort();
      expect(days.every(([from], i) => i === 0 || from >= (days[i - 1]?.[1] ?? ""))).toBe(true);
    }
  });

  it("have names with kana, free mail domains, and believable shares of mail and telephone", () => {
    for (const row of rows) {
      expect(row.guest_name).toMatch(/^\S+ \S+$/);
      expect(row.guest_name_kana).toMatch(/^[ァ-ヴー]+ [ァ-ヴー]+$/);
      expect(row.email).toMatch(/^$|^[a-z0-9.-]+@example\.(jp|com|net)$/);
      expect(row.tel).toMatch(/^$|^090-0\d{3}-\d{4}$/);
    }
    const share = (field: string) => rows.filter((row) => row[field] !== "").length / rows.length;
    expect(share("email")).toBeGreaterThan(0.5);
    expect(share("email")).toBeLessThan(0.75);
    expect(share("tel")).toBeGreaterThan(0.7);
  });
});

describe("yenOf", () => {
  it.each([
    ["75", 2, 19_500],
    ["0", 7, 0],
    ["75", 0, 0],
    ["60.5", 1, 7_865],
    ["0.05", 1, 7],
    ["-6.38", 10, -8_294],
    ["-6.38", 0, 0],
    ["508", 69, 4_556_760],
  ])("%s EUR for %i nights is %i yen", (euros, nights, yen) => {
    expect(yenOf(euros, nights)).toBe(yen);
  });

  it("refuses what is no price", () => {
    expect(() => yenOf("12,5", 1)).toThrow(ResortFileError);
  });
});

it("refuses another file", async () => {
  async function* other() {
    yield "a,b\n1,2\n";
  }
  await expect(converted(other())).rejects.toThrow(ResortFileError);
});
