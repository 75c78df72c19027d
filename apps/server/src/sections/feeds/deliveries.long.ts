import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { convertResortBookings } from "../../seed/resort/convert.ts";
import { TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { type ComparableState, comparableState } from "../../test/comparable-state.ts";
import { imported, resortSlice } from "../imports/imports.fixture.ts";
import { decideAlike, fileOfRows, type Inn, openInn, type Row, rowsOfFile, shuffled } from "./deliveries.fixture.ts";
import { send, work } from "./feeds.fixture.ts";

// As deliveries.test.ts, with every booking and a worker process that is killed. RESORT_BOOKINGS names the published file; without it
// the committed slice is delivered.
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

async function bookings(): Promise<Row[]> {
  const path = process.env.RESORT_BOOKINGS;
  if (!path) return rowsOfFile(await resortSlice());
  let text = "";
  for await (const piece of convertResortBookings(createReadStream(path))) text += piece;
  return rowsOfFile(Buffer.from(text));
}

async function stateOf({ accountId }: Inn): Promise<ComparableState> {
  await decideAlike(t, accountId);
  return t.app.database.inScope({ accountIds: [accountId] }, (tx) => comparableState(tx, accountId));
}

/** Starts a worker process and kills it as soon as it holds batches. */
async function killedWorker({ accountId }: Inn): Promise<void> {
  const { connectionString = "" } = t.app.database.pool.options;
  const file = join(import.meta.dirname, "feed-worker.fixture.ts");
  const child = spawn(process.execPath, [file, connectionString, String(accountId), TEST_NOW.toISOString()]);
  const running = () =>
    t.app.database.inScope({ accountIds: [accountId] }, async (tx) => {
      const found =
        await sql`select 1 from import_batches where account_id = ${accountId} and state = 'running'`.execute(tx.db);
      return found.rows.length > 0;
    });
  while (child.exitCode === null && !(await running())) await pause(2);
  child.kill("SIGKILL");
  if (child.signalCode === null && child.exitCode === null) await once(child, "exit");
  expect(child.signalCode, "it was killed and had not ended").toBe("SIGKILL");
}

test("all bookings: one file, and 41 batches in any order with repeats and a killed worker, are one state", async () => {
  const rows = await bookings();
  const byFile = await openInn(t);
  await imported(t.app, byFile.accountId, byFile.accountId, fileOfRows(rows));
  const wanted = await stateOf(byFile);

  const byFeed = await openInn(t);
  const mixed = shuffled(rows);
  const batches = Array.from({ length: 41 }, (_, n) => mixed.filter((_row, index) => index % 41 === n));
  const again = mixed.filter((_, index) => index % 10 === 0);
  for (let from = 0; from < again.length; from += 500) batches.push(again.slice(from, from + 500));
  const deliver = async (parts: Row[][], name: string) => {
    for (const [n, part] of parts.entries()) {
      const sent = await send(t, { key: byFeed.key, payload: { rows: part }, idempotencyKey: `${name}-${n}` });
      expect(sent.statusCode).toBe(202);
    }
  };
  await deliver(batches.slice(0, 20), "a");
  await killedWorker(byFeed);
  await deliver(batches.slice(20), "b");
  await work(t.app, byFeed.accountId, 1);
  const state = await stateOf(byFeed);
  for (const name of Object.keys(wanted) as (keyof ComparableState)[]) {
    const known = new Set(wanted[name]);
    expect(
      state[name].filter((line) => !known.has(line)),
      name,
    ).toEqual([]);
    expect(state[name].length, name).toBe(wanted[name].length);
  }
});
