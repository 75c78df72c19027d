import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Answers, type Taken } from "../apps/server/src/test/answers.ts";
import { columnsOf } from "../apps/server/src/test/columns.ts";
import { cloneDatabase } from "../apps/server/src/test/database.ts";
import { declaredRows } from "./declared-rows.ts";
import { untrueRows } from "./rows.ts";

// scripts/test.ts asks this of the whole program, once the server's tests have sent what they send.

const SOURCE = `
type Day = string & { readonly brand: unique symbol };
type Row = { id: number; name: string };
type Tx = { all: <R>(text: TemplateStringsArray, ...values: unknown[]) => Promise<R[]> };
declare const tx: Tx;
export const right = [
  tx.all<Row>\`select id, name from users\`,
  tx.all<{ at: Date; day: Day; n: number; ids: number[]; words?: string }>\`select now() as at, '2026-01-02'::date as day, 1::bigint as n,
    array[1, 2]::bigint[] as ids\`,
  tx.all<{ name: string | null }>\`select c.name from groups g left join customers c on c.id = g.id\`,
  tx.all<{ email: string }>\`select email from customers where email is not null\`,
  tx.all<{ said: unknown }>\`select '{"day": "2026-01-02"}'::json as said\`,
];
export const wrong = [
  tx.all<{ naem: string }>\`select name from groups\`,
  tx.all<{ id: number; name: string }>\`select id from groups\`,
  tx.all<{ at: string; day: Date; n: string; open: number; ids: string[]; names: string }>\`select now() as at, current_date as day,
    1::bigint as n, true as open, array[1]::bigint[] as ids, array['a'] as names\`,
  tx.all<{ email: string; name: string | null }>\`select email, name from customers\`,
  tx.all<{ least: number }>\`select min(id) as least from customers\`,
  tx.all<{ active_status: "active"; gender: string | null }>\`select active_status, gender from customers\`,
  tx.all<{ kind: "one" | "two" }>\`select 'three' as kind\`,
  tx.all<{ said: { day: Date; odd: string }[] }>\`select '[{"day": "2026-01-02"}]'::json as said\`,
];
export const unasked = tx.all<{ id: number }>\`select id from accounts\`;
`;

test("a row that is declared otherwise than PostgreSQL answers it is named with its place, its field and both types", async () => {
  const folder = mkdtempSync(join(tmpdir(), "okaeri-rows-"));
  writeFileSync(join(folder, "tsconfig.json"), '{"compilerOptions": {"strict": true, "types": []}, "files": ["a.ts"]}');
  writeFileSync(join(folder, "a.ts"), SOURCE);
  const declared = declaredRows(join(folder, "tsconfig.json"), folder, ["a.ts"]);
  rmSync(folder, { recursive: true });

  const clone = await cloneDatabase();
  const client = await clone.past.pool.connect();
  const taken: Taken[] = [];
  for (const { parts } of declared.slice(0, -1)) {
    const text = parts.join("");
    const { fields, rows } = await client.query(text);
    const answers = new Answers(client, fields);
    answers.look(rows);
    taken.push({ text, templates: [[...parts]], fragments: [], fields: answers.fields });
  }
  const columns = await columnsOf(client);
  client.release();
  await clone.drop();

  const problems = untrueRows(declared, taken, columns);
  expect(problems[0]).toMatch(/^a\.ts:15 naem: /);
  expect(problems.map((line) => line.replace(/^a\.ts:\d+ /, ""))).toEqual([
    "naem: declared, but not answered",
    "name: declared, but not answered",
    "at: declared string, answered Date",
    "day: declared Date, answered string",
    "ids[]: declared string, answered number",
    "n: declared string, answered number",
    "names: declared string, answered array",
    "open: declared number, answered boolean",
    "email: customers.email may be null, declared string",
    "name: customers.name is never null, declared null | string",
    "least: declared number, answered null",
    'active_status: customers.active_status may be inactive, declared "active"',
    'kind: declared "one" | "two", answered three',
    "said[].day: declared Date, answered string",
    "said[].odd: declared, but not answered",
    "no test saw what it answers",
  ]);
});
