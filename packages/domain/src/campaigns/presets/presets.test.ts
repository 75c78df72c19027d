import { describe, expect, it } from "vitest";
import { couponErrors } from "../../coupons/coupon.ts";
import { CAMPAIGN_TYPE_OF_PRESET, LANGUAGE_CODES, PRESET_TYPES } from "../../enumerations.ts";
import { blockFaults, blocksLack } from "../../messaging/mail-blocks.ts";
import { mailTextFaults } from "../../messaging/mail-text.ts";
import { grantRuleErrors } from "../../points/amount.ts";
import { expirationErrors } from "../../points/expiry.ts";
import { targetErrors } from "../../segments/target.ts";
import { typeRefusalOf } from "../actions/offered-types.ts";
import { timingProblems } from "../schedule/timing.ts";
import { judgedIn } from "../triggers/occasions.ts";
import { lacksOf } from "./lacks.ts";
import { PRESET_NAMES } from "./names.ts";
import { COMING_WORDS, type PresetAction, type PresetContext } from "./preset.ts";
import { PRESETS } from "./presets.ts";

const EQUIPPED: PresetContext = {
  language: "ja",
  hasSender: true,
  ranks: [11, 12, 13],
  ranksByPoints: false,
  scores: "available",
  upperFifth: 42_000,
};
const BARE: PresetContext = { ...EQUIPPED, hasSender: false, ranks: [], scores: "none", upperFifth: null };

const ready = (context: PresetContext) =>
  PRESETS.filter(({ needs }) => lacksOf(needs, context).length === 0).map(({ type }) => type);
const lacking = (type: string, context: PresetContext) =>
  lacksOf(PRESETS.find((preset) => preset.type === type)?.needs ?? [], context);

describe("every preset", () => {
  it("is there once, by type in the order in which types are shown", () => {
    expect(PRESETS.map(({ type }) => type).toSorted()).toEqual([...PRESET_TYPES].toSorted());
    const types = PRESETS.map(({ type }) => CAMPAIGN_TYPE_OF_PRESET[type]);
    expect([...new Set(types)]).toEqual(["basic", "customer_service", "repeat_promotion"]);
    expect(types).toEqual(types.toSorted());
  });

  const walked = PRESETS.flatMap((preset) =>
    LANGUAGE_CODES.map((language) => [preset.type, language, preset] as const),
  );
  it.each(walked)("%s is complete in %s", (type, language, preset) => {
    const segments = preset.segments({ ...EQUIPPED, language });
    const timed = segments.map(({ actions }) => ({ actions: actions.map(({ when }) => when) }));
    expect(PRESET_NAMES[language][type].trim()).not.toBe("");
    expect(preset.text[language].trim()).not.toBe("");
    for (const { name, target, actions } of segments) {
      expect([...name].length).toBeLessThanOrEqual(60);
      expect(targetErrors(target, judgedIn({ type: CAMPAIGN_TYPE_OF_PRESET[type], segments: timed }))).toEqual([]);
      expect(actions).not.toEqual([]);
      for (const action of actions) {
        expect(typeRefusalOf(CAMPAIGN_TYPE_OF_PRESET[type], action.type)).toBeNull();
        expect(faultsOf(action)).toEqual([]);
        expect(timingProblems(action.when, CAMPAIGN_TYPE_OF_PRESET[type])).toEqual([]);
      }
    }
  });
});

/** What would keep an action from going out, beside the words that are to come. */
function faultsOf(action: PresetAction): unknown[] {
  switch (action.type) {
    case "point":
      return [...grantRuleErrors(action.point), ...expirationErrors(action.point)];
    case "coupon":
      return [...couponErrors(action.coupon), ...(action.coupon.code === null ? [] : ["a code can be taken"])];
    case "mail":
      return [
        ...mailTextFaults(action.mail).filter(
          ({ name }) => !(COMING_WORDS as readonly (string | undefined)[]).includes(name),
        ),
        ...blockFaults(action.mail.blocks),
        ...blocksLack(action.mail.blocks),
        ...(action.mail.title.trim() === "" ? ["no subject"] : []),
        ...(action.mail.body.trim() === "" && action.mail.blocks.length === 0 ? ["no words"] : []),
      ];
  }
}

describe("a preset is ready only where everything it means works", () => {
  it("with all that is set up: those without a link to the card", () => {
    expect(ready(EQUIPPED)).toEqual([
      "birthmonth_benefit",
      "weekday_benefit",
      "good_customer_benefit",
      "fixed_customer_benefit",
      "vip_treatment",
      "customer_defection_benefit",
      "potential_good_customer_benefit",
      "birthday",
      "information",
    ]);
  });

  it("with nothing that is set up: those that ask for nothing", () => {
    expect(ready(BARE)).toEqual(["birthmonth_benefit", "weekday_benefit", "fixed_customer_benefit"]);
    expect(lacking("potential_good_customer_benefit", BARE)).toEqual(["legal_sender_missing", "preset_no_stays"]);
    for (const online of ["online_check_in_promotion", "online_check_out_promotion"])
      expect(lacking(online, BARE)).toEqual(["preset_card_link", "legal_sender_missing"]);
    expect(lacking("vip_treatment", BARE)).toEqual(["preset_no_ranks", "legal_sender_missing"]);
  });

  it.each([
    ["ranks and scores", {}, [], 2],
    ["ranks alone", { scores: "none" }, [], 1],
    ["scores alone", { ranks: [] }, [], 1],
    ["ranks for points, and scores", { ranksByPoints: true }, [], 1],
    ["neither", { ranks: [], scores: "none" }, ["preset_no_ranks", "preset_no_scores"], undefined],
    [
      "ranks for points alone",
      { ranksByPoints: true, scores: "none" },
      ["preset_ranks_by_points", "preset_no_scores"],
      undefined,
    ],
    [
      "a plan without RFM",
      { ranks: [], scores: "not_in_plan" },
      ["preset_no_ranks", "preset_scores_not_in_plan"],
      undefined,
    ],
  ] as const)("the best guests, with %s", (_, over, lacks, rules) => {
    const context: PresetContext = { ...EQUIPPED, ...over };
    const preset = PRESETS.find(({ type }) => type === "good_customer_benefit");
    expect(lacksOf(preset?.needs ?? [], context)).toEqual(lacks);
    if (lacks.length === 0) expect(preset?.segments(context)[0]?.target.rules).toHaveLength(rules ?? 0);
  });
});
