import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, textOf } from "./tree.ts";

// The specification lies beside the project where it is developed; elsewhere the committed table is checked by itself.
const SPECIFICATION = join(ROOT, "../shared/spec/specification.md");
const rows = textOf("docs/coverage.md")
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\|[-| :]+\|$/.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test("the table of coverage has five columns and no row twice", () => {
  expect(rows.filter((row) => row.length !== 5)).toEqual([]);
  const keys = rows.filter((row) => row[0] !== "Entity").map((row) => `${row[0]}.${row[1]}`);
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
});

test("every test that the table names is there", () => {
  const named = rows
    .filter((row) => row[0] !== "Entity")
    .flatMap((row) => (row[4] ?? "").split(/,\s*/))
    .filter((name) => name !== "");
  expect([...new Set(named)].filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
});

test("every entity of the specification's section 3 is in the table", () => {
  const inTable = new Set(rows.map((row) => row[0]));
  const names = existsSync(SPECIFICATION)
    ? entitiesOf(readFileSync(SPECIFICATION, "utf8"))
    : ["Company", "Campaign", "StayReservation"];
  expect(names.filter((name) => !inTable.has(name))).toEqual([]);
});

/** Entity names: capitalised words before a colon, a bracket or the end of an item of section 3. */
function entitiesOf(specification: string): string[] {
  const section = specification.split("## 3.")[1]?.split("### Client-side session")[0] ?? "";
  const found = [...section.matchAll(/(?:^- |[.;,] )([A-Z][A-Za-z]+)(?=[:( ;,]|$)/gm)].map((match) => match[1] ?? "");
  return [...new Set(found)].filter(
    (name) => !["Unless", "An", "UsePointCase", "Account"].includes(name) || name === "UsePointCase",
  );
}
