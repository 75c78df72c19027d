import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isShortenedNumber, normaliseCode, normaliseMemberNumber, withoutZeroFraction } from "./codes.ts";

describe("normaliseCode", () => {
  it.each([
    ["H-1", "H-1"],
    ["H\u22121", "H-1"],
    ["H\u20101", "H-1"],
    ["H\u20111", "H-1"],
    ["H\u20121", "H-1"],
    ["H\u20131", "H-1"],
    ["H\u20141", "H-1"],
    ["H\u20151", "H-1"],
    ["H\uff0d1", "H-1"],
    ["H\ufe631", "H-1"],
    ["H\u02d71", "H-1"],
    ["H\u25001", "H-1"],
    ["Ｈー１", "H-1"],
    ["Hｰ1", "H-1"],
    ["2026ー05ー0001", "2026-05-0001"],
    ["新館ー101", "新館-101"],
    ["A――1", "A--1"],
    ["1-ー2", "1--2"],
    // The mark belongs to the kana before it.
    ["タワー1", "タワー1"],
    ["ﾀﾜｰ1", "タワー1"],
    ["スーパーA", "スーパーA"],
    ["朝食付―和室", "朝食付―和室"],
    // Marks of a spreadsheet's text inside each other.
    [`="'A"`, "A"],
    [`'="A"`, "A"],
    ["ー", "ー"],
    ['="000123"', "000123"],
    ["'000123", "000123"],
    ["'M-0001", "M-0001"],
    ["'", "'"],
    ["=A1", "=A1"],
    ["  000\u200b123 ", "000123"],
  ])("%j is %j", (text, code) => {
    expect(normaliseCode(text)).toBe(code);
  });
  it("does not change its own results, so that a stored code can be looked up", () => {
    const characters = fc.constantFrom(
      "A",
      "0",
      "1",
      "-",
      "−",
      "―",
      "ー",
      "ｰ",
      "タ",
      "館",
      " ",
      "'",
      "=",
      '"',
      "\u00a0",
    );
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 8 }), (text) => {
        const once = normaliseCode(text);
        expect(normaliseCode(once)).toBe(once);
      }),
    );
  });
  it("keeps leading zeros of member numbers", () => {
    expect(normaliseMemberNumber(" ００a-12 3")).toBe("00A-123");
    expect(normaliseMemberNumber("m−0001")).toBe("M-0001");
  });
});

describe("numbers in the place of codes", () => {
  it.each([
    ["1.23457E+17", true],
    ["1.23457e+17", true],
    ["1E+05", true],
    ["1.5E-07", true],
    ["1,23457E+17", true],
    ["1.2345678E17", true],
    ["-1.2E+11", true],
    ["1E5", false],
    ["12E5", false],
    ["E+17", false],
    ["1234567890123456789", false],
    ["2E+2B", false],
  ])("%s has lost digits: %s", (text, lost) => {
    expect(isShortenedNumber(text)).toBe(lost);
  });
  it.each([
    ["1000001.0", "1000001"],
    ["0123.000", "0123"],
    ["1.5", "1.5"],
    ["R1.0", "R1.0"],
  ])("%s without a fraction of zero is %s", (text, digits) => {
    expect(withoutZeroFraction(text)).toBe(digits);
  });
});
