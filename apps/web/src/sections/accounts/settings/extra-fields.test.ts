import { describe, expect, it } from "vitest";
import { keyFrom, keysTwice, movedTo, newExtraField, withEnglishLabel } from "./extra-fields.ts";

it.each([
  ["Car number", "car_number"],
  ["  2nd guest's name! ", "nd_guest_s_name"],
  ["アレルギー", ""],
  ["Ａllergy", "allergy"],
  ["x".repeat(60), "x".repeat(40)],
])("keyFrom(%j) is %j", (label, key) => {
  expect(keyFrom(label)).toBe(key);
});

describe("withEnglishLabel", () => {
  it("writes the code along until somebody typed one", () => {
    const first = withEnglishLabel(newExtraField(), "Allergies");
    expect(first.key).toBe("allergies");
    expect(withEnglishLabel(first, "Food allergies").key).toBe("food_allergies");
    expect(withEnglishLabel({ ...first, key: "food" }, "Food allergies").key).toBe("food");
  });
});

it("names a code that is there twice", () => {
  const good = { key: "car", label_ja: "車両番号", label_en: "Car", is_required: false };
  expect(keysTwice([good, { ...good }, { ...good, key: "" }, { ...good, key: "" }])).toEqual({
    "extra_fields.1.key": { code: "twice" },
  });
});

it("moves within a list", () => {
  expect([movedTo([1, 2, 3], 0, 1), movedTo([1, 2, 3], 2, 1)]).toEqual([
    [2, 1, 3],
    [1, 3, 2],
  ]);
});
