import { expect, test } from "vitest";
import { shownDate, shownDateTime } from "./shown-dates.ts";

test("days and minutes as the screens show them, in Tokyo", () => {
  expect(shownDate("2026-01-05", "ja")).toBe("2026年01月05日");
  expect(shownDate("2026-01-05", "en")).toBe("2026-01-05");
  expect(shownDate(null, "ja")).toBe("");
  expect(shownDateTime(new Date("2026-11-30T14:59:59Z"), "ja")).toBe("2026年11月30日 23:59");
  expect(shownDateTime(new Date("2026-11-30T15:00:00Z"), "ja")).toBe("2026年12月01日 00:00");
  expect(shownDateTime(new Date("2026-12-31T15:07:00Z"), "en")).toBe("2027-01-01 00:07");
  expect(shownDateTime(null, "en")).toBe("");
});
