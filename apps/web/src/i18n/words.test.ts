import i18next from "i18next";
import { describe, expect, it } from "vitest";
import { formatCount } from "../ui/format.ts";
import { loadWords, startWords } from "./i18n.ts";

type Words = { [key: string]: string | Words };
type File = { texts: Words };

const files = import.meta.glob<File>("./*/*.ts", { eager: true });
const areas = Object.keys(files).flatMap((path) => /^\.\/ja\/(.+)\.ts$/.exec(path)?.[1] ?? []);

/** `{ a: { b: "x" } }` → [["a.b", "x"]] */
function flat(words: Words, before = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, word]): [string, string][] =>
    typeof word === "string" ? [[before + key, word]] : flat(word, `${before}${key}.`),
  );
}

const placeholders = (word: string) => [...word.matchAll(/\{\{(\w+)[,}]/g)].map((found) => found[1]).toSorted();

describe.each(areas)("%s", (area) => {
  const ja = new Map(flat(files[`./ja/${area}.ts`]?.texts ?? {}));
  const en = new Map(flat(files[`./en/${area}.ts`]?.texts ?? {}));

  it("has the same keys in English", () => {
    expect([...en.keys()].toSorted()).toEqual([...ja.keys()].toSorted());
  });

  it("fills in the same values in English", () => {
    const wrong = [...ja].filter(
      ([key, word]) => String(placeholders(word)) !== String(placeholders(en.get(key) ?? "")),
    );
    expect(wrong).toEqual([]);
  });

  it("leaves no Japanese in English, but the name of the language", () => {
    const left = [...en].filter(([key, word]) => /[぀-ヿ一-鿿]/.test(word) && key !== "language.ja");
    expect(left).toEqual([]);
  });
});

it("says one stay and two stays", async () => {
  await startWords("en");
  await loadWords("reports");
  const said = ["1", "2", "1,001"].map((n) => i18next.t("reports:tiles.transacted", { n }));
  expect(said).toEqual(["1 stay", "2 stays", "1,001 stays"]);
  expect([formatCount(1, " people"), formatCount(1, " stays"), formatCount(1, " pt"), formatCount(1, "人")]).toEqual([
    "1 person",
    "1 stay",
    "1 pt",
    "1人",
  ]);
  expect(formatCount(2, " people")).toBe("2 people");
});
