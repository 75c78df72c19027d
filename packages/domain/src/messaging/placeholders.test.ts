import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarDate } from "../calendar-date.ts";
import type { MessageFacts } from "./placeholders.ts";
import {
  fillTemplate,
  lineErrors,
  MAX_SUBJECT_LENGTH,
  neededPlaceholders,
  PLACEHOLDERS,
  parseTemplate,
  placeholderValues,
  placeInText,
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
  coupon: { name: "秋の割引", description: "大浴場も", code: "AKI-0001", until: calendarDate("2026-12-24") },
  reservation: {
    check_in_on: calendarDate("2026-12-30"),
    check_out_on: calendarDate("2027-01-02"),
    plan: "朝食付き",
    room_type: "和室",
    reserved_price: 48_000,
    facility_name: "別館おかえり",
  },
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
  coupon: null,
  reservation: null,
};

/** The text for one guest; a text with a fault throws. */
function filled(
  text: string,
  values: ReturnType<typeof placeholderValues>,
  encode?: (value: string) => string,
): string {
  const parsed = parseTemplate(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return fillTemplate(parsed.parts, values, encode);
}

describe("values", () => {
  it("show names, figures and days as people read them", () => {
    const text = "{{name}}様、{{ point_balance }}ポイント（{{ point_expires_on }}まで）";
    expect(filled(text, placeholderValues(facts))).toBe("山田 太郎様、12,345ポイント（2027年03月31日まで）");
  });
  it("of a reservation its own days, price and facility are told, and what is not known of it is missing", () => {
    const text =
      "{{facility_name}} {{check_in_on}}〜{{check_out_on}}({{nights}}泊) {{plan}} {{room_type}} {{reserved_price}}円";
    const wanted = "別館おかえり 2026年12月30日〜2027年01月02日(3泊) 朝食付き 和室 48,000円";
    expect(filled(text, placeholderValues(facts))).toBe(wanted);
    const reservation = facts.reservation && { ...facts.reservation, plan: " ", room_type: null, reserved_price: null };
    const values = placeholderValues({ ...facts, reservation }, "en");
    expect(values).toMatchObject({ check_in_on: "2026-12-30", plan: null, room_type: null, reserved_price: null });
    const free = facts.reservation && { ...facts.reservation, reserved_price: 0 };
    expect(placeholderValues({ ...facts, reservation: free }).reserved_price).toBe("0");
    expect(placeholderValues(unknown)).toMatchObject({
      facility_name: "ホテルおかえり",
      check_in_on: null,
      nights: null,
    });
  });
  it("what says 様 already gets no second one", () => {
    const text = "{{ name }}様へ {{ name_kana }} 様の{{ facility_name }}様";
    expect(filled(text, placeholderValues(unknown))).toMatch(/^お客様へ お客様の.+様$/);
    expect(filled(text, placeholderValues(facts))).toMatch(/^山田 太郎様へ .+ 様の.+様$/);
    expect(filled("{{ name }}の様子", placeholderValues(unknown))).toBe("お客様の様子");
  });
  it("a missing field has words that stand for it or none at all, never an empty text", () => {
    for (const language of ["ja", "en"] as const) {
      const values = placeholderValues(unknown, language);
      for (const name of PLACEHOLDERS) expect(values[name] ?? "none", name).toMatch(/\S/);
    }
    expect(placeholderValues(unknown)).toMatchObject({
      name_kana: "お客様",
      rank: "一般",
      point_expires_on: "期限なし",
    });
    expect(placeholderValues({ ...unknown, name_kana: "ヤマダ" }).name).toBe("ヤマダ");
    expect(placeholderValues(facts, "en").last_stay_on).toBe("2026-05-24");
  });
  it("are encoded where asked and put in only once", () => {
    const values = placeholderValues({ ...facts, name: "{{ rank }}<b>" });
    expect(filled("{{ name }}", values, (value) => value.replaceAll("<", "&lt;"))).toBe("{{ rank }}&lt;b>");
  });
  it("say what is written for it where the fact is missing", () => {
    const text = "{{ plan | ご予約のプラン }}と{{ room_type|お部屋 }}様";
    expect(filled(text, placeholderValues(unknown))).toBe("ご予約のプランとお部屋様");
    expect(filled(text, placeholderValues(facts))).toBe("朝食付きと和室様");
  });
  it("tell which are used, and which a line cannot do without", () => {
    expect(usedPlaceholders("{{ rank }} {{name | x}} {{ rank }} {{ x }}")).toEqual(["rank", "name"]);
    expect(neededPlaceholders("{{ rank }} {{name | x}} {{ rank }} {{ x }}")).toEqual(["rank"]);
  });
});

describe("errors at save, not at send", () => {
  it.each([
    ["fine {{ name }} { } {{rank}}", []],
    ["{{ nmae }}", ["0 unknown_placeholder nmae"]],
    ["{{ Name }}", ["0 unknown_placeholder Name"]],
    ["{{ nmae | お客様 }}", ["0 unknown_placeholder nmae"]],
    ["{{ rank | 一般 }} {{ plan|A | B }}", []],
    ["{{ plan | }}", ["0 empty_fallback"]],
    ["{{ plan | a\nb }}", ["0 broken_placeholder"]],
    ["{{ plan | {{ name }} }}", ["0 unclosed", "21 unopened"]],
    ["{{ constructor }}", ["0 unknown_placeholder constructor"]],
    ["{{}}", ["0 unknown_placeholder "]],
    ["{{ name\n}} 様", ["0 broken_placeholder"]],
    ["{{\r\n\r\nname }}", ["0 broken_placeholder"]],
    ["様 {{\u2028name }}", ["2 broken_placeholder"]],
    ["{{\u3000name\t}}", []],
    ["{{{ name }}}", ["0 unknown_placeholder { name"]],
    ["{{ name }} {{ name }", ["11 unclosed"]],
    ["{{ __proto__ }}", ["0 unknown_placeholder __proto__"]],
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
    expect(lineErrors("a\r\nBcc: x@y.example", MAX_SUBJECT_LENGTH)).toEqual([{ code: "line_break", index: 1 }]);
    expect(lineErrors("あ".repeat(201), MAX_SUBJECT_LENGTH)).toEqual([{ code: "too_long", index: 200 }]);
    expect(lineErrors("{{ name }}様", MAX_SUBJECT_LENGTH)).toEqual([]);
    expect(templateErrors("x".repeat(50_001))).toEqual([{ code: "too_long", index: 50_000 }]);
  });
});

describe("one reading of a text", () => {
  const piece = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        "{{",
        "}}",
        "{",
        "}",
        "{%",
        "%}",
        "{{ name }}",
        "{{rank}}",
        " | upcase",
        "name",
        "nmae",
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        "\n",
        "\r\n",
        "\n\n",
        " ",
        "\t",
        "\u3000",
        "\u2028",
        "<b>",
        "&amp;",
        "https://x.example/?a={{ member_number }}",
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom(...PLACEHOLDERS).map((name) => `{{ ${name} }}`) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 5 }) },
  );
  const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

  it("accepted: fills for a guest of whom nothing is known; refused: every fault has its place", () => {
    let accepted = 0;
    fc.assert(
      fc.property(texts, fc.constantFrom("ja" as const, "en" as const), (text, language) => {
        const parsed = parseTemplate(text);
        if (!parsed.ok) {
          for (const error of parsed.errors) {
            expect(error.index).toBeGreaterThanOrEqual(0);
            expect(error.index).toBeLessThanOrEqual(text.length);
          }
          expect(parsed.errors.length).toBeGreaterThan(0);
          return;
        }
        accepted++;
        const values = placeholderValues(unknown, language);
        // What the writer wrote stands as written, and no braces are left over.
        const rest = text.replaceAll(/\{\{[^{}]*\}\}/g, "\0");
        expect(rest).not.toMatch(/\{\{|\}\}|\{%|%\}/);
        let got = "";
        for (const part of parsed.parts) got += "text" in part ? part.text : "\0";
        expect(got).toBe(rest);
        const wanted = parsed.parts.filter((part) => "text" in part || values[part.placeholder] !== null);
        fillTemplate(wanted, values, (value) => {
          expect(value).toMatch(/\S/);
          expect(value).not.toMatch(/undefined|null|NaN/);
          return value;
        });
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it("tells line and character as a person counts them", () => {
    const text = "𠮷田様\r\nこんにちは\n  {{ nmae }}";
    expect(placeInText(text, text.indexOf("{{"))).toEqual({ line: 3, character: 3 });
    expect(placeInText(text, 4)).toEqual({ line: 1, character: 4 });
    expect(placeInText("", 0)).toEqual({ line: 1, character: 1 });
  });
});
