import { expect, test } from "vitest";
import { firstTelText, normaliseTelText } from "./normalise.ts";

test.each([
  ["090-1234-5678(携帯)", "09012345678"],
  ["090-1234-5678 (妻)", "09012345678"],
  ["本人 090-1234-5678", "09012345678"],
  ["本人：090-1234-5678", "09012345678"],
  ["090-1234-5678\n03-1234-5679", "09012345678"],
  ["090-1234-5678 03-1234-5679", "09012345678"],
  ["携帯090-1234-5678 自宅03-1234-5679", "09012345678"],
  ["03-1234-5679 FAX 03-1234-5680", "0312345679"],
  ["FAX 03-1234-5680 TEL 03-1234-5679", "0312345679"],
  ["FAX 03-1234-5680", undefined],
  ["090/1234/5678", "09012345678"],
  ["03・1234・5679", "0312345679"],
  ["22-1234 / 33-4567", "221234"],
  ["なし", undefined],
  ["〇九〇", undefined],
])("%j has the number %s", (text, number) => {
  expect(firstTelText(text)).toBe(number);
});

test.each([
  ["001-1-212-555-0100", "+12125550100"],
  ["001-212-555-0100", "+12125550100"],
  ["0082-10-1234-5678", "+821012345678"],
])("%s abroad is %s", (text, number) => {
  expect(normaliseTelText(text)).toBe(number);
});

test("long texts cost no time", () => {
  const began = performance.now();
  for (const text of ["あ ", "FAX 03", "0 ", "(あ", "1"]) firstTelText(text.repeat(5_000));
  expect(performance.now() - began).toBeLessThan(1_000);
});
