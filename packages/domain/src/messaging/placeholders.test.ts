import { describe, expect, it } from "vitest";
import { calendarDate } from "../calendar-date.ts";
import type { MessageFacts } from "./placeholders.ts";
import {
  fillPlaceholders,
  PLACEHOLDERS,
  placeholderValues,
  subjectErrors,
  templateErrors,
  usedPlaceholders,
} from "./placeholders.ts";

const facts: MessageFacts = {
  name: "山田 太郎",
  name_kana: "ヤマダ タロウ",
  member_number: "A-001",
  point_balance: 12345,
  point_expires_on: calendarDate("2027-03-31"),
  rank: "ゴールド",
  last_stay_on: calendarDate("2026-05-24"),
  stay_count: 7,
  facility_name: "ホテルおかえり",
  granted_points: 500,
};
const unknown: MessageFacts = {
  ...facts,
  name: " ",
  name_kana: null,
  member_number: null,
  point_expires_on: null,
  rank: null,
  last_stay_on: null,
  granted_points: null,
};

describe("values", () => {
  it("show names, figures and days as people read them", () => {
    const text = "{{name}}様、{{ point_balance }}ポイント（{{ point_expires_on }}まで）";
    expect(fillPlaceholders(text, placeholderValues(facts))).toBe("山田 太郎様、12,345ポイント（2027年03月31日まで）");
  });
  it("a missing field has a fallback, never undefined or null", () => {
    for (const language of ["ja", "en"] as const) {
      const values = placeholderValues(unknown, language);
      for (const name of PLACEHOLDERS) expect(values[name], name).toMatch(/\S/);
    }
    expect(placeholderValues(unknown).name_kana).toBe("お客様");
    expect(placeholderValues(facts, "en").last_stay_on).toBe("2026-05-24");
  });
  it("are encoded where asked and put in only once", () => {
    const values = placeholderValues({ ...facts, name: "{{ rank }}<b>" });
    expect(fillPlaceholders("{{ name }}", values, (value) => value.replaceAll("<", "&lt;"))).toBe("{{ rank }}&lt;b>");
  });
  it("tell which are used", () => {
    expect(usedPlaceholders("{{ rank }} {{name}} {{ rank }} {{ x }}")).toEqual(["rank", "name"]);
  });
});

describe("errors at save, not at send", () => {
  it.each([
    ["fine {{ name }} { } {{rank}}", []],
    ["{{ nmae }}", ["0 unknown_placeholder nmae"]],
    ["{{ Name }}", ["0 unknown_placeholder Name"]],
    ["{{ name | upcase }}", ["0 unknown_placeholder name | upcase"]],
    ["{{ constructor }}", ["0 unknown_placeholder constructor"]],
    ["{{}}", ["0 unknown_placeholder "]],
    ["a {{ name", ["2 unclosed"]],
    ["{{ {{ name }} }}", ["0 unclosed", "14 unopened"]],
    ["name }}", ["5 unopened"]],
    ["{% for x in y %}", ["0 tag_not_allowed", "14 tag_not_allowed"]],
    ["a\u0000", ["1 bad_character"]],
    ["a\r\nb", []],
  ])("%j", (text, expected) => {
    expect(templateErrors(text).map((e) => `${e.index} ${e.code}${e.name === undefined ? "" : ` ${e.name}`}`)).toEqual(
      expected,
    );
  });
  it("a subject is one short line", () => {
    expect(subjectErrors("a\r\nBcc: x@y.example")).toEqual([{ code: "line_break", index: 1 }]);
    expect(subjectErrors("あ".repeat(201))).toEqual([{ code: "too_long", index: 200 }]);
    expect(subjectErrors("{{ name }}様")).toEqual([]);
    expect(templateErrors("x".repeat(50_001))).toEqual([{ code: "too_long", index: 50_000 }]);
  });
});
