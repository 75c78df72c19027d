import { describe, expect, it } from "vitest";

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

const placeholders = (word: string) => [...word.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();

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
