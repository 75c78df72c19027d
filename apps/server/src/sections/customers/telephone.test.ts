import { expect, it } from "vitest";
import { telephoneOf } from "./telephone.ts";

it.each([
  ["09012345678", "+819012345678", "09012345678"],
  ["0312345678", "+81312345678", "0312345678"],
  ["+819012345678", "+819012345678", "09012345678"],
  // A spreadsheet kept it as a number: the first zero is lost.
  ["9012345678", "+819012345678", "09012345678"],
  ["312345678", "+81312345678", "0312345678"],
  ["+442071838750", "+442071838750", null],
  ["0120123456", "+81120123456", "0120123456"],
])("%s is %s", (text, tel, national) => {
  expect(telephoneOf(text)).toEqual({ tel, tel_national: national });
});

it.each(["123", "99999999999999999"])("%s is no number of any plan", (text) => {
  expect(telephoneOf(text)).toBeNull();
});
