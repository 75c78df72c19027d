import { describe, expect, it } from "vitest";
import kana from "./fixtures/kana.json" with { type: "json" };
import nfkc from "./fixtures/nfkc.json" with { type: "json" };
import phone from "./fixtures/phone.json" with { type: "json" };
import {
  codePointLength,
  findBadCharacter,
  kanaMatchKey,
  normaliseKana,
  normalisePostcode,
  normaliseTelText,
  normaliseText,
} from "./normalise.ts";

const fromCodes = (codes: string) => String.fromCodePoint(...codes.split(" ").map((code) => Number.parseInt(code, 16)));

describe("kana", () => {
  it.each(kana.pairs.map(([half, full]) => [half ?? "", full ?? ""] as const))(
    "%s and %s are one spelling",
    (half, full) => {
      expect(normaliseKana(half)).toBe(normaliseKana(full));
    },
  );
  it.each([
    ["やまだ　たろう", "ヤマダ タロウ"],
    ["ﾔﾏﾀﾞ ﾀﾛｳ", "ヤマダ タロウ"],
    [" やまだ  タロウ ", "ヤマダ タロウ"],
    ["ゔぁいおりん", "ヴァイオリン"],
    ["ﾏﾘｰ", "マリー"],
    ["マリ-", "マリー"],
  ])("%s becomes %s", (text, expected) => {
    expect(normaliseKana(text)).toBe(expected);
  });
  it("compares without spaces", () => {
    expect(kanaMatchKey("やまだ　たろう")).toBe(kanaMatchKey("ﾔﾏﾀﾞﾀﾛｳ"));
  });
});

describe("text", () => {
  it("agrees with the Unicode normalisation vectors", () => {
    for (const [source, expected] of nfkc.rows) {
      expect(fromCodes(source ?? "").normalize("NFKC")).toBe(fromCodes(expected ?? ""));
    }
  });
  it("trims, folds spaces and keeps kanji variants", () => {
    expect(normaliseText("　髙﨑  德\t子 ")).toBe("髙﨑 德 子");
  });
  it.each([
    ["山田\ufeff 太郎", "山田 太郎"],
    ["\u200b山\u200b田\u2060太郎\u200f", "山田太郎"],
    ["\u200b \ufeff", ""],
    ["👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"],
  ])("%j without what nobody sees", (text, expected) => {
    expect(normaliseText(text)).toBe(expected);
  });
  it("counts code points", () => {
    expect(codePointLength("𠮷野家")).toBe(3);
  });
});

describe("findBadCharacter", () => {
  it.each([
    ["山田\u0000", "nul", 2],
    ["\ud800abc", "lone_surrogate", 0],
    ["ab\udc00", "lone_surrogate", 2],
    ["The quic\bk", "control", 8],
    ["a\u0085", "control", 1],
    ["a\u202eb", "bidi_control", 1],
    ["a\uffff", "noncharacter", 1],
    ["a\nb", "control", 1],
  ])("%j has a %s character", (text, kind, index) => {
    expect(findBadCharacter(text)).toMatchObject({ kind, index });
  });
  it.each(["山田 太郎", "𠮷野", "👨‍👩‍👧", "a\tb", "Zoë", "é\u0301"])("%j is clean", (text) => {
    expect(findBadCharacter(text)).toBeUndefined();
  });
  it("lets line breaks pass where a field has lines", () => {
    expect(findBadCharacter("a\r\nb", { allowNewlines: true })).toBeUndefined();
  });
});

describe("telephone, postcode, member number", () => {
  it.each(phone.rows.map(([input]) => input ?? ""))("telephone %s keeps only digits", (input) => {
    expect(normaliseTelText(input)).toMatch(/^\+?\d+$/);
  });
  it.each([
    ["０９０ー１２３４－５６７８", "09012345678"],
    ["+81 (0)90-1234-5678", "+8109012345678"],
    ["tel:03-1234-5678", "0312345678"],
    ["tel:+81-3-1234-5678;ext=301", "+81312345678"],
    ["℡ ０３（１２３４）５６７８", "0312345678"],
    ["電話番号：03-1234-5678", "0312345678"],
    ["03-1234-5678 内線12", "0312345678"],
    ["03-1234-5678（内線：301）", "0312345678"],
    ["03-1234-5678 ext. 45", "0312345678"],
    ["+1 212-555-0123 x9", "+12125550123"],
    ["03-1234-5678(代)", "0312345678"],
    ["内線 12", undefined],
    ["", undefined],
    ["090-1234-5678 / 03-1234-5678", undefined],
  ])("telephone %j becomes %s", (text, expected) => {
    expect(normaliseTelText(text)).toBe(expected);
  });
  it.each([
    ["〒１００−０００１", "100-0001"],
    ["1000001", "100-0001"],
    [" sw1a 1aa ", "SW1A 1AA"],
  ])("postcode %s becomes %s", (text, expected) => {
    expect(normalisePostcode(text)).toBe(expected);
  });
  it.each([
    ["0081 3 1234 5679", "+81312345679"],
    ["0081-90-1234-5678", "+819012345678"],
    ["0081(0)90-1234-5678", "+819012345678"],
    ["010-81-90-1234-5678", "+819012345678"],
    ["001-010-81-3-1234-5678", "+81312345678"],
    ["81-90-1234-5678", "+819012345678"],
    ["810312345678", "+81312345678"],
    ["8190-1234-5678", "+819012345678"],
    ["(+81) 90-1234-5678", "+819012345678"],
    ["+090-1234-5678", "09012345678"],
    ["+0081-90-1234-5678", "+819012345678"],
    ["＋８１−９０−１２３４−５６７８", "+819012345678"],
    ["(0)90-1234-5678", "09012345678"],
    ["9012345678.0", "9012345678"],
    ["9012345678", "9012345678"],
    ["312345678", "312345678"],
    ["0044 20 7946 0958", "+442079460958"],
    ["010-1234-5678", "01012345678"],
    ["8112345678", "8112345678"],
  ])("telephone %j is %s", (text, expected) => {
    expect(normaliseTelText(text)).toBe(expected);
  });
});
