import { LuaFactory } from "wasmoon";
import { withPool } from "./cluster.ts";
import { FEATURES } from "./segment-limit-sql.ts";

/** One call into Lua for so many guests: the way of measured.md §3 that costs least. */
const BATCH = 10_000;

/** The target as a function of the parts of a line; an empty part is nil. */
const script = (gold: number) => `
  local function number(text) if text == "" then return nil end return math.tointeger(text) end
  function meant(lines)
    local found = {}
    for id, rank, last, stays, month, balance, sent in string.gmatch(lines, "(%d+),(%d*),(%-?%d*),(%d+),(%d*),(%-?%d+),(%-?%d*)\\n") do
      local rank_detail_id, last_stay_days, stay_count_2y = number(rank), number(last), number(stays)
      local birthday_month, point_balance, sent_days = number(month), number(balance), number(sent)
      if rank_detail_id == ${gold} and last_stay_days ~= nil and last_stay_days >= 180 and last_stay_days <= 365 and stay_count_2y >= 3
        and birthday_month == 12 and point_balance >= 1000 and not (sent_days ~= nil and sent_days <= 30) then
        found[#found + 1] = id
      end
    end
    return table.concat(found, ",")
  end`;

/** Every guest of the largest programme read and judged by real Lua; who is meant, by id. */
export async function byRealLua(superuserUrl: string, gold: number): Promise<number[]> {
  const lua = await new LuaFactory().createEngine();
  try {
    await lua.doString(script(gold));
    const judge = lua.global.get("meant") as (lines: string) => string;
    const lines = await withPool(superuserUrl, async (pool) => (await pool.query<{ line: string }>(FEATURES)).rows);
    const ids: number[] = [];
    for (let from = 0; from < lines.length; from += BATCH) {
      const batch = lines.slice(from, from + BATCH).map(({ line }) => line);
      const found = judge(`${batch.join("\n")}\n`);
      if (found !== "") ids.push(...found.split(",").map(Number));
    }
    return ids.sort((a, b) => a - b);
  } finally {
    lua.global.close();
  }
}
