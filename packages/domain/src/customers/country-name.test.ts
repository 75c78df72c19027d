import { expect, test } from "vitest";
import { countryName, normaliseCountry } from "./country-name.ts";

test.each([
  ["JPN", "ja", "日本"],
  ["PRT", "ja", "ポルトガル"],
  ["CN", "ja", "中国"],
  ["GBR", "en", "United Kingdom"],
  ["ポルトガル", "ja", "ポルトガル"], // written out in the file
  ["XQZ", "ja", "XQZ"], // no country: shown as it is
])("%s in %s is %s", (code, language, name) => {
  expect(countryName(code, language)).toBe(name);
});

test.each([
  ["jp", "JP"],
  ["jpn", "JPN"],
  ["Japan", "Japan"],
  ["日本", "日本"],
])("%s is kept as %s", (typed, stored) => {
  expect(normaliseCountry(typed)).toBe(stored);
});
