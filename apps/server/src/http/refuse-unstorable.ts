import { MAX_LUA_BYTES } from "@okaeri/domain/segments/lua/read";
import { CallError, refuseFields } from "./errors.ts";
import type { Fields } from "./fields.ts";

/** Deep enough that thirty groups within each other are refused where they stand, by the rule of conditions. */
const MAX_DEPTH = 80;

/**
 * Rejects input that no table can store (NUL, half a surrogate pair), nesting too deep for the stack, and more script bytes than one request
 * may compile. Runs before any schema reads the input (quality B02, B15, L11). Not recursive itself. @throws CallError BAD_REQUEST, NOT_FOUND for
 * a part of the path, INVALID_INPUT naming each field.
 */
export function refuseUnstorable(input: unknown, routePath: string): void {
  const fields: Fields = {};
  let found = 0;
  let [scripts, scriptBytes] = [0, 0];
  const open: Part[] = [{ value: input, key: "", depth: 0 }];
  for (let next = open.pop(); next !== undefined && found < ENOUGH; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === "string" && !isStorable(value)) {
      const path = pathOf(next);
      // An id that is not all digits names no page (specification §5).
      if (routePath.includes(`{${path.replace("params.", "")}}`)) throw new CallError("NOT_FOUND");
      fields[path] = { code: "bad_character" };
      found++;
    }
    if (typeof value === "string" && (next.key === "lua" || next.key === "lua_script")) {
      scripts++;
      scriptBytes += Buffer.byteLength(value);
      // One script that is too long is refused where it is read, with its place.
      if (scripts > 1 && scriptBytes > MAX_LUA_BYTES) {
        fields[pathOf(next)] = tooLong;
        break;
      }
    }
    if (typeof value !== "object" || value === null || value instanceof Blob) continue;
    if (depth >= MAX_DEPTH) throw new CallError("BAD_REQUEST");
    for (const key of Object.keys(value)) {
      if (!isStorable(key)) throw new CallError("BAD_REQUEST");
      const part: unknown = (value as Record<string, unknown>)[key];
      // A number says nothing that a table could not hold.
      if (typeof part === "string" || typeof part === "object")
        open.push({ value: part, key, within: next, depth: depth + 1 });
    }
  }
  refuseFields(fields);
}

const tooLong = {
  code: "lua_refused",
  diagnostic: { code: "lua_too_long", params: { max: MAX_LUA_BYTES } },
  at: { line: 1, character: 1 },
} as const;

/** Fields after which the rest is not looked at. */
const ENOUGH = 100;

type Part = { value: unknown; key: string; within?: Part; depth: number };

/** Dotted from the input on; worked out for what is wrong alone. */
function pathOf(part: Part): string {
  const path: string[] = [];
  for (let at: Part | undefined = part; at?.within !== undefined; at = at.within) path.unshift(at.key);
  return path.join(".");
}

function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
