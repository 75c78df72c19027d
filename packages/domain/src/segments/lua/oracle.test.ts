import { expect, it } from "vitest";
import { differencesInMemory, judgedByLua } from "./against-lua.fixture.ts";

it("answers every script that it accepts as Lua 5.4 does, for every guest, and warns of each that can fail", async () => {
  const judgement = await judgedByLua(250, 200);
  expect(differencesInMemory(judgement)).toEqual([]);
  expect(judgement.scripts.length).toBeGreaterThanOrEqual(180);
  // Each kind of answer comes up often enough to say something.
  for (const verdict of ["meant", "not", "failed"])
    expect(judgement.tally[`verdicts: ${verdict}`]).toBeGreaterThan(2000);
}, 60_000);
