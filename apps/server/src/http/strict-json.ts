import { parseAsWritten } from "@okaeri/domain/json-numbers";
import type { FastifyInstance } from "fastify";
import { CallError } from "./errors.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Deeper than whatever a call takes, which says itself how deep that is; and more values than the largest batch of a feed. */
const MAX_DEPTH = 80;
const MAX_VALUES = 500_000;

/**
 * JSON as RFC 8259 wants it exchanged: UTF-8 without a byte order mark, and no key twice (quality B01). What another encoding or a second
 * key means is not certain, and a wrong reading would be stored. Depth and number of values are seen before they become objects.
 * `numbers`: `as_written` keeps the text of numbers that JavaScript would round or write otherwise (docs/adr/0097).
 */
export function strictJson(server: FastifyInstance, numbers: "rounded" | "as_written" = "rounded"): void {
  const parse = server.getDefaultJsonParser("error", "error");
  server.removeContentTypeParser("application/json");
  server.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    const text = textOf(body);
    if (text === undefined) return done(new CallError("BAD_REQUEST"));
    const { keys, depth, values } = shapeOf(text);
    if (depth > MAX_DEPTH || values > MAX_VALUES) return done(new CallError("BAD_REQUEST"));
    return parse(request, text, (error, value: unknown) => {
      if (error === null && keys !== keysOf(value)) return done(new CallError("BAD_REQUEST"));
      // Parsed a second time where that makes a difference: the first time has refused what may not be there.
      return done(error, error === null && numbers === "as_written" ? parseAsWritten(text) : value);
    });
  });
}

function textOf(body: Buffer): string | undefined {
  try {
    const text = utf8.decode(body);
    return text.startsWith("\uFEFF") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Marks outside strings: of a text that is JSON, the keys as they stand in it, how deep it goes, and about how many values it has. */
function shapeOf(json: string): { keys: number; depth: number; values: number } {
  let [keys, depth, open, values] = [0, 0, 0, 0];
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (inString && character === "\\") at++;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === ":") keys++;
    else if (character === ",") values++;
    else if (character === "]" || character === "}") open--;
    else if (character === "[" || character === "{") {
      values++;
      depth = Math.max(depth, ++open);
    }
  }
  return { keys, depth, values };
}

/** The keys that are left once parsed, where the last of two equal ones has won. */
function keysOf(value: unknown): number {
  let keys = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    const parts = Object.values(next);
    if (!Array.isArray(next)) keys += parts.length;
    for (const part of parts) open.push(part);
  }
  return keys;
}
