import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { type ComparableState, comparableState } from "../../test/comparable-state.ts";
import { imported, resortSlice } from "../imports/imports.fixture.ts";
import { brokenLedgers } from "../points/broken-ledgers.ts";
import { decideAlike, fileOfRows, type Inn, openInn, type Row, rowsOfFile, shuffled } from "./deliveries.fixture.ts";
import { fed, send, work } from "./feeds.fixture.ts";

// One truth, however it comes: real bookings as one file, as batches of a feed in any order, some twice and with a worker that dies, and
// row by row. What is left to people is answered alike (docs/adr/0117).
let t: TestApp;
let rows: Row[];
beforeAll(async () => {
  t = await testApp();
  const all = rowsOfFile(await resortSlice());
  const returning = [...Map.groupBy(all, ({ guest_name }) => guest_name).values()].filter((of) => of.length > 1).flat();
  rows = [...returning.slice(0, 28), ...all.slice(-8), ...DISPUTED];
});
afterAll(() => t.close());

const stay = (code: string, day: string, guest: Row): Row => ({
  reservation_code: code,
  state: "滞在済",
  check_in_date: day,
  check_out_date: `${day.slice(0, 8)}28`,
  use_price: "10000",
  transaction_code: `S${code}`,
  confirmed_date: `${day.slice(0, 8)}28`,
  guest_name: "係 争",
  ...guest,
});
const hana = { guest_name: "鷺沼 はな", guest_name_kana: "サギヌマ ハナ", member_number: "Q-1", tel: "03-1111-2222" };
const ken = { guest_name: "鷺沼 けん", guest_name_kana: "サギヌマ ケン", email: "ken@example.jp" };
/** Rows whose keys point at two customers, and what makes these. */
const DISPUTED = [
  stay("X-1", "2016-01-10", hana),
  stay("X-2", "2016-02-10", ken),
  stay("X-3", "2016-03-10", { ...ken, member_number: "Q-1" }),
  stay("X-4", "2016-04-10", { ...hana, email: "ken@example.jp" }),
  stay("X-5", "2016-05-10", ken),
];

const inInn = <T>({ accountId }: Inn, work: Parameters<typeof t.app.database.inScope<T>>[1]) =>
  t.app.database.inScope({ accountIds: [accountId] }, work);

async function stateOf(inn: Inn) {
  const decided = await decideAlike(t, inn.accountId);
  return inInn(inn, async (tx) => {
    expect(await brokenLedgers(tx, inn.accountId)).toEqual([]);
    return { decided, state: await comparableState(tx, inn.accountId) };
  });
}

function expectSame(state: ComparableState, wanted: ComparableState): void {
  for (const name of Object.keys(wanted) as (keyof ComparableState)[])
    expect(differenceOf(state[name], wanted[name]), name).toEqual({ more: [], less: [] });
}
const differenceOf = (is: readonly string[], wanted: readonly string[]) => ({
  more: is.filter((line) => !wanted.includes(line)),
  less: wanted.filter((line) => !is.includes(line)),
});

/** Kills the connection of the worker in the middle of its batch, as the end of its process would. */
async function dyingWorker(inn: Inn): Promise<void> {
  await t.past.asSystem(async (tx) => {
    await sql`create function die() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(tx.db);
    await sql`create trigger die after insert on stay_effects execute function die()`.execute(tx.db);
  });
  await expect(work(t.app, inn.accountId)).rejects.toThrow();
  await t.past.asSystem(async (tx) => void (await sql`drop function die cascade`.execute(tx.db)));
}

test("file, shuffled batches with repeats and a worker that dies, and row by row: one state", async () => {
  const byFile = await openInn(t);
  // Two of the real rows cannot be stored, whichever way they come.
  expect(await imported(t.app, byFile.accountId, byFile.accountId, fileOfRows(rows))).toMatchObject({ refused: 2 });
  const wanted = await stateOf(byFile);
  expect(wanted.decided, "the queue asked").toMatchObject({ merged: 1 });
  expect(wanted.state.expiries.length, "points were earned").toBeGreaterThan(10);

  const byFeed = await openInn(t);
  const mixed = shuffled(rows);
  const again = mixed.filter((_, index) => index % 10 === 0);
  const batches: Row[][] = Array.from({ length: 9 }, (_, n) => mixed.filter((_, index) => index % 9 === n));
  batches.splice(5, 0, again.slice(0, 8), again.slice(8));
  const deliver = (from: number, to: number) =>
    Promise.all(
      batches.slice(from, to).flatMap((part, n) => {
        const one = { key: byFeed.key, payload: { rows: part }, idempotencyKey: `batch-${from + n}` };
        return [send(t, one), ...(n % 4 === 0 ? [send(t, one)] : [])];
      }),
    );
  await deliver(0, 4);
  await dyingWorker(byFeed);
  await deliver(4, batches.length);
  await Promise.all([work(t.app, byFeed.accountId, 1), work(t.app, byFeed.accountId)]);
  expectSame((await stateOf(byFeed)).state, wanted.state);

  const oneByOne = await openInn(t);
  for (const row of shuffled(rows, 8))
    await fed(t, oneByOne.accountId, oneByOne.key, "/feeds/plain/reservations", [row]);
  expectSame((await stateOf(oneByOne)).state, wanted.state);
});
