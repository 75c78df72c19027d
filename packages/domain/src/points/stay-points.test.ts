import { describe, expect, it } from "vitest";
import { type CalendarDate, calendarDate } from "../calendar-date.ts";
import type { ConditionGroup } from "../segments/condition.ts";
import { formOf } from "../segments/form.ts";
import { paidPeriods, type RuleVersion } from "./rule-versions.ts";
import { type CampaignRules, type CountedStay, owedPoints, staysInOrder } from "./stay-points.ts";

const day = calendarDate;

function version(
  id: number,
  from: string,
  over: Partial<Record<"to" | "start" | "end", string>> & { pays?: boolean } = {},
) {
  const text = (value: string | undefined): CalendarDate | null => (value === undefined ? null : day(value));
  return {
    id,
    valid_from: day(from),
    valid_to: text(over.to),
    pays: over.pays ?? true,
    start_on: text(over.start),
    end_on: text(over.end),
  } satisfies RuleVersion;
}

describe("which version pays which day", () => {
  it.each<[string, RuleVersion[], string[]]>([
    ["never switched on", [], []],
    ["from the day of activation", [version(1, "2026-03-05")], ["1: 2026-03-05 to 9999-12-31"]],
    [
      "stopped and resumed with other rules",
      [version(1, "2026-03-05"), version(2, "2026-03-10", { pays: false }), version(3, "2026-03-20")],
      ["1: 2026-03-05 to 2026-03-09", "3: 2026-03-20 to 9999-12-31"],
    ],
    [
      "the last word of a day counts for the whole day",
      [version(1, "2026-03-05"), version(2, "2026-03-05", { pays: false }), version(3, "2026-03-05")],
      ["3: 2026-03-05 to 9999-12-31"],
    ],
    ["stopped on its first day", [version(1, "2026-03-05"), version(2, "2026-03-05", { pays: false })], []],
    [
      "within the campaign's own period",
      [version(1, "2026-03-05", { start: "2026-04-01", end: "2026-04-30" })],
      ["1: 2026-04-01 to 2026-04-30"],
    ],
    [
      "older stays paid on purpose fill days that nothing pays",
      [
        version(1, "2026-03-05"),
        version(2, "2026-03-10", { pays: false }),
        version(3, "2026-03-20"),
        version(4, "2026-03-01", { to: "2026-03-31" }),
        version(5, "2026-02-25", { to: "2026-03-02" }),
      ],
      [
        "5: 2026-02-25 to 2026-02-28",
        "4: 2026-03-01 to 2026-03-04",
        "1: 2026-03-05 to 2026-03-09",
        "4: 2026-03-10 to 2026-03-19",
        "3: 2026-03-20 to 9999-12-31",
      ],
    ],
  ])("%s", (_, versions, expected) => {
    expect(paidPeriods(versions).map((one) => `${one.version.id}: ${one.from} to ${one.to}`)).toEqual(expected);
  });
});

const stay = (id: number, checkOut: string, over: Partial<CountedStay> = {}): CountedStay => ({
  id,
  facility_account_id: 1,
  transaction_code: `T${id}`,
  check_in_date: day(checkOut),
  check_out_date: day(checkOut),
  use_price: 10_000,
  plan_code: "",
  account_booking_channel_id: null,
  is_online_check_in: false,
  is_online_check_out: false,
  is_excluded: false,
  ...over,
});
const always: ConditionGroup = { combinator: "and", rules: [] };
const rules = (target: ConditionGroup, over = {}): CampaignRules[] => [
  {
    ...version(1, "2026-01-01"),
    segments: [
      {
        form: formOf(target),
        actions: [
          {
            action_id: 7,
            grant_type: "absolute",
            grant_absolute: 50,
            grant_rate: null,
            grant_condition: null,
            plan_code: [],
            expiration_type: "days_from_last_stay",
            expiration_days_from_grant: null,
            expiration_days_from_last_stay: 30,
            expiration_date: null,
            ...over,
          },
        ],
      },
    ],
  },
];
const guest = { birthday: day("1990-03-31"), gender: null };
const owed = (stays: CountedStay[], campaign: CampaignRules[]) =>
  owedPoints(stays, guest, [campaign]).map((one) => `${one.stay_id}: ${one.points} until ${one.expiration_date}`);

describe("what stays earn", () => {
  it("judges each stay by what was so on its evening, whatever the order they are told in", () => {
    const second: ConditionGroup = { combinator: "and", rules: [{ field: "stay_count", operator: ">=", value: 2 }] };
    const stays = [stay(1, "2026-02-10"), stay(2, "2026-02-01"), stay(3, "2026-02-10", { transaction_code: "T0" })];
    const expected = ["3: 50 until 2026-03-12", "1: 50 until 2026-03-12"];
    expect(owed(stays, rules(second))).toEqual(expected);
    expect(owed(stays.toReversed(), rules(second))).toEqual(expected);
  });
  it("an excluded stay earns nothing and still is a stay", () => {
    const second: ConditionGroup = { combinator: "and", rules: [{ field: "stay_count", operator: "=", value: 2 }] };
    expect(owed([stay(1, "2026-02-01", { is_excluded: true }), stay(2, "2026-02-02")], rules(second))).toEqual([
      "2: 50 until 2026-03-04",
    ]);
  });
  it("this month is the month of the check-out", () => {
    const birthday: ConditionGroup = {
      combinator: "and",
      rules: [{ field: "birthday_month", operator: "in", value: ["this_month"] }],
    };
    expect(owed([stay(1, "2026-02-28"), stay(2, "2026-03-01"), stay(3, "2026-04-01")], rules(birthday))).toEqual([
      "2: 50 until 2026-03-31",
    ]);
  });
  it("nothing before the first version, and nothing that was dead on the day it was earned", () => {
    expect(owed([stay(1, "2025-12-31")], rules(always))).toEqual([]);
    const dated = { expiration_type: "date", expiration_days_from_last_stay: null, expiration_date: day("2026-02-10") };
    expect(owed([stay(1, "2026-02-10"), stay(2, "2026-02-11")], rules(always, dated))).toEqual([
      "1: 50 until 2026-02-10",
    ]);
  });
  it("codes are ordered by code points, as the database orders them", () => {
    const codes = ["T2", "T10", "t1", "あ", "\u{20bb7}", "\uff21"];
    const made = codes.map((transaction_code, id) => stay(id, "2026-02-01", { transaction_code }));
    expect(staysInOrder(made).map((one) => one.transaction_code)).toEqual([
      "T10",
      "T2",
      "t1",
      "あ",
      "\uff21",
      "\u{20bb7}",
    ]);
  });
});
