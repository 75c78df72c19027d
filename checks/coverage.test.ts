import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contract } from "@okaeri/contract/contract";
import { expect, test } from "vitest";
import { QUEUES } from "../apps/server/src/jobs/queues.ts";
import { LATER, problemsOf, readCoverageRows } from "./coverage.ts";
import type { CoverageContext, CoverageRow } from "./reach.ts";
import { ASKED } from "./specification.ts";
import { projectFiles, ROOT, textOf } from "./tree.ts";

const files = new Set(projectFiles());
const texts = new Map<string, string>();
const { rows, malformed } = readCoverageRows(textOf("docs/coverage.md"));
const world: CoverageContext = {
  asked: ASKED,
  columns: columnsOf(textOf("apps/server/schema.sql")),
  calls: new Set(writingCalls(contract)),
  jobs: new Set(QUEUES),
  answers: new Map(keysOf(contract, "outputSchema").map(([name, keys]) => [name, new Set(keys.map(({ key }) => key))])),
  accepted: new Map(
    keysOf(contract, "inputSchema").map(([name, keys]) => [
      name,
      new Set(keys.map(({ within, key }) => `${within}.${key}`)),
    ]),
  ),
  laterTables: laterTablesOf(rows),
  textOf(path) {
    if (!files.has(path)) return undefined;
    const text = texts.get(path) ?? textOf(path);
    texts.set(path, text);
    return text;
  },
  sections: [...files].filter(
    (path) => /^apps\/server\/src\/sections\/.*\.ts$/.test(path) && !/\.test\.ts$|fixture/.test(path),
  ),
};

test("the table of coverage is true: places, writers and tests are there and are what it says", () => {
  expect([...malformed, ...problemsOf(rows, world)]).toEqual([]);
});

test("every later part still owes something", () => {
  expect(LATER.filter((part) => !rows.some((row) => row.writer === `later: ${part}`))).toEqual([]);
});

test("§3: every entity carries active_status, created_by, updated_by, created_at and updated_at", () => {
  const entities = rows.filter(({ entity }) => /^[A-Z]\w+$/.test(entity) && !["Session", "Role"].includes(entity));
  const tables = new Set(entities.flatMap((row) => row.columns.match(/\w+(?=\.)/g) ?? []));
  const lacking = [...tables].flatMap((table) => {
    const status = world.columns.has(`${table}.status`) ? "status" : "active_status";
    const five = ["created_by", "updated_by", "created_at", "updated_at", status].map((column) => `${table}.${column}`);
    return five.filter((column) => !world.columns.has(column));
  });
  expect(lacking).toEqual([]);
});

// A row as it stands, and one thing about it that is not true.
const BROKEN: [string, string, Partial<CoverageRow>, string][] = [
  ["an invented field", "Point.grant_type", { field: "grant_mood" }, "the specification does not know it"],
  ["a field left out", "Point.grant_type", { field: "grant_mood" }, "the specification asks for it"],
  ["an invented entity", "Point.grant_type", { entity: "Pointer" }, "the specification does not know it"],
  ["a row twice", "Point.grant_type", { field: "grant_rate" }, "twice"],
  ["an invented column", "Point.grant_type", { columns: "points.grant_mood" }, "no column points.grant_mood"],
  ["an invented call", "Point.grant_type", { writer: "call: campaigns.improve" }, "no call campaigns.improve"],
  ["a call that reads", "Point.grant_type", { writer: "call: campaigns.list" }, "no call campaigns.list"],
  [
    "a call of something else",
    "Point.grant_type",
    { writer: "call: clients.create" },
    "does not write points.grant_type",
  ],
  ["an invented job", "CustomerRfm.scored_on", { writer: "job: score-weather" }, "no job score-weather"],
  ["another job", "CustomerRfm.scored_on", { writer: "job: expire-points" }, "does not write customer_rfms.scored_on"],
  ["nobody", "Point.grant_type", { writer: "" }, "no writer"],
  ["demo data", "Point.grant_type", { writer: "demo data" }, "no writer"],
  ["a default that is none", "Point.grant_type", { writer: "database: default" }, "points.grant_type has no default"],
  ["an invented later part", "Information.headline", { writer: "later: magic" }, "no later part magic"],
  [
    "a test of what comes later",
    "Information.headline",
    { test: "checks/coverage.test.ts" },
    "a test of what nobody writes",
  ],
  ["no test", "Point.grant_type", { test: "" }, "written, and no test"],
  ["a test that is not there", "Point.grant_type", { test: "apps/server/src/nothing.test.ts" }, "no test"],
  ["a file that is no test", "Point.grant_type", { test: "apps/server/src/app.ts" }, "no test"],
  ["a test of something else", "Point.grant_type", { test: "checks/zones.test.ts" }, "does not name grant_type"],
  [
    "words in place of the field",
    "Point.grant_type",
    { test: "checks/zones.test.ts (domain)" },
    "must name grant_type",
  ],
  ["no reader", "Point.grant_type", { reader: "" }, "written, and read by nobody"],
  ["an edit form alone", "CampaignAction.seq", { reader: "call: campaigns.get" }, "by the section that was told it"],
  [
    "a call that does not answer it",
    "StayReservation.check_in_day",
    { reader: "call: customers.reservations" },
    "does not answer check_in_day",
  ],
  ["an invented reader", "Point.grant_type", { reader: "call: points.sing" }, "no call points.sing"],
  [
    "code that only writes it",
    "Coupon.use_condition",
    { reader: "rule: apps/server/src/sections/campaigns/actions/coupon/write-coupon.ts" },
    "does not read use_condition",
  ],
  [
    "code that decides by other values",
    "grant_status.excluded",
    { reader: "rule: packages/domain/src/points/amount.ts" },
    "does not ask for excluded",
  ],
  ["a test as a reader", "Point.grant_type", { reader: "rule: checks/coverage.test.ts" }, "no rule"],
  [
    "a page without it",
    "Point.grant_type",
    { reader: "screen: apps/web/src/ui/Dialog.tsx" },
    "does not show grant_type",
  ],
  [
    "a reader of what comes later",
    "Information.headline",
    { reader: "call: campaigns.list" },
    "a reader of what nobody writes",
  ],
  [
    "a figure of what comes later",
    "GrantPoint.grant_point",
    { writer: "later: conversions", reader: "", test: "" },
    "nobody writes grant_points.grant_point, and apps/server/src/sections",
  ],
  ["a value its test never uses", "Campaign type.basic", { test: "checks/zones.test.ts" }, "does not name basic"],
];
test.each(BROKEN)("and would say so of %s", (_what, key, change, problem) => {
  const at = rows.findIndex((row) => `${row.entity}.${row.field}` === key);
  expect(at).toBeGreaterThanOrEqual(0);
  const broken = rows.map((row, i) => (i === at ? { ...row, ...change } : row));
  expect(problemsOf(broken, world).join("\n")).toContain(problem);
});

// The specification lies beside the project where it is developed; elsewhere the committed facts stand by themselves.
const SPECIFICATION = join(ROOT, "../shared/spec/specification.md");
test("the facts asked for are the specification's", () => {
  const words = new Set(Object.entries(ASKED).flatMap(([entity, fields]) => [entity, ...fields]));
  const spoken = existsSync(SPECIFICATION)
    ? spokenOf(readFileSync(SPECIFICATION, "utf8"))
    : ["Company", "login_id", "birthday"];
  expect(spoken.filter((word) => !words.has(word))).toEqual([]);
});

/** Entities and fields of section 3, values of sections 4 and 9. */
function spokenOf(specification: string): string[] {
  const part = (from: string, to: string) => specification.split(from)[1]?.split(to)[0] ?? "";
  const entities = part("## 3.", "### Client-side session");
  const names = [...entities.matchAll(/(?:^- |[.;,] )([A-Z][A-Za-z]+)(?=[:( ;,]|$)/gm)].map((match) => match[1] ?? "");
  const fields = [...entities.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map((match) => match[0]);
  const lists = [...entities.matchAll(/^- [A-Za-z]+: (.*)\.$/gm)]
    .flatMap((match) => (match[1] ?? "").split(/[.;] /)[0]?.split(", ") ?? [])
    .filter((word) => /^[a-z_]+$/.test(word));
  const values = [part("## 4.", "Session:"), part("## 9.", "- Page actions")]
    .flatMap((text) => [...text.matchAll(/^- [A-Za-z_ ]+: (.*)$/gm)])
    .flatMap((match) => (match[1] ?? "").split(/\. [A-Z][A-Za-z ]+: |[,.] ?/))
    .filter((word) => /^[A-Za-z_0-9]+$/.test(word));
  // Prose of the list, and what the rows spell out one by one.
  const prose = ["Unless", "An", "Account", "RegistrationCardAutoSendTarget"];
  return [...new Set([...names, ...fields, ...lists, ...values])].filter(
    (word) => !prose.includes(word) || word in ASKED,
  );
}

/** A schema of the contract. */
type Schema = { toJSONSchema?(options: { unrepresentable: "any"; io: "input" }): object };
type Node = { "~orpc"?: { route: { method?: string }; inputSchema?: Schema; outputSchema?: Schema } };
function writingCalls(tree: object, prefix = ""): string[] {
  return Object.entries(tree).flatMap(([name, node]: [string, Node]) => {
    if (!node["~orpc"]) return writingCalls(node, `${prefix}${name}.`);
    return node["~orpc"].route.method === "GET" ? [] : [`${prefix}${name}`];
  });
}

type Key = { within: string; key: string };

/** Every call with the keys of its answer or its input, however deep. */
function keysOf(tree: object, part: "inputSchema" | "outputSchema", prefix = ""): [string, Key[]][] {
  return Object.entries(tree).flatMap(([name, node]: [string, Node]): [string, Key[]][] => {
    if (!node["~orpc"]) return keysOf(node, part, `${prefix}${name}.`);
    const schema = node["~orpc"][part];
    const described = schema?.toJSONSchema?.({ unrepresentable: "any", io: "input" });
    return described === undefined ? [] : [[`${prefix}${name}`, keysIn(described, "")]];
  });
}

function keysIn(schema: unknown, within: string): Key[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]: [string, unknown]) =>
    name === "properties"
      ? Object.entries(value as object).flatMap(([key, of]) => [{ within, key }, ...keysIn(of, key)])
      : keysIn(value, within),
  );
}

/** Tables of which nothing is written yet. */
function laterTablesOf(all: readonly CoverageRow[]): ReadonlySet<string> {
  const of = (some: readonly CoverageRow[]) =>
    new Set(some.flatMap(({ columns }) => columns.match(/\w+(?=\.)/g) ?? []));
  const written = of(all.filter(({ writer }) => !writer.startsWith("later")));
  return new Set(
    [...of(all.filter(({ writer }) => writer.startsWith("later")))].filter((table) => !written.has(table)),
  );
}

function columnsOf(schema: string): Map<string, string> {
  const tables = [...schema.matchAll(/create table (\w+) \((.*?)\n\);/gs)];
  return new Map(
    tables.flatMap(([, table = "", body = ""]) =>
      body
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "" && !line.startsWith("constraint "))
        .map((line): [string, string] => [`${table}.${line.split(" ")[0]}`, line]),
    ),
  );
}
