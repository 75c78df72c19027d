import { LuaFactory } from "wasmoon";
import { addDays, type CalendarDate } from "../../calendar-date.ts";

/** What Lua itself says of a script for a guest: meant, not meant, or failed (and so not meant). */
export type Verdict = "meant" | "not" | "failed";
type LuaValue = number | string | boolean | null | readonly LuaValue[] | { readonly [name: string]: LuaValue };
export type LuaGuest = Readonly<Record<string, LuaValue>>;

/** A text of Lua, byte by byte. */
const quoted = (text: string): string =>
  `"${[...new TextEncoder().encode(text)].map((byte) => `\\${String(byte).padStart(3, "0")}`).join("")}"`;

function literal(value: LuaValue): string {
  if (value === null) return "nil";
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `{${value.map(literal).join(",")}}`;
  return `{${Object.entries(value)
    .map(([name, one]) => `${name}=${literal(one)}`)
    .join(",")}}`;
}

const DAYS = 500;

/** What scripts find beside the facts; written from the product's description alone. */
function prelude(today: CalendarDate): string {
  const days = Array.from({ length: 2 * DAYS + 1 }, (_, at) => `[${at - DAYS}]=${quoted(addDays(today, at - DAYS))}`);
  const month = Number(today.slice(5, 7));
  return `
local days = {${days.join(",")}}
local library = {
  math = math, string = string, today = days[0], this_month = ${month}, next_month = ${(month % 12) + 1},
  days_ago = function(n) return days[-n] end,
  days_ahead = function(n) return days[n] end,
  contains = function(list, value)
    if type(list) ~= "table" then error("no list") end
    for _, one in ipairs(list) do if one == value then return true end end
    return false
  end,
  count = function(list, f) local n = 0 for _, one in ipairs(list) do if f(one) then n = n + 1 end end return n end,
  sum = function(list, f) local n = 0 for _, one in ipairs(list) do n = n + f(one) end return n end,
}
local guest
local environment = setmetatable({}, { __index = function(_, name)
  local own = guest[name]
  if own ~= nil then return own end
  return library[name]
end })
local function ask(text)
  local f = load("return " .. text, "expression", "t", environment) or load(text, "chunk", "t", environment)
  if not f then return string.rep("?", #guests) end
  local verdicts = {}
  for i = 1, #guests do
    guest = guests[i]
    local fine, value = pcall(f)
    verdicts[i] = not fine and "e" or value and "y" or "n"
  end
  return table.concat(verdicts)
end
`;
}

/** Asks real Lua of every script and every guest in one call; null for a script that it does not load. */
export async function realLua(
  scripts: readonly string[],
  guests: readonly LuaGuest[],
  today: CalendarDate,
): Promise<(readonly Verdict[] | null)[]> {
  const lua = await new LuaFactory().createEngine({ injectObjects: false });
  try {
    const answered: string = await lua.doString(`
local guests = {${guests.map(literal).join(",\n")}}
${prelude(today)}
local answers = {}
for i, text in ipairs({${scripts.map(quoted).join(",\n")}}) do answers[i] = ask(text) end
return table.concat(answers, " ")`);
    const words = { y: "meant", n: "not", e: "failed" } as const;
    return answered
      .split(" ")
      .map((verdicts) =>
        verdicts.startsWith("?") ? null : Array.from(verdicts, (verdict) => words[verdict as keyof typeof words]),
      );
  } finally {
    lua.global.close();
  }
}
