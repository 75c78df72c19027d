import { expect, it } from "vitest";
import { calendarDate } from "./calendar-date.ts";
import { holidayName, isHolidayEve, JAPANESE_HOLIDAYS } from "./japanese-holidays.ts";

// As the Cabinet Office published them (国民の祝日について).
it.each([
  ["2003", "01-01 01-13 02-11 03-21 04-29 05-03 05-05 07-21 09-15 09-23 10-13 11-03 11-23 11-24 12-23"],
  ["2009", "01-01 01-12 02-11 03-20 04-29 05-03 05-04 05-05 05-06 07-20 09-21 09-22 09-23 10-12 11-03 11-23 12-23"],
  [
    "2019",
    "01-01 01-14 02-11 03-21 04-29 04-30 05-01 05-02 05-03 05-04 05-05 05-06 07-15 08-11 08-12 09-16 09-23 10-14 10-22 11-03 11-04 11-23",
  ],
  [
    "2020",
    "01-01 01-13 02-11 02-23 02-24 03-20 04-29 05-03 05-04 05-05 05-06 07-23 07-24 08-10 09-21 09-22 11-03 11-23",
  ],
  ["2021", "01-01 01-11 02-11 02-23 03-20 04-29 05-03 05-04 05-05 07-22 07-23 08-08 08-09 09-20 09-23 11-03 11-23"],
  [
    "2026",
    "01-01 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23",
  ],
])("%s", (year, days) => {
  const found = JAPANESE_HOLIDAYS.filter((day) => day.startsWith(year));
  expect(found).toEqual(days.split(" ").map((day) => `${year}-${day}`));
});

it("the eve is the day before", () => {
  expect(["2026-11-21", "2026-11-22", "2026-11-23"].map((day) => isHolidayEve(calendarDate(day)))).toEqual([
    false,
    true,
    false,
  ]);
});

it("holidays have names in both languages, other days none", () => {
  const names = (day: string) => (["ja", "en"] as const).map((language) => holidayName(calendarDate(day), language));
  expect(names("2026-11-23")).toEqual(["勤労感謝の日", "Labor Thanksgiving Day"]);
  expect(names("2027-03-22")).toEqual(["春分の日 振替休日", "Holiday in lieu"]);
  expect(names("2026-11-24")).toEqual([null, null]);
});
