import { expect, it } from "vitest";
import { comparedWithLua } from "./against-lua.fixture.ts";

it("answers every script that it accepts as Lua 5.4 does, for every guest", async () => {
  const { wrong, accepted, tally } = await comparedWithLua(300, 200);
  console.log(tally);
  expect(wrong).toEqual([]);
  expect(accepted).toBeGreaterThanOrEqual(200);
});
