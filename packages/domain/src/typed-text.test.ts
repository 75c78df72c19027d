import { expect, it } from "vitest";
import { excess, fitsForm, normaliseTyped, type TextForm } from "./typed-text.ts";

const CASES: [TextForm | undefined, string, string, boolean][] = [
  [undefined, "  花の湯　", "花の湯", true],
  [undefined, "\ufeff花の\u200b湯", "花の湯", true],
  ["kana", "-", "-", false],
  ["kana", "ｶﾌﾞｼｷｶﾞｲｼｬ ﾊﾅﾉﾕ", "カブシキガイシャ ハナノユ", true],
  ["kana", "かぶしきがいしゃ", "カブシキガイシャ", true],
  ["kana", "株式会社", "株式会社", false],
  ["kana", "カ)ハナノユ＆Ｃｏ", "カ)ハナノユ&Co", true],
  ["tel", " ０３－１２３４－５６７８ ", "03-1234-5678", true],
  ["tel", "03ー1234−5678", "03-1234-5678", true],
  ["tel", "＋81 3 1234 5678", "+81 3 1234 5678", true],
  ["tel", "(03)1234-5678", "(03)1234-5678", true],
  ["tel", "番号なし", "番号なし", false],
  ["tel", "12", "12", false],
  ["tel", "03-1234-5678 内線 12", "03-1234-5678 内線 12", true],
  ["postcode", "1234567", "123-4567", true],
  ["postcode", "〒１２３ー４５６７", "123-4567", true],
  ["postcode", "sw1a 1aa", "SW1A 1AA", true],
  ["code", "　ＨＡＫＯＮＥ－０１ ", "HAKONE-01", true],
  ["email", " info@Hakone.Example.JP ", "info@hakone.example.jp", true],
  ["email", "info@", "info@", false],
  ["line_channel_id", " １２３４５６７８９０ ", "1234567890", true],
  ["line_channel_id", "1234", "1234", false],
  ["line_basic_id", "＠123abcde", "@123abcde", true],
  ["line_basic_id", "123abcde", "123abcde", false],
  ["utm_source", "Ｈｏｔｅｌ-news", "Hotel-news", true],
  ["utm_source", "a&b=c", "a&b=c", false],
  ["field_key", "car_number", "car_number", true],
  ["field_key", "1x", "1x", false],
];

it.each(CASES)("%s: %j is kept as %j", (form, typed, stored, fits) => {
  expect(normaliseTyped(typed, form)).toBe(stored);
  expect(fitsForm(stored, form)).toBe(fits);
  expect(normaliseTyped(stored, form), "twice is as good as once").toBe(stored);
  expect(fitsForm("", form), "nothing is not a wrong form").toBe(true);
});

it("counts characters as people do", () => {
  expect([excess("𠮷野家", 3), excess("𠮷野家", 2), excess("", 2)]).toEqual([0, 1, -2]);
});
