import { calendarDate } from "@okaeri/domain/calendar-date";
import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { demoDay, refuseDay } from "./demo-day.ts";

test("days are moved of a demo alone, to a day that there is", async () => {
  await expect(demoDay(readConfig({ DEMO: "0" }), "2026-12-01")).rejects.toThrow("DEMO=0");
  for (const wrong of [undefined, "2026-02-30", "来週"])
    await expect(demoDay(readConfig({}), wrong)).rejects.toThrow("npm run db -- demo-day 2026-12-01");
});

test("days go forward, four hundred at most", () => {
  const today = calendarDate("2026-11-27");
  expect(() => refuseDay(today, calendarDate("2026-11-26"))).toThrow("2026年11月27日");
  expect(() => refuseDay(today, calendarDate("2028-01-02"))).toThrow("2028年01月01日");
  for (const day of ["2026-11-27", "2028-01-01"]) expect(() => refuseDay(today, calendarDate(day))).not.toThrow();
});
