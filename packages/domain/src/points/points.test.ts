import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CalendarDate } from "../calendar-date.ts";
import { addDays, calendarDate } from "../calendar-date.ts";
import { MAX_STAY_YEN } from "../money.ts";
import type { GrantShare, Lot } from "./allocation.ts";
import { allocateUse, balanceOf, cancelUse, reverseGrant, settleDebt, spendableLots } from "./allocation.ts";
import type { GrantRule } from "./amount.ts";
import { grantRuleErrors, pointsForStay } from "./amount.ts";
import type { ExpirationRule } from "./expiry.ts";
import { expirationErrors, expiresOn, isExpired, rolledLastDay } from "./expiry.ts";
import { useLimitErrors } from "./use-limits.ts";

const day = calendarDate;
const today = day("2026-11-20");

describe("§9 point expiration type", () => {
  const rule = (over: Partial<ExpirationRule>): ExpirationRule => ({
    expiration_type: "none",
    expiration_days_from_grant: null,
    expiration_days_from_last_stay: null,
    expiration_date: null,
    ...over,
  });
  it.each<[string, ExpirationRule, CalendarDate | null, string | null]>([
    ["none", rule({}), null, null],
    ["date", rule({ expiration_type: "date", expiration_date: day("2027-03-31") }), null, "2027-03-31"],
    [
      "days_from_grant 365",
      rule({ expiration_type: "days_from_grant", expiration_days_from_grant: 365 }),
      null,
      "2027-11-20",
    ],
    [
      "days_from_grant 0",
      rule({ expiration_type: "days_from_grant", expiration_days_from_grant: 0 }),
      null,
      "2026-11-20",
    ],
    [
      "days_from_last_stay after a stay",
      rule({ expiration_type: "days_from_last_stay", expiration_days_from_last_stay: 30 }),
      day("2026-11-01"),
      "2026-12-01",
    ],
    [
      "days_from_last_stay before any stay",
      rule({ expiration_type: "days_from_last_stay", expiration_days_from_last_stay: 30 }),
      null,
      "2026-12-20",
    ],
  ])("%s", (_, given, lastStay, expected) => {
    expect(expiresOn(given, today, lastStay)).toBe(expected);
  });
  it("the last valid day is inclusive", () => {
    expect(isExpired(today, today)).toBe(false);
    expect(isExpired(addDays(today, -1), today)).toBe(true);
    expect(isExpired(null, today)).toBe(false);
  });
  it.each<[string, string[], string]>([
    ["no stay", [], "2026-11-30"],
    ["a check-out on the last day", ["2026-11-30"], "2026-12-30"],
    ["a check-out the day after changes nothing", ["2026-12-01"], "2026-11-30"],
    ["a chain, told in any order", ["2026-12-20", "2026-11-25", "2027-01-15"], "2027-02-14"],
    ["a chain that broke stays broken", ["2026-11-25", "2026-12-26", "2027-01-01"], "2026-12-25"],
    ["never back", ["2026-09-01"], "2026-11-30"],
  ])("days_from_last_stay: %s", (_, checkOuts, expected) => {
    expect(rolledLastDay(day("2026-11-30"), 30, checkOuts.map(day))).toBe(expected);
  });
  it("names what a rule lacks", () => {
    expect(expirationErrors(rule({ expiration_type: "date" }))).toEqual([
      { path: "expiration_date", code: "required" },
    ]);
    expect(expirationErrors(rule({ expiration_type: "days_from_grant", expiration_days_from_grant: -1 }))).toEqual([
      { path: "expiration_days_from_grant", code: "out_of_range" },
    ]);
    expect(() => expiresOn(rule({ expiration_type: "date" }), today, null)).toThrow(RangeError);
  });
});

describe("§9 point grant type", () => {
  const rule = (over: Partial<GrantRule>): GrantRule => ({
    grant_type: "rate",
    grant_absolute: null,
    grant_rate: 1,
    grant_condition: null,
    plan_code: [],
    ...over,
  });
  it.each<[string, GrantRule, number, string | null, number]>([
    ["rate is floored once to whole points", rule({}), 12_399, null, 123],
    ["rate with decimals", rule({ grant_rate: 1.5 }), 12_345, null, 185],
    ["absolute", rule({ grant_type: "absolute", grant_absolute: 500 }), 1, null, 500],
    ["grant_condition met exactly", rule({ grant_condition: 10_000 }), 10_000, null, 100],
    ["below grant_condition", rule({ grant_condition: 10_000 }), 9_999, null, 0],
    ["plan_code narrows: other plan", rule({ plan_code: ["A", "B"] }), 10_000, "C", 0],
    ["plan_code narrows: its plan", rule({ plan_code: ["A", "B"] }), 10_000, "B", 100],
    ["plan_code narrows: no plan", rule({ plan_code: ["A"] }), 10_000, null, 0],
    ["empty list = all plans", rule({}), 10_000, "Z", 100],
    ["0.1 % of less than a whole point", rule({ grant_rate: 0.1 }), 999, null, 0],
    ["0.1 % of a whole one", rule({ grant_rate: 0.1 }), 1_999, null, 1],
    ["0.1 % of the dearest stay, without drift", rule({ grant_rate: 0.1 }), MAX_STAY_YEN, null, 1_000_000],
    ["a free stay earns nothing by rate", rule({}), 0, null, 0],
    [
      "the dearest stay at the highest rate fills the ledger's column",
      rule({ grant_rate: 100 }),
      MAX_STAY_YEN,
      null,
      1_000_000_000,
    ],
  ])("%s", (_, given, use_price, plan_code, expected) => {
    expect(pointsForStay(given, { use_price, plan_code })).toBe(expected);
  });
  it.each<[Partial<GrantRule>, string[]]>([
    [{}, []],
    [{ grant_rate: null }, ["grant_rate required"]],
    [{ grant_rate: 101 }, ["grant_rate out_of_range"]],
    [{ grant_rate: 0 }, ["grant_rate out_of_range"]],
    [{ grant_rate: 1.2345 }, ["grant_rate out_of_range"]],
    [{ grant_type: "absolute", grant_absolute: 10_000_000 }, []],
    [{ grant_type: "absolute", grant_absolute: 10_000_001 }, ["grant_absolute out_of_range"]],
    [{ grant_condition: 1_000_000_001 }, ["grant_condition out_of_range"]],
    [{ grant_type: "absolute" }, ["grant_absolute required"]],
    [
      { grant_type: "absolute", grant_absolute: 1.5, grant_condition: -1 },
      ["grant_absolute out_of_range", "grant_condition out_of_range"],
    ],
  ])("%j has errors %j", (over, expected) => {
    expect(grantRuleErrors(rule(over)).map((error) => `${error.path} ${error.code}`)).toEqual(expected);
  });
});

describe("spending", () => {
  const lots: Lot[] = [
    { id: 1, remaining: 100, lastDay: null },
    { id: 2, remaining: 50, lastDay: day("2026-12-31") },
    { id: 3, remaining: 70, lastDay: day("2026-11-19") },
    { id: 5, remaining: 30, lastDay: day("2026-11-20") },
    { id: 4, remaining: 20, lastDay: day("2026-12-31") },
  ];
  it("takes the earliest expiry first, then the lowest grant id", () => {
    expect(spendableLots(lots, today).map((lot) => lot.id)).toEqual([5, 2, 4, 1]);
    expect(allocateUse(lots, 95, today)).toEqual({
      ok: true,
      parts: [
        { grant_id: 5, amount: 30 },
        { grant_id: 2, amount: 50 },
        { grant_id: 4, amount: 15 },
      ],
    });
  });
  it("refuses more than the balance, expired points do not count", () => {
    expect(allocateUse(lots, 201, today)).toEqual({ ok: false, code: "insufficient", balance: 200 });
  });
  it.each([0, -1, 1.5, 1e21, Number.NaN])("refuses %d points", (amount) => {
    expect(() => allocateUse(lots, amount, today)).toThrow(RangeError);
  });
  it("cancelling gives back to the same grants; what expired meanwhile stays expired", () => {
    const parts = [
      { grant_id: 5, amount: 30 },
      { grant_id: 2, amount: 50 },
    ];
    expect(cancelUse(parts, lots, addDays(today, 1), 20)).toEqual({
      restored: [{ grant_id: 2, amount: 30 }],
      settled: [{ grant_id: 2, amount: 20 }],
      lapsed: [{ grant_id: 5, amount: 30 }],
      debt: 0,
    });
  });
  it("a reversed grant whose points were spent leaves a debt that the next grant pays first", () => {
    const spent: Lot[] = [{ id: 9, remaining: 40, lastDay: null }];
    expect(reverseGrant(spent, 9, 100, today)).toEqual({ parts: [{ grant_id: 9, amount: 40 }], debt: 60 });
    expect(settleDebt(50, 60)).toEqual({ paid: 50, usable: 0, debt: 10 });
    expect(settleDebt(50, 10)).toEqual({ paid: 10, usable: 40, debt: 0 });
  });
  it.each([
    [100, 500, []],
    [150, 500, ["not_a_unit"]],
    [50, 500, ["not_a_unit", "below_minimum"]],
    [2000, 500, ["above_maximum", "above_balance"]],
    [0, 500, ["not_positive"]],
  ])("use of %d with balance %d under the rank's limits: %j", (points, balance, expected) => {
    expect(useLimitErrors(points, balance, { use_point_unit: 100, min_use_point: 100, max_use_point: 1000 })).toEqual(
      expected,
    );
  });
});

// A customer's history of random commands, kept in a plain ledger beside the functions under test.
type Command =
  | { kind: "grant"; amount: number; days: number | null }
  | { kind: "use"; amount: number }
  | { kind: "cancel"; pick: number }
  | { kind: "reverse"; pick: number }
  | { kind: "wait"; days: number };

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant("grant" as const),
    amount: fc.integer({ min: 1, max: 500 }),
    days: fc.option(fc.integer({ min: 0, max: 60 })),
  }),
  fc.record({ kind: fc.constant("use" as const), amount: fc.integer({ min: 1, max: 600 }) }),
  fc.record({ kind: fc.constant("cancel" as const), pick: fc.nat(50) }),
  fc.record({ kind: fc.constant("reverse" as const), pick: fc.nat(50) }),
  fc.record({ kind: fc.constant("wait" as const), days: fc.integer({ min: 0, max: 40 }) }),
);

class Ledger {
  now = day("2026-01-01");
  debt = 0;
  lots: (Lot & { granted: number; reversed: boolean })[] = [];
  uses: { parts: GrantShare[]; cancelled: boolean }[] = [];
  granted = 0;
  used = 0;
  expired = 0;
  reversed = 0;

  run(given: Command): void {
    if (given.kind === "grant") this.grant(given.amount, given.days);
    else if (given.kind === "use") this.use(given.amount);
    else if (given.kind === "cancel") this.cancel(given.pick);
    else if (given.kind === "reverse") this.reverse(given.pick);
    else this.wait(given.days);
  }
  private grant(amount: number, days: number | null): void {
    const settled = settleDebt(amount, this.debt);
    this.granted += amount;
    this.debt = settled.debt;
    const lastDay = days === null ? null : addDays(this.now, days);
    this.lots.push({ id: this.lots.length + 1, remaining: settled.usable, lastDay, granted: amount, reversed: false });
  }
  private use(amount: number): void {
    const before = balanceOf(this.lots, this.now);
    const result = allocateUse(this.lots, amount, this.now);
    expect(result.ok).toBe(amount <= before);
    if (!result.ok) return;
    expect(result.parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
    this.apply(result.parts, -1);
    this.used += amount;
    this.uses.push({ parts: result.parts, cancelled: false });
  }
  private cancel(pick: number): void {
    const use = this.uses[pick];
    if (!use || use.cancelled) return;
    use.cancelled = true;
    const { restored, lapsed, debt } = cancelUse(use.parts, this.lots, this.now, this.debt);
    this.debt = debt;
    this.apply(restored, 1);
    for (const part of use.parts) this.used -= part.amount;
    for (const part of lapsed) this.expired += part.amount;
  }
  private reverse(pick: number): void {
    const lot = this.lots[pick];
    if (!lot || lot.reversed || isExpired(lot.lastDay, this.now)) return;
    lot.reversed = true;
    const { parts, debt } = reverseGrant(this.lots, lot.id, lot.granted, this.now);
    this.apply(parts, -1);
    this.debt += debt;
    this.reversed += lot.granted;
  }
  private wait(days: number): void {
    this.now = addDays(this.now, days);
    for (const lot of this.lots) {
      if (!isExpired(lot.lastDay, this.now)) continue;
      this.expired += lot.remaining;
      lot.remaining = 0;
    }
  }
  private apply(parts: readonly GrantShare[], sign: 1 | -1): void {
    for (const part of parts) {
      const lot = this.lots[part.grant_id - 1];
      if (lot) lot.remaining += sign * part.amount;
    }
  }
}

describe("point ledger invariants", () => {
  it("balance ≥ 0 and grants = balance + used + expired + reversed − debt, after every command", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        const ledger = new Ledger();
        for (const given of commands) {
          ledger.run(given);
          const balance = balanceOf(ledger.lots, ledger.now);
          expect(balance).toBeGreaterThanOrEqual(0);
          expect(ledger.lots.every((lot) => lot.remaining >= 0)).toBe(true);
          expect(balance > 0 && ledger.debt > 0).toBe(false);
          expect(ledger.granted).toBe(balance + ledger.used + ledger.expired + ledger.reversed - ledger.debt);
        }
      }),
    );
  });
});
