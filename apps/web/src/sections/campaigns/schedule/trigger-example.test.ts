import { calendarDate } from "@okaeri/domain/calendar-date";
import { expect, test } from "vitest";
import { dayOfGuest, momentOf, supposedDay } from "./trigger-example.ts";

const TODAY = "2026-11-20";
const guest = {
  birthday: "1980-02-29",
  last_stay_on: "2026-10-03",
  stay_count: 2,
  created_at: "2024-04-30T15:30:00Z",
  next_point_expiry: "2027-03-31",
  rank_expiration_date: null,
} as never;
const booking = (overrides: object) =>
  ({ state: "booked", reserved_date: null, cancel_date: null, ...overrides }) as never;
const bookings = [
  booking({ check_in_date: "2026-10-01", check_out_date: "2026-10-03", state: "stayed", reserved_date: "2026-09-01" }),
  booking({ check_in_date: "2026-12-10", check_out_date: "2026-12-11", reserved_date: "2026-11-01" }),
  booking({ check_in_date: "2026-11-25", check_out_date: "2026-11-26", state: "cancelled", cancel_date: "2026-11-02" }),
];

test.each([
  ["before_check_in", "2026-12-10"],
  ["after_check_out", "2026-12-11"],
  ["reserved", "2026-11-01"],
  ["cancelled", "2026-11-02"],
  ["birthday", "2027-02-28"],
  ["last_stay", "2026-10-03"],
  ["first_stay", undefined],
  ["registered", "2024-05-01"],
  ["points_expire", "2027-03-31"],
  ["rank_ends", undefined],
  ["rank_gained", undefined],
] as const)("%s of a guest: %s", (base, day) => {
  expect(dayOfGuest(base, { guest, bookings }, TODAY)).toBe(day);
});

test("days before are before, at the hour of Japan", () => {
  const at = { day: calendarDate("2026-12-10"), offset: 3, time: "10:00" };
  expect(momentOf("before_check_in", at)).toBe("2026-12-07T01:00:00.000Z");
  expect(momentOf("after_check_out", at)).toBe("2026-12-13T01:00:00.000Z");
  expect(supposedDay("before_check_in", 30, TODAY) > "2026-12-20").toBe(true);
});
