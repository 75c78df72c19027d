import { expect, test } from "vitest";
import { withLinkFields } from "./link-fields.ts";

const FIELDS = "utm_source=newsletter&utm_medium=email&utm_campaign=okaeri-7";
test.each([
  ["https://inn.example", `https://inn.example?${FIELDS}`],
  ["https://inn.example/a?plan=2", `https://inn.example/a?plan=2&${FIELDS}`],
  ["https://inn.example/a?", `https://inn.example/a?${FIELDS}`],
  ["https://inn.example/a?b&#c?d", `https://inn.example/a?b&${FIELDS}#c?d`],
  ["https://inn.example/#/rooms?x=1", `https://inn.example/?${FIELDS}#/rooms?x=1`],
  ["https://inn.example/a?q=%E5%AE%BF+x", `https://inn.example/a?q=%E5%AE%BF+x&${FIELDS}`],
  ["https://inn.example/a?UTM_source=own&b=1", "https://inn.example/a?UTM_source=own&b=1"],
  ["https://inn.example/a?b=1&utm_medium=x#y", "https://inn.example/a?b=1&utm_medium=x#y"],
  ["https://inn.example/utm_x#utm_y", `https://inn.example/utm_x?${FIELDS}#utm_y`],
])("%s", (address, expected) => {
  expect(withLinkFields(address, { source: "newsletter", campaignId: 7 })).toBe(expected);
  expect(URL.parse(expected)).not.toBeNull();
});
