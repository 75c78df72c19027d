import { expect, test } from "vitest";
import { isSignInId, signInId } from "./sign-in-id.ts";

test.each([
  ["hana_admin", "hana_admin"],
  ["  Hana_ADMIN\u3000", "hana_admin"],
  ["ｈａｎａ＿ａｄｍｉｎ", "hana_admin"],
  ["\u212Aana", "kana"], // Kelvin sign
  ["\u017Fakura", "sakura"], // long s
  ["ﬁore", "fiore"],
])("%j is the id %j", (typed, id) => {
  expect(signInId(typed)).toBe(id);
  expect(isSignInId(signInId(typed))).toBe(true);
});

test.each([
  ["İ with a dot", "tsukİ_admin"],
  ["ı without", "tsukı_admin"],
  ["a combining dot", "tsuki\u0307_admin"],
  ["a combining accent", "tsuki_a\u0301dmin"],
  ["a soft hyphen", "tsuki\u00AD_admin"],
  ["a zero-width joiner", "tsuki\u200D_admin"],
  ["a Cyrillic letter", "tsuki_\u0430dmin"],
])("an id with %s is another one, and nobody's", (_what, typed) => {
  expect(signInId(typed)).not.toBe("tsuki_admin");
  expect(isSignInId(signInId(typed))).toBe(false);
});

test("ß is not ss, whatever its case", () => {
  expect(signInId("STRAẞE_1")).toBe("straße_1");
  expect(signInId("STRASSE_1")).toBe("strasse_1");
});

test("every letter that has another form: the form of the form is the form, and normalised", () => {
  const wrong: string[] = [];
  // Without the Han and Hangul blocks, which have neither case nor marks.
  for (const [first, last] of [
    [0x21, 0x33ff],
    [0xa000, 0xabff],
    [0xf900, 0x1ffff],
  ] as const) {
    for (let point = first; point <= last; point++) {
      const id = signInId(`a${String.fromCodePoint(point)}\u0307z`);
      if (signInId(id) !== id) wrong.push(point.toString(16));
    }
  }
  expect(wrong).toEqual([]);
});
