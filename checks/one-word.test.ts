import { expect, test } from "vitest";
import { QUEUES } from "../apps/server/src/jobs/queues.ts";
import { texts as english } from "../apps/web/src/i18n/en/jobs.ts";
import { texts as japanese } from "../apps/web/src/i18n/ja/jobs.ts";
import { projectFiles, textOf } from "./tree.ts";

// One word for one thing (docs/glossary.md): a word that was given up comes back on no screen, in no mail, file or refusal.

/** Given up → the word in its place. */
const GIVEN_UP: Record<string, string> = {
  顧客種別: "顧客区分",
  標準形式: "標準のJSON",
  利用者: "ユーザー",
  "期限切れ・終了": "期限切れ",
  "Activity log": "Audit log",
  "Mail address": "Email address",
  "Least points": "Minimum points",
  "Most points": "Maximum points",
};

/** Where words are that people read. */
const SPOKEN =
  /^(?:apps\/web\/src\/i18n\/(?:ja|en)\/.*|packages\/contract\/src\/problems\/.*|apps\/server\/src\/sections\/.*(?:-texts|export-\w+|-files?|labels))\.ts$/;

test("a word that was given up is said nowhere", () => {
  const found = projectFiles()
    .filter((path) => SPOKEN.test(path))
    .flatMap((path) => {
      const text = textOf(path).replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
      return Object.entries(GIVEN_UP)
        .filter(([word]) => text.includes(word))
        .map(([word, instead]) => `${path}: ${word}, it is ${instead}`);
    });
  expect(found).toEqual([]);
});

test("names every kind of job in both languages", () => {
  const unnamed = (words: { queue: object }) => QUEUES.filter((name) => !(name in words.queue));
  expect([unnamed(japanese), unnamed(english)]).toEqual([[], []]);
});
