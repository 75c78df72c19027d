import { expect, it } from "vitest";
import { lastNumber, luhnDigit, memberNumber } from "./member-number.ts";

// Published numbers: an example of the algorithm, card numbers that payment providers publish for tests, an IMEI of 3GPP's example.
it.each([
  "79927398713",
  "4111111111111111",
  "5555555555554444",
  "378282246310005",
  "6011111111111117",
  "490154203237518",
  "18",
])("%s ends with its check digit", (number) => {
  expect(luhnDigit(number.slice(0, -1))).toBe(number.at(-1));
});

it("one wrong digit, or two neighbours exchanged, is another check digit", () => {
  const right = luhnDigit("00001234");
  expect(luhnDigit("00001235")).not.toBe(right);
  expect(luhnDigit("00002134")).not.toBe(right);
});

it("a number has its prefix, its digits with zeros in front, and its check digit", () => {
  expect(memberNumber({ prefix: "HN-", digits: 6, check: "none" }, 42)).toBe("HN-000042");
  expect(memberNumber({ prefix: "", digits: 10, check: "luhn" }, 7_992_739_871)).toBe("79927398713");
  expect(lastNumber(4)).toBe(9_999);
});
