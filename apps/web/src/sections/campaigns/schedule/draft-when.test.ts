import type { ScheduleFields } from "@okaeri/domain/campaigns/schedule/schedule";
import { BY_HAND, type Trigger } from "@okaeri/domain/campaigns/schedule/timing";
import { expect, test } from "vitest";
import {
  commonWhen,
  type DraftSchedule,
  newWhen,
  sentWhen,
  unsupportedWhen,
  whenOf,
  withBase,
  withWay,
} from "./draft-when.ts";

const fields = (cron: string): ScheduleFields => {
  const [minute = "", hour = "", day_of_month = "", month = "", day_of_week = "", year = ""] = cron.split(" ");
  return { minute, hour, day_of_month, month, day_of_week, year };
};

test.each<[string, Partial<DraftSchedule>]>([
  ["0 10 1 12 * 2026", { every: "once", on: "2026-12-01", time: "10:00" }],
  ["30 9 * * * *", { every: "day", time: "09:30" }],
  ["0 10 * * 2,5 *", { every: "week", weekdays: [2, 5] }],
  ["0 10 1,15 * * *", { every: "month", days: [1, 15] }],
  ["0 10 L * * *", { every: "month_end" }],
  ["0 10 * * 4#2 *", { every: "nth_weekday", nth: 2, weekday: 4 }],
  ["0 10 1 1 * *", { every: "other" }],
  ["0 10-12 * * * *", { every: "other" }],
])("%s is held as it is said, and sent as it came", (cron, held) => {
  const schedule = fields(cron);
  const when = whenOf({ ...BY_HAND, schedule });
  expect(when).toMatchObject({ by: "schedule", schedule: held });
  expect(unsupportedWhen(when)).toEqual([]);
  expect(sentWhen(when)).toEqual({ ...BY_HAND, schedule });
});

test.each<[Partial<DraftSchedule>, string]>([
  [{ every: "once", on: "2027-01-05", time: "08:05" }, "5 8 5 1 * 2027"],
  [{ every: "week", weekdays: [0, 1, 2, 3, 4, 5, 6] }, "0 10 * * * *"],
  [{ every: "other", fields: fields("5,10 * * * * *") }, "5,10 * * * * *"],
])("%j fills the fields", (chosen, cron) => {
  const blank = newWhen();
  const when = { ...blank, by: "schedule" as const, schedule: { ...blank.schedule, ...chosen } };
  expect(sentWhen(when).schedule).toEqual(fields(cron));
});

test.each<[Partial<DraftSchedule>, object[]]>([
  [{ every: "once", on: "" }, [{ path: "schedule.day_of_month", code: "required" }]],
  [{ every: "once", on: "2027-02-30" }, [{ path: "schedule.day_of_month", code: "not_a_day" }]],
  [{ every: "week", weekdays: [] }, [{ path: "schedule.day_of_week", code: "required" }]],
  [{ every: "month", days: [] }, [{ path: "schedule.day_of_month", code: "required" }]],
  [{ every: "day", time: "" }, [{ path: "schedule.hour", code: "required" }]],
  [{ every: "other", time: "" }, []],
])("%j is told where it is typed, and not sent", (chosen, problems) => {
  const blank = newWhen();
  const when = { ...blank, by: "schedule" as const, schedule: { ...blank.schedule, ...chosen } };
  expect(unsupportedWhen(when)).toEqual(problems);
  expect(sentWhen(when).schedule === null).toBe(problems.length > 0);
});

const trigger: Trigger = { base: "birthday", offset_days: 14, time: "10:00", once_per: "days", once_days: 365 };

test("a trigger comes back as it was; what is typed and is none is named", () => {
  const when = whenOf({ ...BY_HAND, trigger });
  expect(sentWhen(when)).toEqual({ ...BY_HAND, trigger });
  const typed = { ...when, trigger: { ...when.trigger, offset_days: "三", time: "", once_days: "" } };
  expect(unsupportedWhen(typed)).toEqual([
    { path: "trigger.offset_days", code: "not_a_figure" },
    { path: "trigger.time", code: "required" },
    { path: "trigger.once_days", code: "required" },
  ]);
});

test("another base keeps how often, unless only one of the two is about a stay", () => {
  const { trigger: stays } = newWhen();
  expect(withBase(stays, "after_check_out").once_per).toBe("stay");
  expect(withBase(stays, "birthday").once_per).toBe("year");
  expect(withBase({ ...stays, base: "birthday", once_per: "ever" }, "registered").once_per).toBe("ever");
  expect(withBase({ ...stays, base: "birthday", once_per: "ever" }, "reserved").once_per).toBe("stay");
});

test("what a campaign waits for begins with what is usual for its type, and stays as it was chosen", () => {
  const base = (type: "repeat_promotion" | "customer_service", when = newWhen()) =>
    withWay(when, "trigger", type).trigger.base;
  expect([base("repeat_promotion"), base("customer_service")]).toEqual(["birthday", "before_check_in"]);
  const chosen = { ...newWhen(), trigger: { ...newWhen().trigger, offset_days: 7 } };
  expect(base("repeat_promotion", chosen)).toBe("before_check_in");
});

test("how often one guest is met goes with the schedule, and not with what comes once", () => {
  const schedule = fields("0 10 1 * * *");
  const yearly = { ...BY_HAND, schedule, schedule_once: { once_per: "year" as const, once_days: null } };
  expect(sentWhen(whenOf(yearly))).toEqual(yearly);
  const once = { ...whenOf(yearly), schedule: { ...newWhen().schedule, every: "once" as const, on: "2027-01-05" } };
  expect(sentWhen(once).schedule_once).toBeNull();
});

test("the campaign's time is what most of its actions have; of a campaign of stays nothing is sent", () => {
  const monthly = { ...BY_HAND, schedule: fields("0 10 1 * * *") };
  const common = commonWhen([{ ...BY_HAND, trigger }, monthly, monthly]);
  expect(sentWhen(common)).toEqual(monthly);
  expect(sentWhen(common, "basic")).toEqual(BY_HAND);
  expect(commonWhen([]).by).toBe("hand");
});
