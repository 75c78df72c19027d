import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { speakLanguageOf, startWords } from "./i18n.ts";

beforeAll(() => startWords("ja"));

test.each([
  [["/en/ranks", "/profile"], "ja"],
  [["/profile", "/en/ranks"], "en"],
  [["/en/ranks", "/profile", "/en/users", "/"], "ja"],
  [["/", "/en/ranks", "/profile", "/en"], "en"],
])("whoever moves on before the words have come reads the language of the last page: %s", async (paths, language) => {
  await Promise.all(paths.map(speakLanguageOf));
  expect(i18next.language).toBe(language);
  expect(i18next.t("shell:error.title")).toBe(language === "en" ? "Something went wrong" : "エラーが発生しました");
});
