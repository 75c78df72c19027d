import { PROBLEMS } from "@okaeri/contract/problems/problems";
import { STORED_REASONS } from "@okaeri/contract/problems/stored-reasons";
import { REJECTION_CODES } from "@okaeri/domain/stays/rejection-codes";
import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

const withoutComments = (path: string) => textOf(path).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
const isTest = (path: string) => /\.(test|fixture|long)\.tsx?$|^apps\/server\/src\/test\//.test(path);
const speaking = projectFiles().filter(
  (path) =>
    /^(apps\/(server|web)|packages\/(domain|contract))\/src\/.*\.tsx?$/.test(path) &&
    !isTest(path) &&
    !path.startsWith("packages/contract/src/problems/"),
);

test("every problem of the catalogue is spoken of somewhere: words that nobody says go", () => {
  const code = speaking.map(withoutComments).join("\n");
  expect(Object.keys(PROBLEMS).filter((name) => !code.includes(`"${name}"`))).toEqual([]);
});

test("every reason a row may keep is worded, and no other", () => {
  const schema = textOf("apps/server/schema.sql");
  const check = /constraint push_action_targets_reason_check CHECK \((.*)\)/.exec(schema)?.[1] ?? "";
  const codes = [...check.matchAll(/'(\w+)'/g)].map((match) => match[1]);
  expect(Object.keys(STORED_REASONS.NOT_DELIVERED).toSorted()).toEqual(codes.toSorted());
  expect(Object.keys(STORED_REASONS.LINE_REFUSED).toSorted()).toEqual([...REJECTION_CODES].toSorted());
});

test("one meaning has one wording: no two codes say the same, in either language", () => {
  const { NOT_DELIVERED: _delivered, LINE_REFUSED: _line, ...ends } = STORED_REASONS;
  const tables = [PROBLEMS, ...Object.values(ends)];
  const texts = tables.flatMap((table) =>
    Object.entries(table).flatMap(([code, entry]) => (typeof entry === "function" ? [] : [{ code, ...entry }])),
  );
  const twice = texts.filter(({ code, ja, en }) =>
    texts.some((other) => other.code !== code && (other.ja === ja || other.en === en)),
  );
  expect(twice.map(({ code }) => code)).toEqual([]);
});

/** Where else the server may hold Japanese, and why. */
const JAPANESE = [
  /^apps\/server\/src\/(main|database)\/|\/config\.ts$|\/mail\/catcher\.ts$/, // what the operator reads at the console
  /\/sections\/auth\/(notice-texts|account-mail-texts|ends-mail-text|mail-formats)\.ts$|\/messaging\/content\/(words|fill-mail|lines|mail-size)\.ts$/, // mails
  /\/sections\/guest-pages\/(guest-addresses|guest-page|address-changed)\.ts$/, // the frame of pages that guests see
  /\/messaging\/(unsubscribe\.routes|unsubscribe-texts|coupon-page\/coupon-words)\.ts$/, // the pages a guest reaches from a mail
  /\/mail-delivery\/sender\.pages\.ts$/, // the page that a mailed link to a sender address leads to
  /\/export-\w+\.ts$|\/(reports-file|rejected-csv|rejections-file|guest-file|codes-file|results-file|coupon-files|point-files|rank-files|rfm-files)\.ts$/, // headings and names of files
  /^apps\/server\/src\/seed\//,
  /\/sections\/menu\/menu\.routes\.ts$/, // specification §2: the menu is fetched from the server
  /\/sections\/auth\/(device|invite-provider|set-password)\.ts$/, // a device's and a person's name, the product's name
  /\/(search-condition|shift-jis|customer-histories\.queries)\.ts$/, // what Japanese text is made of
  /\/bounces\/reading\/report\.ts$/, // words by which a server's notice is recognised
  /\/customer-data(-labels|\.queries)\.ts$/, // labels and words of the file that a guest is given of their own data
];

test("the server says nothing in Japanese but through the catalogue", () => {
  const japanese = speaking.filter(
    (path) => path.startsWith("apps/server/") && /["'`/][^"'`\n]*[ぁ-んァ-ヶ一-龠]/.test(withoutComments(path)),
  );
  expect(japanese.filter((path) => !JAPANESE.some((allowed) => allowed.test(path)))).toEqual([]);
  expect(JAPANESE.filter((allowed) => !japanese.some((path) => allowed.test(path)))).toEqual([]);
});
