import { beforeAll, describe, expect, it } from "vitest";
import { loadWords, startWords } from "../i18n/i18n.ts";
import { splitLocale, withLocale } from "../i18n/locales.ts";
import { nextSort } from "./DataTable.tsx";
import { formatDate, formatDateTime, formatDateWithWeekday, formatPrice, tokyoDay } from "./format.ts";
import { pagesToShow } from "./Pager.tsx";
import { sparklinePoints } from "./StatTile.tsx";

beforeAll(async () => {
  await startWords("ja");
  await loadWords("ui");
});

describe("dates and amounts (specification §3, product §10)", () => {
  it("shows days as YYYY年MM月DD日", () => {
    expect(formatDate("2026-11-02")).toBe("2026年11月02日");
    expect(formatDateWithWeekday("2026-11-20")).toBe("2026年11月20日(金)");
  });
  it("shows timestamps in Asia/Tokyo", () => {
    expect(formatDateTime("2026-11-19T15:05:00Z")).toBe("2026年11月20日 00:05");
    expect(tokyoDay("2026-11-19T15:05:00Z")).toBe("2026-11-20");
  });
  it("shows yen without decimals", () => {
    expect(formatPrice(1234567)).toBe("¥1,234,567");
    expect(formatPrice(-500)).toBe("-¥500");
  });
});

describe("pager", () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 965, [1, 2, 0, 965]],
    [5, 9, [1, 0, 4, 5, 6, 0, 9]],
    [3, 5, [1, 2, 3, 4, 5]],
    [965, 965, [1, 0, 964, 965]],
  ])("page %i of %i", (page, last, shown) => {
    expect(pagesToShow(page, last)).toEqual(shown);
  });
});

describe("sorting by header", () => {
  it("starts with the newest or largest for dates and figures, with the first for words", () => {
    expect(nextSort(undefined, "name", false)).toBe("name");
    expect(nextSort("name", "name", false)).toBe("-name");
    expect(nextSort("name", "stay_count", true)).toBe("-stay_count");
    expect(nextSort("-stay_count", "stay_count", true)).toBe("stay_count");
  });
});

describe("locale prefix (specification §2)", () => {
  it.each([
    ["/customers", undefined, "/customers"],
    ["/en/customers", "en", "/customers"],
    ["/en", "en", "/"],
    ["/ja/customers", undefined, "/ja/customers"],
  ])("%s", (pathname, locale, path) => {
    expect(splitLocale(pathname)).toEqual({ locale, path });
  });
  it("puts the prefix in front again", () => {
    expect(withLocale("/", "en")).toBe("/en");
    expect(withLocale("/users", "en")).toBe("/en/users");
    expect(withLocale("/users", undefined)).toBe("/users");
  });
});

describe("sparkline", () => {
  it("stays inside its box, also when all values are equal", () => {
    expect(sparklinePoints([1, 2])).toBe("0.00,23.00 100.00,1.00");
    expect(sparklinePoints([5, 5])).toBe("0.00,23.00 100.00,23.00");
  });
});
