import { describe, expect, it } from "vitest";
import { type CalendarDate, calendarDate } from "../../calendar-date.ts";
import { validUntil } from "../../coupons/valid-until.ts";
import { expiresOn } from "../../points/expiry.ts";
import type { TriggerMoment } from "../triggers/occasion.ts";
import { type GrantBasis, type GrantTiming, grantDay, guestBaseDay } from "./grant-day.ts";
import type { KnownRun } from "./runs.ts";
import type { ScheduleFields } from "./schedule.ts";

// 2027-01-05, 12:00 in Tokyo.
const NOW = new Date("2027-01-05T03:00:00Z");
const day = (text: string) => calendarDate(text);
const FIRST_OF_MONTH: ScheduleFields = {
  minute: "0",
  hour: "10",
  day_of_month: "1",
  month: "*",
  day_of_week: "*",
  year: "*",
};
const trigger = (base: TriggerMoment["base"], offset_days: number, time = "10:00") => ({ base, offset_days, time });
const run = (text: string) => new Date(`${text}T10:00:00+09:00`);
const moved = (from: string, to: string | null): KnownRun => ({
  planned: run(from),
  movedTo: to === null ? null : run(to),
  state: to === null ? "omitted" : "moved",
});

type Row = [says: string, timing: Partial<GrantTiming>, baseDay: string | null, on: string, because: GrantBasis];
const ROWS: Row[] = [
  ["by hand: today", {}, null, "2027-01-05", "today"],
  ["by hand before the campaign's first day", { start: day("2027-02-10") }, null, "2027-02-10", "start"],
  ["by hand after it", { start: day("2026-12-01") }, null, "2027-01-05", "today"],
  ["a schedule: its next run", { schedule: FIRST_OF_MONTH }, null, "2027-02-01", "run"],
  ["a run later today", { schedule: { ...FIRST_OF_MONTH, hour: "13", day_of_month: "5" } }, null, "2027-01-05", "run"],
  ["a run earlier today is over", { schedule: { ...FIRST_OF_MONTH, day_of_month: "5" } }, null, "2027-02-05", "run"],
  ["not before the first day", { schedule: FIRST_OF_MONTH, start: day("2027-03-15") }, null, "2027-04-01", "run"],
  ["no run is left", { schedule: FIRST_OF_MONTH, end: day("2027-01-20") }, null, "2027-01-05", "today"],
  ["a moved run", { schedule: FIRST_OF_MONTH, known: [moved("2027-02-01", "2027-02-08")] }, null, "2027-02-08", "run"],
  ["a skipped run", { schedule: FIRST_OF_MONTH, known: [moved("2027-02-01", null)] }, null, "2027-03-01", "run"],
  ["a trigger's next time of day", { trigger: trigger("last_stay", 3) }, null, "2027-01-06", "trigger"],
  ["a trigger later today", { trigger: trigger("last_stay", 3, "18:00") }, null, "2027-01-05", "trigger"],
  ["an event of today", { trigger: trigger("registered", 0) }, null, "2027-01-05", "trigger"],
  ["a guest's day ahead", { trigger: trigger("birthday", 14) }, "2027-02-20", "2027-02-06", "trigger"],
  ["days after a guest's day", { trigger: trigger("after_check_out", 2) }, "2027-01-10", "2027-01-12", "trigger"],
  ["a guest's day is past", { trigger: trigger("before_check_in", 3) }, "2027-01-06", "2027-01-06", "trigger"],
  [
    "a trigger before the first day",
    { trigger: trigger("birthday", 0), start: day("2027-02-01") },
    null,
    "2027-02-01",
    "trigger",
  ],
];

describe("the day on which an action gives its benefits", () => {
  it.each(ROWS)("%s", (_, timing, baseDay, on, because) => {
    expect(grantDay(timing, NOW, baseDay === null ? null : day(baseDay))).toMatchObject({ on, because });
  });

  it("is what coupons of so many days and points of so many days are counted from", () => {
    const { on, occasionOn } = grantDay({ schedule: FIRST_OF_MONTH }, NOW);
    const sixty = { valid_days_from_acquire: 60, valid_months_from_acquire: null };
    expect(validUntil(sixty, on, occasionOn)).toBe("2027-04-02");
    const ninety = { expiration_type: "days_from_grant", expiration_days_from_grant: 90 } as const;
    const rule = { ...ninety, expiration_days_from_last_stay: null, expiration_date: null };
    expect(expiresOn(rule, on, null)).toBe("2027-05-02");
  });

  it("names the day of the occasion: months are counted from the birthday, and not from the mail ahead of it", () => {
    const { on, occasionOn } = grantDay({ trigger: trigger("birthday", 14) }, NOW, day("2027-02-03"));
    expect([on, occasionOn]).toEqual(["2027-01-20", "2027-02-03"]);
    expect(validUntil({ valid_days_from_acquire: null, valid_months_from_acquire: 0 }, on, occasionOn)).toBe(
      "2027-02-28",
    );
  });
});

describe("the day of a trigger's base for one guest", () => {
  const guest = { birthday: day("1980-02-29"), checkIn: day("2027-01-20"), checkOut: day("2027-01-22") };
  it.each<[ReturnType<typeof trigger>, CalendarDate | null]>([
    [trigger("before_check_in", 3), day("2027-01-20")],
    [trigger("check_in", 0), day("2027-01-20")],
    [trigger("after_check_out", 1), day("2027-01-22")],
    [trigger("birthday", 14), day("2027-02-28")],
    // Fourteen days before this year's was yesterday: the next one is kept on its own day.
    [trigger("birthday", 60), day("2028-02-29")],
    [trigger("points_expire", 3), null],
  ])("%o", (of, expected) => {
    expect(guestBaseDay(of, guest, NOW)).toBe(expected);
  });
});
