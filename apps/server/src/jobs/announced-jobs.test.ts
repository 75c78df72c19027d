import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../test/app.ts";
import { type JobHandlers, type Jobs, openJobs } from "./jobs.ts";
import { QUEUES } from "./queues.ts";

// Listening workers poll only once a minute: any job done sooner was announced, chained or due.
let t: TestApp;
let jobs: Jobs;
const done: string[] = [];
let failures = 1;
beforeAll(async () => {
  t = await testApp();
  jobs = await openJobs(t.app.database.pool.options.connectionString ?? "", t.app.log, true);
  const none = Object.fromEntries(QUEUES.map((name) => [name, async () => {}])) as unknown as JobHandlers;
  await jobs.work({
    ...none,
    "process-feeds": async ({ account_id }) => void done.push(`feeds ${account_id}`),
    "check-import": async ({ import_batch_id }) => void done.push(`check ${import_batch_id}`),
    "undo-import": async ({ import_batch_id }) => {
      done.push(`undo ${import_batch_id}`);
      if (failures-- > 0) throw new Error("once");
    },
  });
});
afterAll(async () => {
  await jobs.close();
  await t.close();
});

const add = (count: number) =>
  t.app.database.asSystem(async (tx) => {
    for (let n = 1; n <= count; n++) {
      await jobs.add(tx, "check-import", { account_id: 1, import_batch_id: n });
      await jobs.add(tx, "process-feeds", { account_id: n }, { group: String(n % 3) });
    }
  });

test("all jobs that one transaction adds are done, on a queue with one lane and on one with several", async () => {
  await add(20);
  const all = Array.from({ length: 20 }, (_, n) => [`check ${n + 1}`, `feeds ${n + 1}`]).flat();
  // Delivery is at least once, so a job that was done twice is no fault.
  await expect.poll(() => all.filter((job) => !done.includes(job)), { timeout: 50_000 }).toEqual([]);
});

test("a job for later and the next try of a failed one start when they are due", async () => {
  done.length = 0;
  await t.app.database.asSystem(async (tx) => {
    await jobs.add(tx, "undo-import", { account_id: 1, import_batch_id: 7 });
    await jobs.add(
      tx,
      "check-import",
      { account_id: 1, import_batch_id: 8 },
      { startAfter: new Date(Date.now() + 1_500) },
    );
  });
  await expect.poll(() => [...done].sort(), { timeout: 30_000 }).toEqual(["check 8", "undo 7", "undo 7"]);
});
