import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  COMPANION_TEXTS,
  FEED_FIELDS,
  type FeedFieldText,
  FORMS,
  LINKAGE_TEXTS,
  NEEDED_OF_NEW,
  PRICE_TEXTS,
  ROOM_TEXTS,
} from "@okaeri/contract/feed-fields";
import { STORED_REASONS } from "@okaeri/contract/problems/stored-reasons";
import { expect, test } from "vitest";
import { ROOT } from "./tree.ts";

// docs/feeds.md says of every field and reason what the contract says. A part that has fallen behind is printed as it should be.

const guide = readFileSync(join(ROOT, "docs/feeds.md"), "utf8");
const part = (name: string) => guide.split(`<!-- ${name} -->`)[1]?.split(`<!-- /${name} -->`)[0]?.trim();

const meaning = ({ says, values }: FeedFieldText) =>
  [says, values ? `One of ${values.map((value) => `\`${value}\``).join(", ")}.` : ""].filter(Boolean).join(" ");
const row = ([name, text]: [string, FeedFieldText]) =>
  `| \`${name}\` | ${FORMS[text.type].replace(/\.$/, "")} | ${meaning(text)} | \`${JSON.stringify(text.example)}\` |`;
const names = (texts: object) =>
  Object.keys(texts)
    .map((name) => `\`${name}\``)
    .join(", ");

/** Faults of a file's lines, and of a contract that ended before rows waited for it, come in no feed. */
const NOT_OF_FEEDS = [
  "wrong_column_count",
  "broken_quotes",
  "cell_too_long",
  "cell_error",
  "undecodable",
  "differs_by_room",
  "out_of_contract",
];
const reasonEntries = Object.entries(STORED_REASONS.FEED_REFUSED).filter(([code]) => !NOT_OF_FEEDS.includes(code));

test.each([
  [
    "fields",
    ["| field | written as | what it says | example |", "|---|---|---|---|", ...Object.entries(FEED_FIELDS).map(row)],
  ],
  ["needed", [NEEDED_OF_NEW.map((name) => `\`${name}\``).join(", ")]],
  ["companions", [names(COMPANION_TEXTS)]],
  ["rooms", [names(ROOM_TEXTS)]],
  ["bill", [names(PRICE_TEXTS)]],
  ["linkage", [names(LINKAGE_TEXTS)]],
  ["reasons", ["| code | in words |", "|---|---|", ...reasonEntries.map(reason)]],
])("the guide to feeds is as the contract: %s", (name, lines) => {
  expect(part(name)).toBe(lines.join("\n"));
});

function reason([code, text]: [string, unknown]): string {
  const entry = typeof text === "function" ? text({}) : text;
  return `| \`${code}\` | ${entry.en} |`;
}
