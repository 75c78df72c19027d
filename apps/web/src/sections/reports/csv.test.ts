import { describe, expect, it } from "vitest";
import { csvText } from "./csv.ts";

const line = (...cells: (string | number)[]) => csvText([], [cells]).split("\r\n")[1];

describe("CSV for spreadsheets", () => {
  it("begins with a byte-order mark and ends each line as RFC 4180 says", () => {
    expect(csvText(["月", "付与"], [["2026-11", 12_000]])).toBe("\u{feff}月,付与\r\n2026-11,12000\r\n");
  });
  it.each(["=1+1", "+81", "-2", "@SUM(A1)", "\t=1", "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff201"])(
    "keeps %j a text",
    (text) => {
      expect(line(text)).toBe(`'${text}`);
    },
  );
  it("leaves numbers, also negative ones, and ordinary words alone", () => {
    expect(line(-5, 0, "2026-11", "秋のおかえり割")).toBe("-5,0,2026-11,秋のおかえり割");
  });
  it("quotes commas, quotes and line breaks", () => {
    expect(csvText([], [['a,"b"', "c\nd"]])).toBe('\u{feff}\r\n"a,""b""","c\nd"\r\n');
  });
});
