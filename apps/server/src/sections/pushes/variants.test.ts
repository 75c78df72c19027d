import type { Share } from "@okaeri/domain/pushes/variants";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { variantByShare } from "./variants.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const GUESTS = 10_000;
const shares = (...percents: number[]): Share[] =>
  percents.map((share, at) => ({ variant: (["A", "B", "C", "D"] as const)[at] ?? "A", share }));
/** The letter of each of ten thousand guests, in their order. */
async function assignedVariants(of: readonly Share[], campaignActionId = 7, accountId = 3): Promise<(string | null)[]> {
  const rows = await t.app.database.inScope(
    { accountIds: [accountId] },
    (tx) =>
      tx.all<{
        assignment: string | null;
      }>`select ${variantByShare(of, { accountId, campaignActionId }, sql`n`)} as assignment
      from generate_series(1, ${GUESTS}) n
      order by n`,
  );
  return rows.map(({ assignment }) => assignment);
}
const shareOf = (assignment: string | null, all: readonly (string | null)[]) =>
  (all.filter((one) => one === assignment).length / all.length) * 100;
/** Moves from letter to letter, and how many. */
const moves = (before: readonly (string | null)[], after: readonly (string | null)[]) =>
  new Set(before.flatMap((one, at) => (one === after[at] ? [] : [`${one ?? "-"}${after[at] ?? "-"}`])));

test("shares hold: within four standard deviations of ten thousand guests, the rest included", async () => {
  const all = await assignedVariants(shares(1, 20, 30));
  for (const [assignment, share] of [
    ["A", 1],
    ["B", 20],
    ["C", 30],
    [null, 49],
  ] as const)
    expect(Math.abs(shareOf(assignment, all) - share)).toBeLessThan(4 * Math.sqrt((share * (100 - share)) / GUESTS));
});

test("a guest keeps the letter while the shares stay, and one action's letters say nothing of another's", async () => {
  const [first, again, other] = [
    await assignedVariants(shares(50, 50)),
    await assignedVariants(shares(50, 50)),
    await assignedVariants(shares(50, 50), 8),
  ];
  expect(again).toEqual(first);
  const both = first.filter((one, at) => one === "A" && other[at] === "A").length / GUESTS;
  expect(Math.abs(both - 0.25)).toBeLessThan(0.02);
});

test("a larger last share takes guests of the rest alone, a smaller one gives them back, and none else moves", async () => {
  const before = await assignedVariants(shares(20, 20));
  expect(moves(before, await assignedVariants(shares(20, 40)))).toEqual(new Set(["-B"]));
  expect(moves(before, await assignedVariants(shares(20, 10)))).toEqual(new Set(["B-"]));
  expect(moves(before, await assignedVariants(shares(20, 20, 60)))).toEqual(new Set(["-C"]));
});

test("one text has no letters, and shares that come to the whole leave nobody", async () => {
  expect(new Set(await assignedVariants(shares(100)))).toEqual(new Set([null]));
  expect(new Set(await assignedVariants(shares(99, 1)))).toEqual(new Set(["A", "B"]));
});
