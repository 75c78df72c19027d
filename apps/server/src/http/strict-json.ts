import type { FastifyInstance } from "fastify";
import { CallError } from "./errors.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * JSON as RFC 8259 wants it exchanged: UTF-8 without a byte order mark, and no key twice (quality B01). What another encoding or a second
 * key means is not certain, and a wrong reading would be stored.
 */
export function strictJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser("error", "error");
  server.removeContentTypeParser("application/json");
  server.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    const text = textOf(body);
    if (text === undefined) return done(new CallError("BAD_REQUEST"));
    return parse(request, text, (error, value: unknown) => {
      if (error === null && keysWritten(text) !== keysOf(value)) return done(new CallError("BAD_REQUEST"));
      return done(error, value);
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

/** Colons outside strings: the keys as they stand in a text that is known to be JSON. */
function keysWritten(json: string): number {
  let keys = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const letter = json[at];
    if (inString && letter === "\\") at++;
    else if (letter === '"') inString = !inString;
    else if (letter === ":" && !inString) keys++;
  }
  return keys;
}

/** The keys that are left once parsed, where the last of two equal ones has won. Not recursive: nesting is not checked yet. */
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
