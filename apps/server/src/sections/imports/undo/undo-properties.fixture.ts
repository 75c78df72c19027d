import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { countsOf, queued, runImport } from "../imports.fixture.ts";
import { openInn } from "./inn.fixture.ts";
import { randomFile } from "./random-file.fixture.ts";
import { difference, withoutAccount } from "./undo.fixture.ts";

type Reads = (
  ids: readonly number[],
  read: (id: number, batchRows: number) => Promise<void>,
  undo: (id: number) => Promise<void>,
) => Promise<unknown>;

/** In which order files are read that were brought one after the other. */
const ORDERS: readonly (readonly [string, Reads])[] = [
  [
    "as they were brought",
    async (ids, read) => {
      for (const id of ids.toSorted((one, other) => one - other)) await read(id, 3);
    },
  ],
  [
    "in another order",
    async (ids, read) => {
      for (const id of ids) await read(id, 3);
    },
  ],
  ["at once", (ids, read) => Promise.all(ids.map((id, n) => read(id, n + 1)))],
  [
    "while the first of them is undone",
    async ([first = 0, ...others], read, undo) => {
      await read(first, 3);
      await Promise.all([undo(first), ...others.map((id, n) => read(id, n + 2))]);
    },
  ],
];

/** Random files, of which two are undone in either order; and imported in other batches. */
export function undoTakesBack(runs: number): void {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp({ clock: { now: () => new Date("2026-11-22T03:00:00Z") } });
  });
  afterAll(() => t.close());

  test("two imports, undone in either order, leave what stood before both; the later one alone, what stood before it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(randomFile(12), randomFile(14), randomFile(14)), async ([base, first, later]) => {
        for (const order of ["later first", "first, then later"]) {
          const inn = await openInn(t);
          await inn.brings(base, 4);
          const before = await inn.snapshot();
          const one = await inn.brings(first, 4);
          const between = await inn.snapshot();
          const two = await inn.brings(later, 4);
          const undo = async (id: number) => {
            if ((await inn.ask(id, "POST")).statusCode === 200) await inn.run(id);
          };
          if (order === "later first") {
            await undo(two);
            expect(difference(await inn.snapshot(), between)).toEqual({});
          }
          await undo(one);
          await undo(two);
          await undo(one);
          expect(difference(await inn.snapshot(), before), order).toEqual({});
        }
      }),
      { numRuns: runs, seed: 20_261_122, endOnFailure: runs > 10 },
    );
  });

  test.each(ORDERS)("three files, read %s and undone in any order, leave what stood before", async (_name, reads) => {
    const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
    const files = fc.tuple(randomFile(8), randomFile(6), randomFile(6), randomFile(6));
    const isAway = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());
    await fc.assert(
      fc.asyncProperty(files, order, order, isAway, async ([base, ...bytes], read, undone, away) => {
        const inn = await openInn(t);
        const annexe = await inn.annexe();
        await inn.brings(base, 4);
        const before = await inn.snapshot();
        const ids: number[] = [];
        for (const [n, file] of bytes.entries())
          ids.push(await queued(t.app, inn.accountId, away[n] ? annexe : inn.accountId, file));
        const undo = async (id: number) => {
          if ((await inn.ask(id, "POST")).statusCode === 200) await inn.run(id);
        };
        const inTurn = read.map((n) => ids[n] ?? 0);
        await reads(inTurn, (id, batchRows) => runImport(t.app, inn.accountId, id, { batchRows }), undo);
        for (const id of ids)
          expect(await countsOf(t.app, inn.accountId, id)).toMatchObject({
            status: expect.stringMatching(/^(un)?done$/),
          });
        // An undo that would do nothing is refused until another one has handed it something.
        for (const n of [...undone, ...undone, ...undone]) await undo(ids[n] ?? 0);
        expect(difference(await inn.snapshot(), before)).toEqual({});
      }),
      { numRuns: runs, seed: 20_261_122, endOnFailure: runs > 10 },
    );
  });

  test("it does not matter where a batch of a file ends", async () => {
    await fc.assert(
      fc.asyncProperty(randomFile(40), fc.integer({ min: 2, max: 7 }), async (bytes, size) => {
        const found: Record<string, string[]>[] = [];
        for (const rows of [1_000, 1, size]) {
          const inn = await openInn(t);
          await inn.brings(bytes, rows);
          // Whom a waiting guest resembles is asked when he comes: a later batch may bring one whom he resembles more.
          const { queue: _queue, ...snapshot } = withoutAccount(await inn.snapshot(), inn.accountId);
          found.push(snapshot);
        }
        const [whole = {}, ...parts] = found;
        for (const part of parts) expect(difference(part, whole)).toEqual({});
      }),
      { numRuns: runs, seed: 20_261_122, endOnFailure: runs > 10 },
    );
  });
}
