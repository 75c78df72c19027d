import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { convertResortBookings } from "../../seed/resort/convert.ts";
import { makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { type ComparableState, comparableState } from "../../test/comparable-state.ts";
import { imported, resortSlice, runImport, upload } from "../imports/imports.fixture.ts";
import { undoImport } from "../imports/undo/undo-import.ts";
import { decideAlike, fileOfRows, type Inn, openInn, type Row, rowsOfFile, shuffled } from "./deliveries.fixture.ts";
import { send, work } from "./feeds.fixture.ts";

// As deliveries.test.ts, with every booking and a worker process that is killed. RESORT_BOOKINGS names the published file; without it
// the committed slice is delivered.
let t: TestApp;
/** The time of day passes as the test says, so that a sender can wait until it may send again. */
let passed = 0;
let rows: Row[];
let wanted: ComparableState;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date(TEST_NOW.getTime() + passed) } });
  rows = await bookings();
  const byFile = await openInn(t);
  await imported(t.app, byFile.accountId, byFile.accountId, fileOfRows(rows));
  wanted = await stateOf(byFile);
}, 1_800_000);
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

/** What an undone import leaves of a customer whom it had made: an empty row in no list (docs/adr/0111). */
const UNDONE = /^nobody\/-\|/;

/** The difference in lines, so that a failure shows what differs among forty thousand. */
async function expectWanted(inn: Inn): Promise<void> {
  const state = await stateOf(inn);
  for (const name of Object.keys(wanted) as (keyof ComparableState)[]) {
    const known = new Set(wanted[name]);
    const lines = state[name].filter((line) => !UNDONE.test(line));
    expect(
      lines.filter((line) => !known.has(line)),
      name,
    ).toEqual([]);
    expect(lines.length, name).toBe(wanted[name].length);
  }
}

test("all bookings: 41 batches in any order with repeats and a killed worker are the state of one file", async () => {
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
  await expectWanted(byFeed);
});

test("all bookings: each row sent by itself, in another order, is the state of one file", async () => {
  const oneByOne = await openInn(t);
  for (const [n, row] of shuffled(rows, 8).entries()) {
    const one = { key: oneByOne.key, payload: { rows: [row] }, idempotencyKey: `one-${n}` };
    const sent = await send(t, one);
    if (sent.statusCode === 202) continue;
    // As many as may wait, or as may come in a minute; or a busy machine. A sender waits and says it again.
    expect([429, 503]).toContain(sent.statusCode);
    passed += 1_000 * Number(sent.headers["retry-after"]);
    await work(t.app, oneByOne.accountId);
    expect((await send(t, one)).statusCode).toBe(202);
  }
  await work(t.app, oneByOne.accountId);
  await expectWanted(oneByOne);
});

test("all bookings: a first wrong mapping, undone, and again right is the state of one file", async () => {
  const inn = await openInn(t);
  const place = { companyId: await companyOf(inn), accountId: inn.accountId };
  const call = await t.as(await makeUser(t.app, place, "role_user", ["customers/all"]));
  let suggested: Record<string, string> | undefined;
  const start = async (leaveOut: readonly string[]) => {
    const id = await upload(call, inn.accountId, fileOfRows(rows));
    // The second time the wrong one is remembered, and a person puts it right.
    suggested ??= (await call({ method: "GET", url: `/api/imports/${id}/preview` })).json().mapping;
    const entries = Object.entries(suggested ?? {});
    const payload = { mapping: Object.fromEntries(entries.filter(([field]) => !leaveOut.includes(field))) };
    const started = await call({ method: "POST", url: `/api/imports/${id}/start`, payload });
    expect(started.statusCode, started.body).toBe(200);
    await runImport(t.app, inn.accountId, id);
    return id;
  };
  // Every cancelled guest stays, and nobody pays.
  const wrong = await start(["state", "cancel_date", "use_price", "payment_price", "member_number", "email"]);
  const undone = await call({ method: "POST", url: `/api/imports/${wrong}/undo`, payload: {} });
  expect(undone.statusCode, undone.body).toBe(200);
  const { signal } = new AbortController();
  await undoImport(t.app, { account_id: inn.accountId, import_batch_id: wrong }, { signal });
  await start([]);
  await expectWanted(inn);
});

async function companyOf({ accountId }: Inn): Promise<number> {
  const { company_id } = await t.past.asSystem(
    (tx) => tx.one<{ company_id: number }>`select company_id from accounts where id = ${accountId}`,
  );
  return company_id;
}
