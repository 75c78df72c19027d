import i18next from "i18next";
import { describe, expect, it } from "vitest";
import { formatCount } from "../ui/format.ts";
import { loadWords, startWords } from "./i18n.ts";

type Words = { [key: string]: string | Words };
type File = { texts: Words };

const sources = import.meta.glob<string>("../**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
const files = import.meta.glob<File>("./*/*.ts", { eager: true });
const areas = Object.keys(files).flatMap((path) => /^\.\/ja\/(.+)\.ts$/.exec(path)?.[1] ?? []);

/** `{ a: { b: "x" } }` → [["a.b", "x"]] */
function flat(words: Words, before = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, word]): [string, string][] =>
    typeof word === "string" ? [[before + key, word]] : flat(word, `${before}${key}.`),
  );
}

/** English: one and other; Japanese: other alone. */
const formsIn = (language: string) => new Intl.PluralRules(language).resolvedOptions().pluralCategories as string[];

const placeholders = (word: string) => [...word.matchAll(/\{\{(\w+)[,}]/g)].map((found) => found[1]).toSorted();

describe.each(areas)("%s", (area) => {
  const ja = new Map(flat(files[`./ja/${area}.ts`]?.texts ?? {}));
  const en = new Map(flat(files[`./en/${area}.ts`]?.texts ?? {}));

  it("has the same keys in English, of what is counted one for each plural form", () => {
    const expected = [...ja.keys()].flatMap((key) =>
      key.endsWith("_other") ? formsIn("en").map((form) => key.replace(/other$/, form)) : [key],
    );
    expect([...en.keys()].toSorted()).toEqual(expected.toSorted());
  });

  it("counts by the forms that each language has", () => {
    const odd = (["ja", "en"] as const).flatMap((language) =>
      [...{ ja, en }[language].keys()].filter((key) => {
        const form = /_(zero|one|two|few|many|other)$/.exec(key)?.[1];
        return form !== undefined && !formsIn(language).includes(form);
      }),
    );
    expect(odd).toEqual([]);
  });

  it("fills in the same values in English", () => {
    const wrong = [...en].filter(
      ([key, word]) =>
        String(placeholders(word)) !== String(placeholders(ja.get(key.replace(/_one$/, "_other")) ?? "")),
    );
    expect(wrong).toEqual([]);
  });

  it("leaves no Japanese in English, but the name of the language", () => {
    const left = [...en].filter(([key, word]) => /[぀-ヿ一-鿿]/.test(word) && key !== "language.ja");
    expect(left).toEqual([]);
  });
});

/** The calls of `t`, from bracket to bracket. */
function callsIn(source: string): string[] {
  return [...source.matchAll(/\bt\(/g)].map(({ index }) => {
    let open = 0;
    for (let at = index + 1; at < source.length; at++) {
      if (source[at] === "(") open++;
      if (source[at] === ")" && --open === 0) return source.slice(index, at);
    }
    return "";
  });
}

it("gives a count to every text that is counted", () => {
  const counted = new Map(
    areas.map((area) => [
      area,
      new Set(flat(files[`./ja/${area}.ts`]?.texts ?? {}).flatMap(([key]) => /^(.+)_other$/.exec(key)?.[1] ?? [])),
    ]),
  );
  const calls = Object.entries(sources).flatMap(([path, source]) => {
    const [, own = "shell"] = /useTranslation\(\[?"(\w+)"/.exec(source) ?? [];
    return callsIn(source).flatMap((call) =>
      [...call.matchAll(/"(?:(\w+):)?([\w.]+)"/g)]
        .filter(([, area = own, key = ""]) => counted.get(area)?.has(key))
        .map(([, , key]) => [path, key, /\bcount\b/.test(call)]),
    );
  });
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter(([, , given]) => !given)).toEqual([]);
});

it("says one stay and two stays", async () => {
  await startWords("en");
  await loadWords("signedIn");
  const stayTexts = [1, 2, 1001].map((count) => i18next.t("ranks:condition.stay", { count }));
  expect(stayTexts).toEqual(["1 stay or more", "2 stays or more", "1,001 stays or more"]);
  expect([
    formatCount(1, "people"),
    formatCount(2, "people"),
    formatCount(1, "stays"),
    formatCount(1, undefined),
  ]).toEqual(["1 person", "2 people", "1 stay", "1"]);
  await startWords("ja");
  await loadWords("signedIn");
  expect([formatCount(1, "people"), formatCount(2, "people")]).toEqual(["1人", "2人"]);
});
