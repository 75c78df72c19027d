import { nextRuns } from "@okaeri/domain/campaigns/schedule/schedule";
import { afterAll, expect, test } from "vitest";
import { ZONES } from "../../../test/database.ts";
import { readable, schedulesByChance, walked } from "./schedules.fixture.ts";

const hostZone = process.env.TZ;
afterAll(() => {
  process.env.TZ = hostZone;
});

const DAYS = 800;
const FIRST = "2027-05-31T15:00:00.000Z";
const END = new Date(Date.parse(FIRST) + DAYS * 86_400_000).toISOString();
const schedules = schedulesByChance(400, 1);
const expected = schedules.map((fields) => walked(fields, [2027, 6, 1], DAYS));

/** Over a leap day, month ends and year ends. */
test.each(ZONES)("400 schedules of 800 days miss and double no moment on a host in %s", (zone) => {
  process.env.TZ = zone;
  for (const [at, fields] of schedules.entries()) {
    const moments = expected[at] ?? [];
    const found = nextRuns(readable(fields), new Date(Date.parse(FIRST) - 1), moments.length + 1);
    const within = found.map((one) => one.toISOString()).filter((one) => one < END);
    expect(within, JSON.stringify(fields)).toEqual(moments);
  }
});
