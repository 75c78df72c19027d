import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine, csvRecord, neutraliseFormula, unmarkedText } from "./csv.ts";

describe("neutraliseFormula", () => {
  it.each(["=1+1", "+81", "-829", "@x", "\tx", "\rx", "\nx", "＝1", "＋1", "－1", "＠x", "−1"])(
    "%j gets an apostrophe",
    (cell) => {
      expect(neutraliseFormula(cell)).toBe(`'${cell}`);
    },
  );
  it.each(["", "R-1", "山田", "1-2", "000123", "'t Hart", "'26春"])("%j stays", (cell) => {
    expect(neutraliseFormula(cell)).toBe(cell);
    expect(unmarkedText(cell)).toBe(cell);
  });
  it.each([
    ["'+81-90-1111-3333", "+81-90-1111-3333"],
    ["'=1", "=1"],
    ["'000123", "000123"],
    ["'090 (1111) 2222", "090 (1111) 2222"],
    ['="000123"', "000123"],
    ['="a""b"', 'a"b'],
    ["=1+1", "=1+1"],
    ['="a"&"b"', '="a"&"b"'],
  ])("%j is marked as the text %j", (cell, text) => {
    expect(unmarkedText(cell)).toBe(text);
  });
  it("gives every text back", { timeout: 60_000 }, () => {
    const characters = fc.constantFrom("'", "=", '"', "+", "-", "−", "@", "0", "1", " ", "(", "a", "山", "\t", "\n");
    const text = fc.oneof(fc.string({ unit: characters, maxLength: 8 }), fc.string({ unit: "binary", maxLength: 8 }));
    fc.assert(fc.property(text, (one) => unmarkedText(neutraliseFormula(one)) === one));
  });
});

describe("csvLine", () => {
  it("leaves numbers, also negative ones, and ordinary words alone", () => {
    expect(csvLine([-5, 0, "2026年11月", "秋のおかえり割"])).toBe("-5,0,2026年11月,秋のおかえり割\r\n");
  });
  it("quotes commas, quotes and line breaks", () => {
    expect(csvLine(['a,"b"', "c\nd"])).toBe('"a,""b""","c\nd"\r\n');
  });
  it("takes another delimiter for the record alone", () => {
    expect(csvRecord(["a,b", "c;d"], ";")).toBe('a,b;"c;d"');
  });
});
