import { expect, test } from "vitest";
import type { Logger } from "./log.ts";
import { outageLines } from "./outage-lines.ts";

test("an outage is a line when it begins and one when it is over, with how much failed between", () => {
  const lines: unknown[] = [];
  const log = {
    error: (line: object) => lines.push(line),
    warn: (line: object) => lines.push(line),
  } as unknown as Logger;
  let now = 0;
  const outage = outageLines(log, "database", { now: () => now, quietMs: 5_000 });
  outage.fine();
  expect(lines).toEqual([]);
  for (; now < 22_000; now += 10) {
    outage.failed({ code: "08006" });
    // One of many connections still worked.
    outage.fine();
  }
  expect(lines).toEqual([{ event: "database.away", code: "08006" }]);
  now += 5_000;
  outage.fine();
  outage.fine();
  expect(lines.slice(1)).toEqual([{ event: "database.back", failures: 2_200, seconds: 27 }]);
  outage.failed({ code: "57P01" });
  expect(lines.slice(2)).toEqual([{ event: "database.away", code: "57P01" }]);
});
