import { expect, test } from "vitest";
import { aliasWords, wideLines, wordOf, wrongAliases } from "./aliases.ts";
import { sqlPieces } from "./statements.ts";
import { projectFiles, textOf } from "./tree.ts";

const tables = new Set(
  [...textOf("apps/server/schema.sql").matchAll(/^create table (\w+)/gm)].map(([, name = ""]) => name),
);
const words = aliasWords(textOf("docs/code-glossary.md"));
const sources = projectFiles().filter((path) => /^(apps\/server\/src|bench|checks|e2e)\/.*\.ts$/.test(path));

test("a table goes by one word in all SQL, alone or with the part that its row plays", () => {
  const wrong = sources.flatMap((path) =>
    sqlPieces(path, textOf(path)).flatMap(({ place, parts }) =>
      wrongAliases(parts.join("$0"), tables, words).map((alias) => `${place} ${alias}`),
    ),
  );
  expect(wrong).toEqual([]);
});

test("another word, and a letter, are named; the word, a part before it and no alias at all are not", () => {
  const of = (text: string) => wrongAliases(text, tables, words);
  expect(of("select from customers c join accounts accounts on true, push_actions as queue")).toEqual([
    "customers c",
    "accounts accounts",
    "push_actions queue",
  ]);
  expect(
    of("update customers customer set name = '' from push_actions ended_push where exists (select from users)"),
  ).toEqual([]);
});

test("the glossary's words are of tables, one each, and none that the singular says already", () => {
  expect([...words.keys()].filter((table) => !tables.has(table))).toEqual([]);
  expect([...words].filter(([table, word]) => word === wordOf(table, new Map()))).toEqual([]);
  const all = [...tables].map((table) => wordOf(table, words));
  expect(all.filter((word, index) => all.indexOf(word) !== index)).toEqual([]);
});

test("lines of SQL are at most 140 characters wide, in tests too", () => {
  expect(sources.flatMap((path) => wideLines(path, textOf(path)))).toEqual([]);
  const wide = `const rows = await tx.all<Row>\`select 1\n  from customers customer where ${"true and ".repeat(14)}true\`;`;
  expect(wideLines("a.ts", `// ${"x".repeat(200)}\n${wide}`)).toEqual(["a.ts:3"]);
  // A test's plain text is SQL where it is a statement; a title of a test is none.
  const where = `where ${"true and ".repeat(14)}true`;
  expect(wideLines("a.ts", `ask("select from customers ${where}");\ntest("selects ${where}");`)).toEqual(["a.ts:1"]);
});
