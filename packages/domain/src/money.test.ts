import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { floorRate, formatYen, MAX_YEN, parseRateThousandths, parseYen } from "./money.ts";

describe("parseYen", () => {
  it.each([
    ["12345", 12345],
    ["¥12,345", 12345],
    ["￥１２，３４５", 12345],
    ["12,345円", 12345],
    ["12345.0", 12345],
    ["12345.000", 12345],
    ["0", 0],
    ["-0", 0],
    ["-829", -829],
    ["▲1,000", -1000],
    ["¥-500", -500],
    ["1 234", 1234],
    ["1\u00a0234\u202f567円", 1234567],
    ["¥ 1,000 円", 1000],
    ["１２，５００円", 12500],
    ["(1,000)", -1000],
    ["（￥1,000）", -1000],
    ["△1,000", -1000],
    ["△ 1,000", -1000],
    ["−1,000", -1000],
    ["0.000", 0],
    ["10000.00", 10000],
    ["1000000000000", MAX_YEN],
  ])("reads %s", (text, yen) => {
    expect(parseYen(text)).toEqual({ ok: true, yen });
  });
  it.each([
    ["-6.38", "decimals"],
    ["100.5", "decimals"],
    ["1000000000001", "too_large"],
    ["99999999999999999999999", "too_large"],
    ["10.000", "dot_or_comma"],
    ["１０．０００", "dot_or_comma"],
    ["¥10.000", "dot_or_comma"],
    ["10.000円", "dot_or_comma"],
    ["-10.000", "dot_or_comma"],
    ["12.500", "dot_or_comma"],
    ["1.234.567", "dot_or_comma"],
    ["1.234.567,00", "not_a_number"],
    ["10,00", "not_a_number"],
    ["10,0000", "not_a_number"],
    ["1,0000", "not_a_number"],
    ["10 00", "not_a_number"],
    ["1 0000", "not_a_number"],
    ["10'000", "not_a_number"],
    ["10’000", "not_a_number"],
    ["1,000-", "not_a_number"],
    ["¥1,000-", "not_a_number"],
    ["-1,000-", "not_a_number"],
    ["(-1,000)", "not_a_number"],
    ["(1,000", "not_a_number"],
    ["1万", "not_a_number"],
    ["1,23", "not_a_number"],
    ["1.000,00", "not_a_number"],
    ["1'000.00", "not_a_number"],
    ["1e3", "not_a_number"],
    ["NaN", "not_a_number"],
    ["0x10", "not_a_number"],
    ["--5", "not_a_number"],
    ["", "not_a_number"],
  ])("refuses %s as %s", (text, code) => {
    expect(parseYen(text)).toEqual({ ok: false, code });
  });
});

describe("floorRate", () => {
  it.each([
    [10_000, 10_000, 1_000],
    [9_999, 1_000, 99],
    [12_345, 1_500, 185],
    [MAX_YEN, 999_999, 9_999_990_000_000],
    [0, 5_000, 0],
  ])("%d yen at %d thousandths of a percent is %d", (amount, rate, expected) => {
    expect(floorRate(amount, rate)).toBe(expected);
  });
  it("floors once and never above the exact product", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_YEN }), fc.integer({ min: 0, max: 100_000 }), (amount, rate) => {
        const points = BigInt(floorRate(amount, rate));
        const exact = BigInt(amount) * BigInt(rate);
        expect(points * 100_000n <= exact && exact < (points + 1n) * 100_000n).toBe(true);
      }),
    );
  });
  it("refuses fractions and negatives", () => {
    expect(() => floorRate(1.5, 1000)).toThrow(RangeError);
    expect(() => floorRate(-1, 1000)).toThrow(RangeError);
  });
});

describe("rates and display", () => {
  it.each([
    ["1.5", 1500],
    ["10%", 10000],
    ["0.125", 125],
    ["1.2345", undefined],
    ["-1", undefined],
  ])("rate %s is %s", (text, expected) => {
    expect(parseRateThousandths(text)).toBe(expected);
  });
  it("shows yen without decimals", () => {
    expect(formatYen(1234567)).toBe("¥1,234,567");
    expect(formatYen(-829)).toBe("-¥829");
  });
});
