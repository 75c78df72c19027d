import { posix } from "node:path";
import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

// docs/adr holds one record per decision. Each says in its title what was decided and whether it is in force, stands in the index, and is
// found by every number that code and documents name.

const FOLDER = "docs/adr/";
const files = projectFiles();
const paths = files.filter((path) => path.startsWith(FOLDER) && path !== `${FOLDER}README.md`);
const records = paths.map((path) => {
  const name = path.slice(FOLDER.length);
  const [title = "", , status = "", ...rest] = textOf(path).split("\n");
  return { name, number: name.slice(0, 4), title: title.replace(/^# \d{4} /, ""), heading: title, status, rest };
});
const inForce = new Set(records.filter(({ status }) => status === "Status: in force").map(({ number }) => number));
const index = textOf(`${FOLDER}README.md`);

/** Lines of the index: "- [0012](0012-points-follow-stays.md) Points follow from stays". */
const listed = [...index.matchAll(/^- \[(\d{4})\]\(([^)]+)\) (.+)$/gm)].map(([, number, name, title]) => ({
  number,
  name,
  title,
}));
/** Rows of the table of numbers that are no record any more: "| 0004 | what it was about | [0103](0103-….md) |". */
const gone = [...index.matchAll(/^\| (\d{4}) \| (.+) \| (.+) \|$/gm)].map(([, number = "", , now = ""]) => ({
  number,
  now,
}));

const REPLACED = /^Status: replaced by \[(\d{4})\]\((\1-[a-z0-9-]+\.md)\)$/;

test("a record has a number, a title and a status", () => {
  const wrong = records.filter(
    ({ name, number, heading, status }) =>
      !/^\d{4}-[a-z0-9-]+\.md$/.test(name) ||
      !new RegExp(`^# ${number} \\S.+`).test(heading) ||
      !(status === "Status: in force" || leadsOn(status)),
  );
  expect(wrong.map(({ name, heading, status }) => `${name}: ${heading} (${status})`)).toEqual([]);
  const numbers = records.map(({ number }) => number);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

/** What a reader takes in at once; a table or a drawing makes a record longer than forty lines. */
const MOST_LINES = 50;

test("a record in force says context, decision and consequences, and is read at once", () => {
  const wrong = records.filter(({ number, rest }) => {
    const headings = rest.filter((line) => line.startsWith("## "));
    const isWhole = headings.join() === "## Context,## Decision,## Consequences";
    return inForce.has(number) && !(isWhole && rest.length <= MOST_LINES);
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

function leadsOn(status: string): boolean {
  const [, number = "", name = ""] = REPLACED.exec(status) ?? [];
  return inForce.has(number) && files.includes(`${FOLDER}${name}`);
}

test("the index names each record once, by its title", () => {
  const line = ({ number, name, title }: { number: string; name: string; title: string }) =>
    `${number} ${name} ${title}`;
  expect(listed.map((each) => `${each.number} ${each.name} ${each.title}`).sort()).toEqual(records.map(line).sort());
});

test("a number that is no record any more leads to one that is", () => {
  const living = new Set(records.map(({ number }) => number));
  expect(gone.filter(({ number }) => living.has(number))).toEqual([]);
  const to = gone.flatMap(({ number, now }) =>
    [...now.matchAll(/\[(\d{4})\]/g)].map(([, by = ""]) => ({ number, by })),
  );
  expect(to.filter(({ by }) => !inForce.has(by))).toEqual([]);
  expect(gone.filter(({ number }) => !to.some((each) => each.number === number))).toEqual([]);
});

test("every number that is named leads to a record; migrations may name one that the index leads on from", () => {
  const living = new Set(records.map(({ number }) => number));
  const led = new Set(gone.map(({ number }) => number));
  const lost = files
    .filter((path) => /\.(?:tsx?|mjs|sql|md|ya?ml|sh|service)$|Dockerfile$/.test(path) && path !== `${FOLDER}README.md`)
    .flatMap((path) => named(path).map((number) => ({ path, number })))
    .filter(({ path, number }) => !living.has(number) && !(path.endsWith(".sql") && led.has(number)));
  expect(lost.map(({ path, number }) => `${path}: ${number}`)).toEqual([]);
});

/** Numbers after `docs/adr/` or `ADR`, with those that follow (`docs/adr/0100, 0101`), and what links in docs/adr lead to. */
function named(path: string): string[] {
  const text = textOf(path);
  const references = [...text.matchAll(/(?:\badr\/|\bADRs? )(\d{4}(?:(?:, | and | to )\d{4}(?!\d))*)/g)].flatMap(
    ([, numbers = ""]) => numbers.match(/\d{4}/g),
  );
  const linked = [...text.matchAll(/\]\(([^)#]*?)(\d{4})-[a-z0-9-]+\.md\)/g)]
    .filter(([, folder = ""]) => posix.join(posix.dirname(path), folder, "/") === FOLDER)
    .map(([, , number]) => number);
  return [...references, ...linked].filter((number) => number !== undefined && number !== null);
}

const pages = files.filter((path) => /^(?:[A-Z]+|docs\/.*)\.md$/.test(path));

test("each page of measurements stands in its index, and each page is reached from README or ARCHITECTURE", () => {
  const measured = pages.filter((path) => /^docs\/measurements\/[^R]/.test(path));
  const inIndex = linksOf("docs/measurements/README.md");
  expect(measured.filter((path) => !inIndex.includes(path))).toEqual([]);
  const reached = new Set(["README.md", "ARCHITECTURE.md"]);
  for (const path of reached) if (pages.includes(path)) for (const to of linksOf(path)) reached.add(to);
  expect(pages.filter((path) => !reached.has(path))).toEqual([]);
});

function linksOf(path: string): string[] {
  return [...textOf(path).matchAll(/\]\(([^)#\s]+)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => posix.join(posix.dirname(path), link));
}
