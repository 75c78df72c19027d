import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

const BASELINE = "0001_baseline.sql";
const FILES = projectFiles()
  .filter((path) => /^apps\/server\/migrations\/\d{4}_.*\.sql$/.test(path))
  .map((path) => ({ name: path.split("/").at(-1) ?? "", text: textOf(path) }));
/** Files that change a schema in use; the baseline makes an empty one. */
const LATER = FILES.filter(({ name }) => name !== BASELINE);
const TENANT_TABLES = new Set(
  FILES.flatMap(({ text }) => [...text.matchAll(/protect_tenant_table\('(\w+)'\)/g)].map((match) => match[1] ?? "")),
);

const withoutFunctions = (text: string) => text.replaceAll(/\$\$[\s\S]*?\$\$/g, "").replaceAll(/^\s*--.*$/gm, "");

/** Tables that a file's own statements read or change, or whose rows a key is asked of. */
function touched(text: string): string[] {
  return withoutFunctions(text)
    .split(";")
    .flatMap((statement) => {
      const names = (pattern: RegExp) => [...statement.matchAll(pattern)].map((match) => match[1] ?? "");
      if (/^\s*(update|insert|delete)\b/.test(statement)) return names(/\b(?:update|into|from|join) (\w+)/g);
      const referenced = names(/foreign key [^;]*? references (\w+)/g);
      return referenced.length > 0 ? [...names(/^\s*alter table (\w+)/g), ...referenced] : [];
    });
}

/** Tenant tables of these that the file leaves closed to the owner, or does not close again. */
function leftClosed(text: string): string[] {
  const lifted = [...text.matchAll(/alter table (\w+) no force row level security;/g)].map((match) => match[1] ?? "");
  const closed = touched(text).filter(
    (table) => TENANT_TABLES.has(table) && !text.includes(`create table ${table} (`) && !lifted.includes(table),
  );
  const open = lifted.filter((table) => !text.includes(`alter table ${table} force row level security;`));
  return [...new Set([...closed, ...open])];
}

test("a migration that changes tenant rows, or adds a key to them, lifts the policies of all it names, and puts them back", () => {
  expect(
    [
      "update customers set notes = '' from campaigns;",
      "alter table customers add foreign key (account_id, id) references campaigns (account_id, id);",
      "alter table customers no force row level security; update customers set notes = '';",
      "alter table customers no force row level security; update customers set notes = ''; alter table customers force row level security;",
      "create function f() returns void language sql as $$ update customers set notes = '' $$;",
    ].map(leftClosed),
  ).toEqual([["customers", "campaigns"], ["customers", "campaigns"], ["customers"], [], []]);
  // A file that is repeated in batches runs within all accounts.
  const blind = LATER.filter(({ name }) => !name.endsWith(".batches.sql")).flatMap(({ name, text }) =>
    leftClosed(text).map((table) => `${name}: ${table}`),
  );
  expect(blind).toEqual([]);
});

/** Files that take away what the version before them used; updating past them stops every process first (docs/runbook.md). */
const TAKES_AWAY: string[] = [];

const takesAway = (text: string) =>
  /\b(drop (column|table|function)|rename (to|column)|drop constraint (if exists )?\w+_(pkey|key)\b|alter column \w+ (set not null|type))/i.test(
    withoutFunctions(text),
  );

test("while processes are updated one by one, the version before works on the new schema: a migration takes away nothing that it used", () => {
  expect(
    ["alter table a drop column b", "alter table a rename column b to c", "alter table a drop constraint a_pkey"].map(
      takesAway,
    ),
  ).toEqual([true, true, true]);
  expect(["alter table a add column b text", "-- drop table a", "drop index a_b"].map(takesAway)).toEqual([
    false,
    false,
    false,
  ]);
  expect(LATER.filter(({ text }) => takesAway(text)).map(({ name }) => name)).toEqual(TAKES_AWAY);
});

test("the first file is the baseline, and later ones follow it", () => {
  expect(FILES.map(({ name }) => name).toSorted()[0]).toBe(BASELINE);
});
