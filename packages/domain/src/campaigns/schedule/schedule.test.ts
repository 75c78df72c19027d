import { describe, expect, it } from "vitest";
import published from "../../fixtures/cron.json" with { type: "json" };
import { rhythmOf, scheduleOf } from "./rhythm.ts";
import {
  checkSchedule,
  neverAfter,
  nextRuns,
  parseSchedule,
  SCHEDULE_FIELDS,
  type Schedule,
  type ScheduleFields,
} from "./schedule.ts";

const NOW = new Date("2026-11-26T03:00:00Z");
const AT_TEN: ScheduleFields = {
  minute: "0",
  hour: "10",
  day_of_month: "*",
  month: "*",
  day_of_week: "*",
  year: "*",
};
const fieldsOf = (texts: readonly string[]) =>
  Object.fromEntries(SCHEDULE_FIELDS.map((field, at) => [field, texts[at] ?? ""])) as ScheduleFields;

function parsed(fields: ScheduleFields): Schedule {
  const read = parseSchedule(fields);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.schedule;
}

const runs = (fields: Partial<ScheduleFields>, count = 3, after = NOW) =>
  nextRuns(parsed({ ...AT_TEN, ...fields }), after, count).map((at) => at.toISOString().slice(0, 16));
const problems = (fields: Partial<ScheduleFields>) => {
  const read = checkSchedule({ ...AT_TEN, ...fields });
  return read.ok ? [] : read.problems;
};

describe("as published", () => {
  it.each(published.next.map(([fields, zone, after, next]) => ({ fields, zone, after, next })))(
    "$fields in $zone after $after",
    ({ fields, zone, after, next }) => {
      const found = nextRuns(parsed(fieldsOf(fields as string[])), new Date(after as string), 5, zone as string);
      expect(found.map((at) => at.toISOString())).toEqual(next);
    },
  );

  it.each(published.refused)("%s is refused, or never comes", (expression) => {
    const texts = expression.split(" ");
    const read = parseSchedule(fieldsOf(texts.length === 5 ? [...texts, "*"] : [expression, "*", "*", "*", "*", "*"]));
    expect(read.ok ? neverAfter(read.schedule, NOW) : "refused").not.toBeNull();
  });
});

describe("what cron says", () => {
  it("the last day of each month, also of a leap year", () => {
    expect(runs({ day_of_month: "L" }, 2, new Date("2028-01-31T03:00:00Z"))).toEqual([
      "2028-02-29T01:00",
      "2028-03-31T01:00",
    ]);
  });

  it("the second Thursday, with ? in the field that says nothing", () => {
    expect(runs({ day_of_month: "?", day_of_week: "4#2" }, 2)).toEqual(["2026-12-10T01:00", "2027-01-14T01:00"]);
  });

  it("either of two days; 0 and 7 are Sunday", () => {
    const either = ["2026-11-29T01:00", "2026-12-01T01:00", "2026-12-06T01:00"];
    expect(runs({ day_of_month: "1", day_of_week: "0" })).toEqual(either);
    expect(runs({ day_of_month: "1", day_of_week: "7" })).toEqual(either);
    expect(runs({ day_of_week: "5-7" })).toEqual(["2026-11-27T01:00", "2026-11-28T01:00", "2026-11-29T01:00"]);
  });

  it("months without a 31st, and years without a 29 February, are passed over", () => {
    expect(runs({ day_of_month: "31" })).toEqual(["2026-12-31T01:00", "2027-01-31T01:00", "2027-03-31T01:00"]);
    expect(runs({ day_of_month: "29", month: "2" }, 2)).toEqual(["2028-02-29T01:00", "2032-02-29T01:00"]);
  });

  it("the moment itself is not after it; a moment before it is", () => {
    expect(runs({}, 1, new Date("2026-11-26T01:00:00.000Z"))).toEqual(["2026-11-27T01:00"]);
    expect(runs({}, 1, new Date("2026-11-26T00:59:59.999Z"))).toEqual(["2026-11-26T01:00"]);
  });
});

describe("what it cannot say is refused, in its field", () => {
  it.each<[Partial<ScheduleFields>, object[]]>([
    [{ minute: "60" }, [{ field: "minute", code: "out_of_range", min: 0, max: 59 }]],
    [{ minute: "*" }, [{ field: "minute", code: "too_often" }]],
    [{ minute: "0,30" }, [{ field: "minute", code: "too_often" }]],
    [{ minute: "*/60" }, []],
    [{ hour: "24" }, [{ field: "hour", code: "out_of_range", min: 0, max: 23 }]],
    [{ hour: "*" }, []],
    [{ hour: "10 " }, [{ field: "hour", code: "not_a_schedule" }]],
    [{ hour: "?" }, [{ field: "hour", code: "not_a_schedule" }]],
    [{ day_of_month: "0" }, [{ field: "day_of_month", code: "out_of_range", min: 1, max: 31 }]],
    [{ day_of_month: "15W" }, [{ field: "day_of_month", code: "not_a_schedule" }]],
    [{ day_of_month: "L-3" }, [{ field: "day_of_month", code: "not_a_schedule" }]],
    [{ day_of_month: "1,L" }, [{ field: "day_of_month", code: "not_a_schedule" }]],
    [{ day_of_month: "L", day_of_week: "1" }, [{ field: "day_of_week", code: "day_and_weekday" }]],
    [{ day_of_month: "1", day_of_week: "4#2" }, [{ field: "day_of_month", code: "day_and_weekday" }]],
    [{ day_of_week: "4#6" }, [{ field: "day_of_week", code: "out_of_range", min: 1, max: 5 }]],
    [{ day_of_week: "8#1" }, [{ field: "day_of_week", code: "out_of_range", min: 0, max: 7 }]],
    [{ day_of_week: "4#2,5" }, [{ field: "day_of_week", code: "not_a_schedule" }]],
    [{ day_of_week: "5L" }, [{ field: "day_of_week", code: "not_a_schedule" }]],
    [{ day_of_week: "+1" }, [{ field: "day_of_week", code: "not_a_schedule" }]],
    [{ month: "*/13" }, [{ field: "month", code: "out_of_range", min: 1, max: 12 }]],
    [{ year: "1969" }, [{ field: "year", code: "out_of_range", min: 1970, max: 2099 }]],
    [{ year: "2100" }, [{ field: "year", code: "out_of_range", min: 1970, max: 2099 }]],
    [
      { minute: "", year: "soon" },
      [
        { field: "minute", code: "not_a_schedule" },
        { field: "year", code: "not_a_schedule" },
      ],
    ],
  ])("%j", (fields, expected) => expect(problems(fields)).toEqual(expected));
});

it.each<[Partial<ScheduleFields>, string | null]>([
  [{}, null],
  [{ year: "1970" }, "year"],
  [{ day_of_month: "26", month: "11", year: "2026" }, "year"],
  [{ day_of_month: "27", month: "11", year: "2026" }, null],
  [{ day_of_month: "30", month: "2" }, "day_of_month"],
  [{ day_of_month: "31", month: "4,6", year: "2027" }, "day_of_month"],
  [{ day_of_month: "29", month: "2", year: "2027" }, "year"],
  [{ day_of_week: "1#5", month: "2", year: "2027" }, "year"],
])("%j never comes because of %s", (fields, field) => {
  expect(neverAfter(parsed({ ...AT_TEN, ...fields }), NOW)).toBe(field);
});

describe("a rhythm", () => {
  it.each<[Partial<ScheduleFields>, object]>([
    [{}, { every: "day" }],
    [
      { day_of_month: "5", month: "1", year: "2027" },
      { every: "once", on: "2027-01-05" },
    ],
    [{ day_of_week: "2" }, { every: "week", weekdays: [2] }],
    [{ day_of_week: "1,3,5" }, { every: "week", weekdays: [1, 3, 5] }],
    [{ day_of_month: "1,15" }, { every: "month", days: [1, 15] }],
    [{ day_of_month: "L" }, { every: "month_end" }],
    [{ day_of_week: "4#2" }, { every: "nth_weekday", weekday: 4, nth: 2 }],
  ])("%j is said and read back", (fields, expectedRhythm) => {
    const rhythm = rhythmOf({ ...AT_TEN, ...fields });
    expect(rhythm).toEqual({ ...expectedRhythm, time: "10:00" });
    expect(rhythm && scheduleOf(rhythm)).toEqual({ ...AT_TEN, ...fields });
  });

  it.each<Partial<ScheduleFields>>([
    { hour: "9,18" },
    { month: "4" },
    { day_of_month: "1", day_of_week: "1" },
    { day_of_month: "31", month: "2", year: "2027" },
    { minute: "soon" },
  ])("%j is none", (fields) => expect(rhythmOf({ ...AT_TEN, ...fields })).toBeNull());
});
