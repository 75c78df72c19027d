import { expect, test } from "vitest";
import { addDays, calendarDate } from "../../calendar-date.ts";
import {
  baseDay,
  birthdaysOn,
  dueDays,
  hasReachedFrequencyLimit,
  type Met,
  meetingDay,
  type Once,
  onceKey,
} from "./occasion.ts";
import { TRIGGER_BASES } from "./trigger.ts";

const day = calendarDate;
const FOREVER = { lateHours: 6, since: new Date(0) };
const at = (base: (typeof TRIGGER_BASES)[number], offset_days: number, time = "10:00") => ({ base, offset_days, time });
const due = (trigger: ReturnType<typeof at>, now: string, over: object = {}) =>
  dueDays(trigger, { now: new Date(now), ...FOREVER, ...over }).map((one) => [one.day, one.at.toISOString()]);

test("days are counted back from what is to come, and on from what was", () => {
  const back = TRIGGER_BASES.filter((base) => meetingDay(at(base, 3), day("2026-03-02")) === "2026-02-27");
  expect(back).toEqual(["before_check_in", "before_check_out", "birthday", "points_expire", "rank_ends"]);
  for (const base of TRIGGER_BASES)
    for (const offset of [0, 1, 31, 730])
      expect(baseDay(at(base, offset), meetingDay(at(base, offset), day("2028-02-29")))).toBe("2028-02-29");
});

test("an occasion is met at its time in Tokyo and up to six hours later, over midnight and the ends of months and years too", () => {
  const trigger = at("before_check_in", 3);
  expect(due(trigger, "2026-11-20T00:59:59Z")).toEqual([]);
  expect(due(trigger, "2026-11-20T01:00:00Z")).toEqual([["2026-11-23", "2026-11-20T01:00:00.000Z"]]);
  expect(due(trigger, "2026-11-20T07:00:00Z")).toHaveLength(1);
  expect(due(trigger, "2026-11-20T07:00:01Z")).toEqual([]);
  expect(due(at("after_check_out", 1, "23:30"), "2026-12-31T16:00:00Z")).toEqual([
    ["2026-12-30", "2026-12-31T14:30:00.000Z"],
  ]);
  expect(due(trigger, "2026-11-20T03:00:00Z", { lateHours: 50 })).toHaveLength(3);
  expect(due(trigger, "2026-11-20T03:00:00Z", { lateHours: 0 })).toEqual([]);
});

test("what came before the campaign began is not met", () => {
  const since = new Date("2026-11-20T01:00:01Z");
  expect(due(at("before_check_in", 3), "2026-11-20T02:00:00Z", { since })).toEqual([]);
  expect(due(at("before_check_in", 3), "2026-11-21T02:00:00Z", { since })).toHaveLength(1);
});

test("a booking of the evening is met on its own day all the same, where the time of day is over", () => {
  for (const base of ["reserved", "cancelled", "registered", "rank_gained"] as const)
    expect(due(at(base, 0), "2026-11-20T13:00:00Z")).toEqual([["2026-11-20", "2026-11-20T01:00:00.000Z"]]);
  expect(due(at("reserved", 1), "2026-11-20T13:00:00Z")).toEqual([]);
  expect(due(at("check_in", 0), "2026-11-20T13:00:00Z")).toEqual([]);
});

test("29 February is kept on 28 February where there is none", () => {
  expect(birthdaysOn(day("2026-02-28"))).toEqual([228, 229]);
  expect(birthdaysOn(day("2028-02-28"))).toEqual([228]);
  expect(birthdaysOn(day("2028-02-29"))).toEqual([229]);
  expect(birthdaysOn(day("2100-02-28"))).toEqual([228, 229]);
  const birthdays = Array.from({ length: 365 }, (_, n) => birthdaysOn(addDays(day("2026-01-01"), n))).flat();
  expect(new Set(birthdays).size).toBe(366);
  expect(birthdays).toHaveLength(366);
});

const MET: Met = {
  actionId: 1,
  segmentId: 1,
  type: "mail",
  base: "before_check_in",
  offsetDays: 3,
  customerId: 7,
  reservationId: 70,
  day: day("2026-12-31"),
  metOn: day("2026-12-28"),
};
const before = (once: Once, now: Partial<Met>) => hasReachedFrequencyLimit(once, { ...MET, ...now }, [MET]);

test("once for a stay, a year, some days or ever", () => {
  const stay: Once = { once_per: "stay", once_days: null };
  expect(before(stay, { day: day("2027-02-01") })).toBe(true);
  expect(before(stay, { customerId: 8 })).toBe(true);
  expect(before(stay, { reservationId: 71 })).toBe(false);
  const year: Once = { once_per: "year", once_days: null };
  expect(before(year, { reservationId: 71, day: day("2026-01-01") })).toBe(true);
  expect(before(year, { day: day("2027-01-01") })).toBe(false);
  expect(before(year, { customerId: 8 })).toBe(false);
  const days: Once = { once_per: "days", once_days: 10 };
  expect(before(days, { reservationId: 71, metOn: day("2027-01-06") })).toBe(true);
  expect(before(days, { reservationId: 71, metOn: day("2027-01-07") })).toBe(false);
  expect(before({ once_per: "ever", once_days: null }, { metOn: day("2056-01-01") })).toBe(true);
});

test("another action is met by itself, but the like one of another segment is the same", () => {
  const stay: Once = { once_per: "stay", once_days: null };
  expect(before(stay, { actionId: 2 })).toBe(false);
  expect(before(stay, { actionId: 2, segmentId: 2 })).toBe(true);
  expect(before(stay, { actionId: 2, segmentId: 2, type: "point" })).toBe(false);
  expect(before(stay, { actionId: 2, segmentId: 2, offsetDays: 7 })).toBe(false);
  expect(before(stay, { actionId: 2, segmentId: 2, base: "check_in" })).toBe(false);
});

test("each limit has a key of its own", () => {
  const key = (once_per: Once["once_per"]) => onceKey({ once_per, once_days: 1 }, MET);
  expect([key("stay"), key("year"), key("days"), key("ever")]).toEqual([
    "stay:70",
    "year:2026",
    "day:2026-12-28",
    "ever",
  ]);
});
