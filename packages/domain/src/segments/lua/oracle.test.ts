import { expect, it } from "vitest";
import { differencesInMemory, handwrittenByLua, judgedByLua } from "./against-lua.fixture.ts";
import { HANDWRITTEN } from "./handwritten.fixture.ts";

it("answers every script that it accepts as Lua 5.4 does, for every guest, and warns of each that can fail", async () => {
  const judgement = await judgedByLua(250, 200);
  expect(differencesInMemory(judgement)).toEqual([]);
  expect(judgement.scripts.length).toBeGreaterThanOrEqual(180);
  // Each kind of answer comes up often enough to say something.
  for (const verdict of ["meant", "not", "failed"])
    expect(judgement.tally[`verdicts: ${verdict}`]).toBeGreaterThan(2000);
}, 120_000);

it("answers scripts at the edges of the language as Lua 5.4 does", async () => {
  const judgement = await handwrittenByLua(HANDWRITTEN);
  expect(judgement.scripts).toHaveLength(HANDWRITTEN.length);
  expect(differencesInMemory(judgement)).toEqual([]);
});
