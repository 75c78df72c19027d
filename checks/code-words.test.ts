import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

// One word for one thing in the code (docs/code-glossary.md): what the page names is there, and banned words name nothing.

/** Parts of names that say nothing to a reader who knows the field (docs/code-glossary.md has the words in use). */
const BANNED = new Set(
  "told meant said fate fates letter letters sight sure anew apart beside whom whoever worth awkward kept brought starter".split(
    " ",
  ),
);
/** Names that may hold one, and why. */
const ALLOWED = new Map([["deadLetter", "an option of the job engine"]]);

const files = projectFiles().filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".gen.ts"));
const glossary = textOf("docs/code-glossary.md");
const table = glossary.slice(0, glossary.indexOf("## SQL aliases"));
const rows = [...table.matchAll(/^\| (?!word |---)([^|]+) \| (.+) \|$/gm)].map(([, word = "", meaning = ""]) => ({
  word,
  meaning,
}));

test("the glossary is in alphabetical order, and each word is there once", () => {
  const words = rows.map(({ word }) => word);
  expect(words.length).toBeGreaterThan(40);
  expect(words).toEqual([...new Set(words)].toSorted((a, b) => a.localeCompare(b, "en")));
});

test("names of the glossary are names of the code", () => {
  const names = rows.flatMap(({ meaning }) =>
    [...meaning.matchAll(/`([A-Za-z_]\w*)`/g)].map((match) => match[1] ?? ""),
  );
  const code = [...files.map(textOf), textOf("apps/server/schema.sql")].join("\n");
  const known = new Set(code.match(/[A-Za-z_]\w*/g));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

/** The words of a name in any spelling: `keptRows`, `kept_rows` and `kept-rows` have the same two. */
const wordsOfName = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
const isBanned = (name: string) => !ALLOWED.has(name) && wordsOfName(name).some((word) => BANNED.has(word));

test("names of the code hold no banned word", () => {
  expect(["keptRows", "told_words", "LetterRow", "deadLetter", "enclosure", "unsure"].filter(isBanned)).toEqual([
    "keptRows",
    "told_words",
    "LetterRow",
  ]);
  const found = files.flatMap((path) => [...namesIn(path)].filter(isBanned).map((name) => `${path}: ${name}`));
  expect(found).toEqual([]);
});

test("names of tables, columns and files hold no banned word", () => {
  const schema = textOf("apps/server/schema.sql").replaceAll(/'[^']*'|--.*$/gm, "");
  expect([...new Set(schema.match(/[a-z_]+/g))].filter(isBanned)).toEqual([]);
  const code = projectFiles().filter((path) => /^(apps|packages|bench|checks|e2e|scripts)\//.test(path));
  expect(code.filter((path) => path.split("/").some(isBanned))).toEqual([]);
});

/** Names that several files export, not counting the two languages of the screens and the router's own. */
test("an exported name means one thing", () => {
  const exporters = new Map<string, Set<string>>();
  for (const path of files.filter((one) => !/\.(test|fixture|long|e2e)\.tsx?$|\/test\/|\/routes\//.test(one)))
    for (const [, name = ""] of textOf(path).matchAll(EXPORT)) {
      const owner = path.replace(/\/(ja|en)(?=[./])|\.(ja|en)\.ts$/, "");
      exporters.set(name, (exporters.get(name) ?? new Set()).add(owner));
    }
  const several = [...exporters].filter(([, owners]) => owners.size > 1).map(([name]) => name);
  // Texts of screens are found by their section, as the contract's calls are.
  expect(several.toSorted()).toEqual(["campaigns", "messages", "texts"]);
});
const EXPORT =
  /^export (?:default )?(?:declare )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm;

/** Identifiers of a file; words in strings and comments are none. */
function namesIn(path: string): Set<string> {
  const found = new Set<string>();
  const note = ({ name }: { name: string }) => void found.add(name);
  new Visitor({ Identifier: note, PrivateIdentifier: note, JSXIdentifier: note }).visit(
    parseSync(path, textOf(path)).program,
  );
  return found;
}
