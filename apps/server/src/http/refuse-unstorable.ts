import { CallError, type Fields, refuseFields } from "./errors.ts";

/** The deepest thing a call takes is a campaign's condition: five groups within segments. */
const MAX_DEPTH = 32;

/**
 * Refuses what no table can hold (NUL, half a surrogate pair) and nesting that would exhaust the stack of whoever walks it, before
 * any schema sees the input (quality B02, B15). Not recursive itself. @throws CallError BAD_REQUEST, NOT_FOUND for
 * a part of the path, INVALID_INPUT naming each field.
 */
export function refuseUnstorable(input: unknown, routePath: string): void {
  const fields: Fields = {};
  const open: { value: unknown; path: string; depth: number }[] = [{ value: input, path: "", depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value === "string" && !isStorable(value)) {
      // An id that is not all digits names no page (specification §5).
      if (routePath.includes(`{${path.replace("params.", "")}}`)) throw new CallError("NOT_FOUND");
      fields[path] = { code: "bad_character" };
    }
    if (typeof value !== "object" || value === null || value instanceof Blob) continue;
    if (depth >= MAX_DEPTH) throw new CallError("BAD_REQUEST");
    for (const [key, part] of Object.entries(value)) {
      if (!isStorable(key)) throw new CallError("BAD_REQUEST");
      open.push({ value: part, path: path === "" ? key : `${path}.${key}`, depth: depth + 1 });
    }
  }
  refuseFields(fields);
}

function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
