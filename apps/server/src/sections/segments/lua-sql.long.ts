import { differencesInMemory } from "@okaeri/domain/segments/lua/against-lua.fixture";
import { expect, test } from "vitest";
import { cloneDatabase } from "../../test/database.ts";
import { sqlMeansWhatLuaDoes } from "./lua-sql.fixture.ts";

const BATCHES = Number(process.env.LUA_BATCHES ?? 50);

test("20,000 scripts mean the same guests in memory, in SQL and in Lua 5.4", async () => {
  const { database, drop } = await cloneDatabase();
  const totals: Record<string, number> = {};
  try {
    // Anew for each batch: guests differ, and Lua's own memory stays small.
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const judgement = await sqlMeansWhatLuaDoes(database, 400, 200);
      expect(differencesInMemory(judgement)).toEqual([]);
      for (const [what, count] of Object.entries(judgement.tally)) totals[what] = (totals[what] ?? 0) + count;
    }
  } finally {
    await drop();
  }
  console.log(totals);
});
