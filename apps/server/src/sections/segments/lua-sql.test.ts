import { handwrittenByLua } from "@okaeri/domain/segments/lua/against-lua.fixture";
import { HANDWRITTEN } from "@okaeri/domain/segments/lua/handwritten.fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../test/database.ts";
import { differencesInSql, sqlMeansWhatLuaDoes } from "./lua-sql.fixture.ts";

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(() => clone.drop());

test("the SQL of a script means the guests that Lua 5.4 means, to the last one", async () => {
  const { scripts, tally } = await sqlMeansWhatLuaDoes(clone.database, 260, 200);
  expect(scripts.length).toBeGreaterThanOrEqual(180);
  expect(tally["verdicts: failed"]).toBeGreaterThan(1000);
});

test("functions of functions of functions, and edges of numbers and texts, are asked in SQL as Lua answers them", async () => {
  expect(await differencesInSql(clone.database, await handwrittenByLua(HANDWRITTEN))).toEqual([]);
});
