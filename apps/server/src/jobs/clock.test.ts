import { afterEach, beforeEach, expect, test } from "vitest";
import type { App } from "../app.ts";
import { jobHandlers } from "../main/job-handlers.ts";
import { makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";
import { clockRuns, notingRuns, queueDue } from "./clock.ts";
import { SCHEDULES, timesAround } from "./schedules.ts";

// Work that comes by the clock, on a machine that is off at night and with several processes.

let now: Date;
let t: TestApp;
let app: App;
beforeEach(async () => {
  now = new Date("2026-11-20T10:00:00+09:00");
  t = await testApp({ clock: { now: () => now } });
  app = t.app;
});
afterEach(() => t.close());

const waiting = async (): Promise<string[]> =>
  (
    await t.past.pool.query(
      "select name from pgboss.job where state < 'completed' and name <> 'failed-jobs' order by 1",
    )
  ).rows.map(({ name }) => name);
const DAILY = Object.entries(SCHEDULES).flatMap(([job, schedule]) => ("at" in schedule ? [job] : []));
const run = { signal: new AbortController().signal, attempt: 0 };
const stateOf = async (job: string) => (await clockRuns(app)).find((one) => one.job === job);

test("times are Japan's, and one that is due now is the last", () => {
  const around = (text: string) => {
    const { last, next } = timesAround("nightly-backup", new Date(text));
    return [last.toISOString(), next.toISOString()];
  };
  expect(around("2026-11-20T02:29:59.999+09:00")).toEqual(["2026-11-18T17:30:00.000Z", "2026-11-19T17:30:00.000Z"]);
  expect(around("2026-11-20T02:30:00+09:00")).toEqual(["2026-11-19T17:30:00.000Z", "2026-11-20T17:30:00.000Z"]);
});

test("what the night missed is made up for at the next start, each once though four processes look; days that were missed are one", async () => {
  expect(await queueDue(app)).toEqual([]);
  expect(await waiting()).toEqual([]);
  now = new Date("2026-11-23T09:00:00+09:00");
  const queued = await Promise.all([queueDue(app), queueDue(app), queueDue(app), queueDue(app)]);
  expect(queued.flat().toSorted()).toEqual(Object.keys(SCHEDULES).toSorted());
  expect(await waiting()).toEqual(Object.keys(SCHEDULES).toSorted());
  now = new Date("2026-11-24T02:30:10+09:00");
  expect((await queueDue(app)).filter((job) => DAILY.includes(job))).toEqual([
    "expire-points",
    "evaluate-ranks",
    "nightly-backup",
  ]);
});

test("it is overdue until it has ended well, and what was done is said", async () => {
  await queueDue(app);
  expect(await stateOf("erase-guests")).toMatchObject({ endedAt: null, overdueSince: null });
  now = new Date("2026-11-22T09:00:00+09:00");
  expect((await stateOf("erase-guests"))?.overdueSince).toEqual(new Date("2026-11-21T03:50:00+09:00"));
  await queueDue(app);
  await app.jobs.drain(jobHandlers(app));
  expect(await stateOf("erase-guests")).toEqual({
    job: "erase-guests",
    startedAt: now,
    endedAt: now,
    failedAt: null,
    fault: null,
    overdueSince: null,
    nextAt: new Date("2026-11-23T03:50:00+09:00"),
  });
  expect((await clockRuns(app)).filter(({ overdueSince }) => overdueSince !== null)).toEqual([]);
});

test("what failed in all its tries is tried again each hour, seen once among the failed jobs, and gone from there when it ends well", async () => {
  await queueDue(app);
  now = new Date("2026-11-21T09:00:00+09:00");
  await queueDue(app);
  const handlers = notingRuns(app, {
    ...jobHandlers(app),
    "clear-uploads": async () => {
      throw Object.assign(new Error("山田 花子"), { code: "53100" });
    },
  });
  const failOnce = async () => {
    await expect(handlers["clear-uploads"]({}, run)).rejects.toThrow();
    await t.past.pool.query(`with gone as (delete from pgboss.job where name = 'clear-uploads' returning data)
      insert into pgboss.job (name, data, source_name) select 'failed-jobs', data, 'clear-uploads' from gone`);
  };
  await failOnce();
  expect(await stateOf("clear-uploads")).toMatchObject({ failedAt: now, fault: "database", endedAt: null });
  now = new Date("2026-11-21T09:59:00+09:00");
  expect(await queueDue(app)).not.toContain("clear-uploads");
  for (const time of ["10:00", "11:00", "12:00"]) {
    now = new Date(`2026-11-21T${time}:00+09:00`);
    expect(await queueDue(app)).toContain("clear-uploads");
    // It waits now, and is not added again before it is done.
    now = new Date(now.getTime() + 59 * 60_000);
    expect(await queueDue(app)).not.toContain("clear-uploads");
    await failOnce();
    expect((await app.jobs.failed()).length).toBeLessThanOrEqual(2);
  }
  await jobHandlers(app)["clear-uploads"]({}, run);
  expect(await app.jobs.failed()).toEqual([]);
  expect(await stateOf("clear-uploads")).toMatchObject({ failedAt: null, fault: null, overdueSince: null });
});

test("after the clock was a month ahead, nothing waits for that month", async () => {
  await queueDue(app);
  const right = now;
  now = new Date("2026-12-20T10:00:00+09:00");
  expect(await queueDue(app)).toContain("prove-ledgers");
  now = right;
  expect(await queueDue(app)).toContain("prove-ledgers");
  expect(await queueDue(app)).toEqual([]);
});

test("after the clock was half an hour ahead, what comes every minute comes again", async () => {
  await queueDue(app);
  const right = now;
  now = new Date(right.getTime() + 30 * 60_000);
  expect(await queueDue(app)).toContain("revive-pushes");
  now = right;
  expect(await queueDue(app)).toContain("revive-pushes");
  expect(await queueDue(app)).toEqual([]);
});

test("a stop in the middle is no failure", async () => {
  await queueDue(app);
  const stopping = new AbortController();
  const handlers = notingRuns(app, {
    ...jobHandlers(app),
    "maintain-feeds": async () => {
      stopping.abort(new Error("stopping"));
      throw new Error("stopping");
    },
  });
  await expect(handlers["maintain-feeds"]({}, { signal: stopping.signal, attempt: 0 })).rejects.toThrow("stopping");
  expect(await stateOf("maintain-feeds")).toMatchObject({ failedAt: null, startedAt: now });
});

test("the provider's administrators see it, and figures tell it", async () => {
  await queueDue(app);
  now = new Date("2026-11-21T10:00:00+09:00");
  const provider = await makeAccount(app, { name: "提供", provider: true });
  const admin = await t.as(await makeUser(app, provider, "role_vc_admin", ["*"]));
  const ask = async () => (await admin({ method: "GET", url: "/api/jobs/scheduled" })).json().items;
  expect((await ask()).find(({ queue }: { queue: string }) => queue === "nightly-backup")).toEqual({
    queue: "nightly-backup",
    at: "02:30",
    every_minutes: null,
    state: "overdue",
    fault: null,
    last_ended_at: null,
    next_at: "2026-11-21T17:30:00.000Z",
    overdue_since: "2026-11-20T17:30:00.000Z",
  });
  await queueDue(app);
  await app.jobs.drain(jobHandlers(app));
  expect((await ask()).map(({ state }: { state: string }) => state)).toEqual((await ask()).map(() => "fine"));
  const { body } = await t.server.inject({ method: "GET", url: "/metrics", remoteAddress: "127.0.0.1" });
  expect(body).toContain('okaeri_overdue_seconds{queue="prove-ledgers"} 0');
  expect(body).toContain(`okaeri_last_run_timestamp_seconds{queue="prove-ledgers"} ${now.getTime() / 1000}`);
  const staff = await t.as(await makeUser(app, await makeAccount(app, { name: "宿" }), "role_admin", ["*"]));
  expect((await staff({ method: "GET", url: "/api/jobs/scheduled" })).statusCode).toBe(403);
});
