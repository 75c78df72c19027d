import { expect, test } from "vitest";
import { domainOf, type Rates, turnsOf, underWayAtOnce } from "./pace.ts";

const rates = (perMinute: number | null, perDomainAndMinute: number | null): Rates => ({
  perMinute,
  perDomainAndMinute,
});

/** When each of these mails leaves, in seconds. */
function leavings(limits: Rates, addresses: string[], free = new Map<string, number>()): (number | null)[] {
  return turnsOf(addresses.map(domainOf), limits, free).map((ms) => (ms === null ? null : ms / 1_000));
}

test("mails leave one after the other at the rate of all, and of each receiving domain beside it", () => {
  const mixed = ["a@x.jp", "b@x.jp", "c@y.jp", "d@X.jp"];
  expect(leavings(rates(null, null), mixed)).toEqual([0, 0, 0, 0]);
  expect(leavings(rates(60, null), mixed)).toEqual([0, 1, 2, 3]);
  expect(leavings(rates(null, 30), mixed)).toEqual([0, 2, 0, 4]);
});

test("a domain whose turns are taken lets the others pass, and costs nobody a turn", () => {
  expect(leavings(rates(null, 12), ["a@x.jp", "b@x.jp", "c@x.jp", "d@y.jp"])).toEqual([0, 5, null, 0]);
  expect(leavings(rates(60, 6), ["a@x.jp", "b@x.jp", "c@y.jp", "d@y.jp", "e@z.jp"])).toEqual([0, null, 1, null, 2]);
});

test("a domain does not wait behind itself for what all together have taken", () => {
  const free = new Map([["", 20_000]]);
  expect(leavings(rates(60, 60), ["a@x.jp", "b@x.jp", "c@x.jp"], free)).toEqual([20, 21, 22]);
});

test("what was not used is not saved up for a burst", () => {
  const free = new Map([["", -3_600_000]]);
  expect(leavings(rates(60, null), ["a@x.jp", "a@x.jp", "a@x.jp"], free)).toEqual([0, 1, 2]);
});

test("at a low rate few mails are under way, so that none of them waits for long", () => {
  expect([null, 6_000, 60, 12, 1].map((rate) => underWayAtOnce(rates(rate, null), 20))).toEqual([20, 20, 5, 1, 1]);
  // One domain's rate holds nobody else up.
  expect(underWayAtOnce(rates(6_000, 24), 20)).toBe(20);
});
