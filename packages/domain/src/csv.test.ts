import { describe, expect, it } from "vitest";
import { csvLine, csvRecord, neutraliseFormula } from "./csv.ts";

describe("neutraliseFormula", () => {
  it.each(["=1+1", "+81", "-829", "@x", "\tx", "\rx", "\nx", "＝1", "＋1", "－1", "＠x", "−1"])(
    "%j gets an apostrophe",
    (cell) => {
      expect(neutraliseFormula(cell)).toBe(`'${cell}`);
    },
  );
  it.each(["", "R-1", "山田", "'=1", "1-2"])("%j stays", (cell) => {
    expect(neutraliseFormula(cell)).toBe(cell);
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
