import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { countsOf, queued, runImport } from "../imports.fixture.ts";
import { openInn } from "./inn.fixture.ts";
import { randomFile } from "./random-file.fixture.ts";
import { difference, withoutAccount } from "./undo.fixture.ts";

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

  test("an undo beside two imports that run at once, one of the same file, and then theirs, leave what stood before", async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(randomFile(10), randomFile(14), randomFile(14)), async ([base, first, later]) => {
        const inn = await openInn(t);
        await inn.brings(base, 4);
        const before = await inn.snapshot();
        const one = await inn.brings(first, 4);
        const two = await queued(t.app, inn.accountId, inn.accountId, later);
        const three = await queued(t.app, inn.accountId, inn.accountId, first);
        await inn.ask(one, "POST");
        const beside = [
          runImport(t.app, inn.accountId, two, { batchRows: 2 }),
          runImport(t.app, inn.accountId, three, { batchRows: 3 }),
        ];
        await Promise.all([inn.run(one), ...beside]);
        for (const id of [two, three])
          expect(await countsOf(t.app, inn.accountId, id)).toMatchObject({ status: "done" });
        for (const id of [two, three, one, two, three])
          if ((await inn.ask(id, "POST")).statusCode === 200) await inn.run(id);
        expect(difference(await inn.snapshot(), before)).toEqual({});
      }),
      { numRuns: Math.ceil(runs / 2), seed: 20_261_122, endOnFailure: true },
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
