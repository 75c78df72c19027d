import { nextRuns } from "@okaeri/domain/campaigns/schedule/schedule";
import { afterAll, expect, test } from "vitest";
import { readable, schedulesByChance, walked } from "./schedules.fixture.ts";

// A sample of schedules.long.ts, on a host whose clocks are changed in summer.

const hostZone = process.env.TZ;
afterAll(() => {
  process.env.TZ = hostZone;
});

test("schedules come at the same moments of Japan as in a walk over every minute, wherever the host stands", () => {
  process.env.TZ = "Europe/Berlin";
  for (const fields of schedulesByChance(24, 31)) {
    const expected = walked(fields, [2027, 6, 1], 400).slice(0, 60);
    const found = nextRuns(readable(fields), new Date("2027-05-31T14:59:59Z"), expected.length + 1);
    expect(found.map((at) => at.toISOString()).slice(0, expected.length), JSON.stringify(fields)).toEqual(expected);
  }
});
