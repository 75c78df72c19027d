import { describe, expect, it } from "vitest";
import { calendarDate } from "../calendar-date.ts";
import { ACTION_TYPES, CAMPAIGN_STATUSES } from "../enumerations.ts";
import { EVERYBODY } from "../segments/condition.ts";
import { couponRule } from "./actions/coupon/coupon.ts";
import { mailRule } from "./actions/mail/mail.ts";
import { typeRefusalOf } from "./actions/offered-types.ts";
import { pointRule } from "./actions/point/point.ts";
import type { CampaignCommand } from "./list/status.ts";
import { allowedCommands, CAMPAIGN_COMMANDS, statusAfter } from "./list/status.ts";
import type { ActionRules, CampaignDraft, ReadinessAction } from "./review/readiness.ts";
import { readinessProblems } from "./review/readiness.ts";
import { isRunning, periodPosition } from "./schedule/period.ts";

const day = calendarDate;
const today = day("2026-11-20");

describe("§4 Campaign status: active, inactive, stopped", () => {
  it.each<[CampaignCommand, (string | undefined)[]]>([
    // in the order active, inactive, stopped
    ["edit", [undefined, "inactive", "stopped"]],
    ["delete", [undefined, "inactive", undefined]],
    ["test_send", ["active", "inactive", "stopped"]],
    ["activate", [undefined, "active", undefined]],
    ["send_now", ["active", undefined, undefined]],
    ["stop", ["stopped", undefined, undefined]],
    ["resume", [undefined, undefined, "active"]],
    ["copy", ["active", "inactive", "stopped"]],
  ])("%s leads from active, inactive, stopped to %j", (command, expected) => {
    expect(CAMPAIGN_STATUSES.map((status) => statusAfter(status, command))).toEqual(expected);
  });
  it("lists the commands", () => {
    expect(
      CAMPAIGN_STATUSES.flatMap((status) => allowedCommands(status)).every((c) => CAMPAIGN_COMMANDS.includes(c)),
    ).toBe(true);
  });
});

describe("period: both days inclusive", () => {
  it.each([
    [null, null, "within"],
    ["2026-11-20", "2026-11-20", "within"],
    ["2026-11-21", null, "upcoming"],
    [null, "2026-11-19", "over"],
  ] as const)("from %s to %s is %s", (start, end, expected) => {
    const period = { start: start === null ? null : day(start), end: end === null ? null : day(end) };
    expect(periodPosition(period, today)).toBe(expected);
    expect(isRunning({ ...period, status: "active" }, today)).toBe(expected === "within");
    expect(isRunning({ ...period, status: "stopped" }, today)).toBe(false);
  });
});

describe("readiness", () => {
  const POINT: Parameters<typeof pointRule.problems>[0] = {
    grant_type: "absolute",
    grant_absolute: 500,
    grant_rate: null,
    grant_condition: null,
    plan_code: [],
    expiration_type: "days_from_grant",
    expiration_days_from_grant: 365,
    expiration_days_from_last_stay: null,
    expiration_date: null,
  };
  const MAIL = {
    title: "{{ name }}様へ",
    body: "残り{{ point_balance }}ポイント",
    signature: "",
    from_address: "info@hotel.example",
  };
  const RULES: ActionRules = { point: pointRule, coupon: couponRule, mail: mailRule };
  const pointOf = (over: Partial<typeof POINT> = {}): ReadinessAction => ({
    type: "point",
    detail: { ...POINT, ...over },
  });
  const mailOf = (over: Partial<typeof MAIL> = {}): ReadinessAction => ({ type: "mail", detail: { ...MAIL, ...over } });
  const [point, mail] = [pointOf(), mailOf()];
  const draft = (over: Partial<CampaignDraft>): CampaignDraft => ({
    name: "おかえりキャンペーン",
    type: "repeat_promotion",
    start: null,
    end: null,
    judged: over.type === "basic" ? "evening" : "now",
    segments: [{ target: EVERYBODY, actions: [point, mail] }],
    ...over,
  });
  const withActions = (type: CampaignDraft["type"], ...actions: ReadinessAction[]) =>
    draft({ type, segments: [{ target: EVERYBODY, actions }] });
  it.each<[string, CampaignDraft, string[]]>([
    ["complete", draft({}), []],
    ["no name", draft({ name: "  " }), ["name required"]],
    ["dates turned round", draft({ start: day("2026-12-01"), end: day("2026-11-30") }), ["end before_start"]],
    ["over already", draft({ end: day("2026-11-19") }), ["end already_over"]],
    ["last day", draft({ end: today }), []],
    ["no segments", draft({ segments: [] }), ["segments no_segments"]],
    ["no actions", withActions("repeat_promotion"), ["segments.0.actions no_actions"]],
    ["no points for each stay", withActions("basic"), ["segments.0.actions no_stay_points"]],
    ["bad target", draft({ segments: [{ target: null, actions: [mail] }] }), ["segments.0.target not_a_group"]],
    [
      "bad rule in the target",
      draft({
        segments: [
          {
            target: { combinator: "and", rules: [{ field: "stay_count", operator: "=", value: -1 }] },
            actions: [mail],
          },
        ],
      }),
      ["segments.0.target.rules.0.value out_of_range"],
    ],
    [
      "mail without detail",
      withActions("repeat_promotion", { type: "mail", detail: null }),
      ["segments.0.actions.0.mail required"],
    ],
    [
      "empty mail",
      withActions("repeat_promotion", mailOf({ title: "", body: " ", signature: "", from_address: "x" })),
      [
        "segments.0.actions.0.mail.title required",
        "segments.0.actions.0.mail.body required",
        "segments.0.actions.0.mail.from_address invalid_mail",
      ],
    ],
    [
      "unknown placeholder and forged header",
      withActions(
        "repeat_promotion",
        mailOf({
          title: "a\r\nBcc: b@c.example",
          body: "{{ nmae }}",
          signature: "{% if %}",
          from_address: "info@hotel.example",
        }),
      ),
      [
        "segments.0.actions.0.mail.title line_break",
        "segments.0.actions.0.mail.body unknown_placeholder",
        "segments.0.actions.0.mail.signature tag_not_allowed",
        "segments.0.actions.0.mail.signature tag_not_allowed",
      ],
    ],
    [
      "a placeholder broken over two lines",
      withActions("repeat_promotion", mailOf({ body: "{{ name\n}} 様" })),
      ["segments.0.actions.0.mail.body broken_placeholder"],
    ],
    [
      "points that are dead when they are granted",
      withActions("repeat_promotion", pointOf({ expiration_type: "date", expiration_date: day("2026-11-19") })),
      ["segments.0.actions.0.point.expiration_date already_expired"],
    ],
    [
      "points that are good for today alone",
      withActions("repeat_promotion", pointOf({ expiration_type: "date", expiration_date: today })),
      [],
    ],
    [
      "points of a basic campaign that are dead before its first day",
      draft({
        type: "basic",
        start: day("2027-01-01"),
        segments: [
          {
            target: EVERYBODY,
            actions: [pointOf({ expiration_type: "date", expiration_date: day("2026-12-31") })],
          },
        ],
      }),
      ["segments.0.actions.0.point.expiration_date already_expired"],
    ],
    [
      "a mail that tells granted points where none are",
      withActions("repeat_promotion", mailOf({ signature: "{{granted_points}}ポイントを贈ります" })),
      ["segments.0.actions.0.mail.signature no_points_granted"],
    ],
    [
      "a coupon for each stay",
      withActions("basic", { type: "coupon", detail: null }),
      ["segments.0.actions.0.type coupon_not_each_stay"],
    ],
    ["a basic campaign sends nothing", withActions("basic", mail), ["segments.0.actions.0.type message_not_each_stay"]],
    [
      "a basic campaign grants by rate",
      withActions("basic", pointOf({ grant_type: "rate", grant_absolute: null, grant_rate: 1 })),
      [],
    ],
    [
      "a promotion has no stay to take a rate of",
      withActions("repeat_promotion", pointOf({ grant_type: "rate", grant_rate: 1 })),
      ["segments.0.actions.0.point.grant_type rate_needs_stay"],
    ],
    [
      "nor has a gift at a stay, which is a number of points",
      withActions("customer_service", pointOf({ grant_type: "rate", grant_rate: 1 })),
      ["segments.0.actions.0.point.grant_type rate_needs_stay"],
    ],
    [
      "incomplete point",
      withActions("basic", pointOf({ grant_absolute: null, expiration_type: "date" })),
      ["segments.0.actions.0.point.grant_absolute required", "segments.0.actions.0.point.expiration_date required"],
    ],
    [
      "a coupon that is not filled in, beside a kind that is not there yet",
      withActions("customer_service", { type: "coupon", detail: null }, { type: "line", detail: {} }),
      ["segments.0.actions.0.coupon required"],
    ],
  ])("%s", (_, campaign, expected) => {
    expect(readinessProblems(campaign, RULES, today).map((problem) => `${problem.path} ${problem.code}`)).toEqual(
      expected,
    );
  });
});

describe("product §8, type × action", () => {
  it.each([
    ["basic", [null, "coupon_not_each_stay", "message_not_each_stay", "message_not_each_stay"]],
    ["customer_service", [null, null, null, null]],
    ["repeat_promotion", [null, null, null, null]],
  ] as const)("%s takes points, a coupon, LINE, a mail, or says why not", (type, expected) => {
    expect(ACTION_TYPES.map((action) => typeRefusalOf(type, action))).toEqual(expected);
  });
});
