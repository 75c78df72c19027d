import fc from "fast-check";
import { expect, test } from "vitest";
import { filledLines } from "./missing-facts.ts";
import { neededPlaceholders, PLACEHOLDERS, type Placeholder, usedPlaceholders } from "./placeholders.ts";

const linesOf = (text: string) =>
  text.split(/\r\n|\r|\n/).map((words) => ({
    words,
    needs: neededPlaceholders(words),
    isBlank: words.trim() === "",
  }));
const remainingText = (text: string, ...missing: Placeholder[]) =>
  filledLines(linesOf(text), missing)
    .remaining.map(({ words }) => words)
    .join("\n");

test.each([
  ["nothing is missing", "一\r\n\r\n二 {{ rank }}\r\n", "一\n\n二 {{ rank }}\n"],
  ["a line between others", "一\n会員番号 {{ member_number }}\n二", "一\n二"],
  ["a paragraph of its own", "一\n\n{{ member_number }}\n\n二", "一\n\n二"],
  ["the first line", "{{ member_number }}様\n\n二", "二"],
  ["the last line", "一\n\n{{ member_number }}", "一\n"],
  ["lines with blanks between them", "一\n\n{{ member_number }}\n\n{{ coupon_code }}\n\n二", "一\n\n二"],
  ["blank lines elsewhere stay", "一\n\n\n二\n{{ member_number }}\n三", "一\n\n\n二\n三"],
  [
    "what is said in its place",
    "一\n会員番号 {{ member_number | なし }}\n二",
    "一\n会員番号 {{ member_number | なし }}\n二",
  ],
  ["all that belongs to the line", "一\nコード {{coupon_code}} 氏名 {{ name }}\n二", "一\n二"],
])("%s", (_, text, expected) => {
  expect(remainingText(text, "member_number", "coupon_code")).toBe(expected);
});

test("what was left out is named by its line and by what is missing", () => {
  const lines = linesOf("一\n\n{{ coupon_code }}・{{ member_number }}\n{{ name }}");
  expect(filledLines(lines, ["member_number", "coupon_code"]).omitted).toEqual([
    { line: 3, missing: ["coupon_code", "member_number"] },
  ]);
});

test("no line of what is told names what is missing, and every other line is there in its order", () => {
  const line = fc.oneof(
    fc.constantFrom("", " ", "文", "別の文"),
    fc.constantFrom(...PLACEHOLDERS).map((name) => `${name}: {{ ${name} }}`),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.subarray([...PLACEHOLDERS]), (lines, missing) => {
      const { remaining, omitted } = filledLines(lines.flatMap(linesOf), missing);
      const rest = remaining.map(({ words }) => words);
      for (const one of rest) expect(usedPlaceholders(one).some((name) => missing.includes(name))).toBe(false);
      const expectedLines = lines.filter(
        (one) => one.trim() !== "" && !usedPlaceholders(one).some((n) => missing.includes(n)),
      );
      expect(rest.filter((one) => one.trim() !== "")).toEqual(expectedLines);
      expect(omitted).toHaveLength(lines.filter((one) => one.trim() !== "").length - expectedLines.length);
    }),
  );
});
