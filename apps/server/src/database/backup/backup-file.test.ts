import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkBackup, END } from "./backup-file.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "okaeri-mangled-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const HEADER = { format: "okaeri-backup-2", migrations: [], keyId: "k", tables: [{ name: "users", rows: 1 }] };
const SUMS = { users: "7eff1a4ef1a3b2d43e9d1c4f2e1f3c4b" };
const table = (head: string, lines: string) => `${head}\n${lines}\\.\n`;
const fileOf = (header: unknown, rest: string) => `${JSON.stringify(header)}\n${rest}`;
const end = `${END} ${JSON.stringify(SUMS)}\n`;
const users = "copy users (id, name) from stdin;";

test.each<[string, string | Buffer, RegExp]>([
  ["a first line without end", Buffer.alloc(20_000_000, "x"), /読めません.*a line without end/],
  ["a first line that is a list", "[]\n", /読めません.*no first line/],
  ["a first line nested without end", `${"[".repeat(1_000_000)}\n`, /読めません/],
  ["tables that are none", fileOf({ ...HEADER, tables: "all" }, end), /読めません.*no first line/],
  ["keys that are none", fileOf({ ...HEADER, keyIds: 7 }, end), /読めません.*no first line/],
  [
    "rows without end",
    fileOf(HEADER, table(users, "1\tx\n".repeat(500_000)) + end),
    /読めません.*more rows of users than there were/,
  ],
  [
    "a table that was not there",
    fileOf(HEADER, table("copy spies (id) from stdin;", "1\n") + end),
    /読めません.*spies/,
  ],
  [
    "a statement in place of a name",
    fileOf({ ...HEADER, tables: [] }, `copy users (id) from stdin; drop table users; --) from stdin;\n${end}`),
    /書き換わっています/,
  ],
  ["sums that are none", fileOf(HEADER, `${table(users, "1\tx\n")}${END} [[\n`), /書き換わっています\(users\)/],
  ["other sums", fileOf(HEADER, table(users, "1\tx\n") + end), /書き換わっています\(users\)/],
  ["nothing behind the tables", fileOf(HEADER, table(users, "1\tx\n")), /途中で切れています/],
])("a backup with %s is refused in one line", async (_name, content, says) => {
  const file = join(folder, "bad.gz");
  writeFileSync(file, gzipSync(content, { level: 1 }));
  const refusal = await checkBackup(file, ["k"]).then(
    () => "taken",
    (error: Error) => error.message,
  );
  expect(refusal).toMatch(says);
  expect(refusal).not.toContain("\n");
});
