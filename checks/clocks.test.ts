import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// A demo's days are moved (docs/adr/0520); sign-in, sessions, mailed links, keys of callers and throttles keep real time.

const server = join(import.meta.dirname, "../apps/server/src");
const REAL = [
  "session/*.ts",
  "http/*.ts",
  "sections/auth/*.ts",
  "sections/users/*.ts",
  "sections/demo/*.ts",
  "sections/accounts/{connection-keys,key-budgets,key-calls,key-lines.jobs,key-minutes,prove-key,wrong-keys,enumeration}.ts",
];
/** A moment of the clock that a demo moves; whether a contract or an option is in force is asked of its days (`todayOf`). */
const MOVED = /\bapp\.clock\.now\(\)|\bapp\.clock(?=[,)])(?<!(?:todayOf|accountsInReach)\([^\n]*)/;
/** A record's stamp, whose clock its caller names. */
const NAMED = new Set(["http/records.ts"]);

test("who signs in, and with what, is judged by real time", () => {
  const files = REAL.flatMap((pattern) => globSync(pattern, { cwd: server })).filter(
    (file) => !/\.(test|long|fixture)\.ts$/.test(file) && !NAMED.has(file),
  );
  expect(files.length).toBeGreaterThan(60);
  const wrong = files.filter((file) => MOVED.test(readFileSync(join(server, file), "utf8")));
  expect(wrong).toEqual([]);
});
