import fc from "fast-check";
import { expect, test } from "vitest";
import { missingOf, withoutMissing } from "./missing-facts.ts";
import {
  PLACEHOLDERS,
  type Placeholder,
  placeholderValues,
  RESERVATION_WORDS,
  usedPlaceholders,
} from "./placeholders.ts";

const mail = (body: string, over = {}) => ({ title: "ご案内", body, signature: "", ...over });
const bodyWithout = (body: string, ...missing: Placeholder[]) => withoutMissing(mail(body), missing).mail?.body;

test("of a guest of whom little is known it is said what has neither a fact nor something that stands for it", () => {
  const known = { name: "", name_kana: null, member_number: null, rank: null, last_stay_on: null, stay_count: 0 };
  const points = { point_balance: 0, point_expires_on: null, granted_points: null };
  const guest = { ...known, ...points, facility_name: "宿", coupon: null, reservation: null };
  const coupon: Placeholder[] = ["coupon_name", "coupon_description", "coupon_code", "coupon_until"];
  expect(missingOf(placeholderValues(guest))).toEqual([
    "member_number",
    "point_expires_on",
    "last_stay_on",
    "granted_points",
    ...coupon,
    ...RESERVATION_WORDS,
  ]);
  const held = { ...guest, point_balance: 5, coupon: { name: "券", description: "", code: null, until: null } };
  expect(missingOf(placeholderValues(held))).toEqual([
    "member_number",
    "last_stay_on",
    "granted_points",
    "coupon_description",
    "coupon_code",
    ...RESERVATION_WORDS,
  ]);
});

test.each([
  ["nothing is missing", "一\r\n\r\n二 {{ rank }}\r\n", "一\r\n\r\n二 {{ rank }}\r\n"],
  ["a line between others", "一\n会員番号 {{ member_number }}\n二", "一\n二"],
  ["a paragraph of its own", "一\n\n{{ member_number }}\n\n二", "一\n\n二"],
  ["the first line", "{{ member_number }}様\n\n二", "二"],
  ["the last line", "一\n\n{{ member_number }}", "一\n"],
  ["lines with blanks between them", "一\n\n{{ member_number }}\n\n{{ coupon_code }}\n\n二", "一\n\n二"],
  ["blank lines elsewhere stay", "一\n\n\n二\n{{ member_number }}\n三", "一\n\n\n二\n三"],
  ["all that belongs to the line", "一\nコード {{coupon_code}} 氏名 {{ name }}\n二", "一\n二"],
])("%s", (_, text, expected) => {
  expect(bodyWithout(text, "member_number", "coupon_code")).toBe(expected);
});

test("what was left out is named by its line and by what is missing", () => {
  const long = mail("一\n\n{{ coupon_code }}・{{ member_number }}\n{{ name }}", { signature: "宿\n{{ coupon_code }}" });
  expect(withoutMissing(long, ["member_number", "coupon_code"])).toEqual({
    mail: { title: "ご案内", body: "一\n\n{{ name }}", signature: "宿" },
    leftOut: [
      { field: "body", line: 3, missing: ["coupon_code", "member_number"] },
      { field: "signature", line: 2, missing: ["coupon_code"] },
    ],
  });
});

test("a mail whose subject cannot be said, or of whose text no word is left, is none", () => {
  expect(withoutMissing(mail("一", { title: "{{ member_number }}様" }), ["member_number"])).toEqual({
    mail: null,
    leftOut: [{ field: "title", line: 1, missing: ["member_number"] }],
  });
  expect(withoutMissing(mail("\n {{ coupon_code }}\n", { signature: "宿" }), ["coupon_code"]).mail).toBeNull();
});

test("no line of what is told names what is missing, and every other line is there in its order", () => {
  const line = fc.oneof(
    fc.constantFrom("", " ", "文", "別の文"),
    fc.constantFrom(...PLACEHOLDERS).map((name) => `${name}: {{ ${name} }}`),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.subarray([...PLACEHOLDERS]), (lines, missing) => {
      const { mail: told, leftOut } = withoutMissing(mail(lines.join("\n")), missing);
      const rest = (told?.body ?? "").split("\n");
      for (const one of rest) expect(usedPlaceholders(one).some((name) => missing.includes(name))).toBe(false);
      const said = lines.filter((one) => one.trim() !== "" && !usedPlaceholders(one).some((n) => missing.includes(n)));
      expect(rest.filter((one) => one.trim() !== "")).toEqual(said);
      expect(leftOut).toHaveLength(lines.filter((one) => one.trim() !== "").length - said.length);
    }),
  );
});
