import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../test/database.ts";
import { sqlMeansWhatLuaDoes } from "./lua-sql.fixture.ts";

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
