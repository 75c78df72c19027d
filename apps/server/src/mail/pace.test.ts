import { expect, test } from "vitest";
import { openPace, type Rates, underWayAtOnce } from "./pace.ts";

const rates = (perMinute: number | null, perDomainAndMinute: number | null): Rates => ({
  perMinute,
  perDomainAndMinute,
});

/** When each of these mails leaves, in seconds, all asked at once. */
async function leavings(limits: Rates, addresses: string[]): Promise<number[]> {
  let waited = 0;
  const pace = openPace(
    () => 0,
    async (ms) => {
      waited = ms;
    },
  );
  const at: number[] = [];
  for (const address of addresses) {
    waited = 0;
    await pace.turn(address, limits);
    at.push(waited / 1_000);
  }
  return at;
}

test("mails leave one after the other at the rate of all, and of each receiving domain beside it", async () => {
  const mixed = ["a@x.jp", "b@x.jp", "c@y.jp", "d@X.jp"];
  expect(await leavings(rates(null, null), mixed)).toEqual([0, 0, 0, 0]);
  expect(await leavings(rates(60, null), mixed)).toEqual([0, 1, 2, 3]);
  expect(await leavings(rates(null, 30), mixed)).toEqual([0, 2, 0, 4]);
  expect(await leavings(rates(60, 30), mixed)).toEqual([0, 2, 3, 4]);
});

test("what was not used is not saved up for a burst", async () => {
  let now = 0;
  const waits: number[] = [];
  const pace = openPace(
    () => now,
    async (ms) => void waits.push(ms),
  );
  await pace.turn("a@x.jp", rates(60, null));
  now = 3_600_000;
  for (let i = 0; i < 3; i++) await pace.turn("a@x.jp", rates(60, null));
  expect(waits).toEqual([1_000, 2_000]);
});

test("at a low rate few mails are under way, so that none of them waits for long", () => {
  expect([null, 6_000, 60, 12, 1].map((rate) => underWayAtOnce(rates(rate, null), 20))).toEqual([20, 20, 5, 1, 1]);
  expect(underWayAtOnce(rates(6_000, 24), 20)).toBe(2);
});
