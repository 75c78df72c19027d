import { describe, expect, it } from "vitest";
import { nextFacilityCode, type OptionDraft, optionInputs, optionProblems } from "./option-draft.ts";

const row = (change: Partial<OptionDraft>): OptionDraft => ({
  key: String(Math.random()),
  id: null,
  option_type: "crm_option",
  option_started_at: "2026-04-01",
  option_ended_at: "",
  option_item: "",
  ...change,
});

describe("what is wrong with option periods", () => {
  it("nothing, where one ends the day before the next starts", () => {
    const rows = [row({ option_ended_at: "2026-09-30" }), row({ option_started_at: "2026-10-01" })];
    expect(optionProblems(rows, true)).toEqual({});
  });

  it("names every row at fault, beside the field that must change", () => {
    const rows = [
      row({}),
      row({ option_started_at: "2027-01-01" }),
      row({ option_type: "registration_card_option", option_started_at: "" }),
      row({ option_type: "registration_card_option", option_ended_at: "2026-03-31" }),
    ];
    expect(optionProblems(rows, true)).toEqual({
      "options.1.option_started_at": { code: "periods_overlap" },
      "options.2.option_started_at": { code: "required" },
      "options.3.option_ended_at": { code: "before_start" },
    });
  });

  it("keeps the headquarters' option at the top", () => {
    const rows = [row({ option_type: "crm_option_parent" })];
    expect(optionProblems(rows, true)).toEqual({});
    expect(optionProblems(rows, false)).toEqual({ "options.0.option_type": { code: "top_level_only" } });
  });

  it("sends an open end as null and never the row's key", () => {
    expect(optionInputs([row({ id: 4 })])).toEqual([
      { id: 4, option_type: "crm_option", option_started_at: "2026-04-01", option_ended_at: null, option_item: "" },
    ]);
  });
});

describe("the next code of a chain", () => {
  it.each([
    ["HANA-01", "HANA-02"],
    ["F9", "F10"],
    ["0099", "0100"],
    ["HANA", ""],
    ["", ""],
  ])("%s → %s", (code, next) => {
    expect(nextFacilityCode(code)).toBe(next);
  });
});
