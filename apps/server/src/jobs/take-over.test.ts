import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "../database/connection.ts";
import { lockProgramme } from "../database/lock-programme.ts";
import { handlersFor, until } from "../sections/campaigns/campaigns.fixture.ts";
import { type Facility, makeAccount, type TestApp, testApp } from "../test/app.ts";
import { openJobs } from "./jobs.ts";
import { takeOverLostJobs } from "./take-over.ts";

let t: TestApp;
let inn: Facility;
beforeAll(async () => {
  t = await testApp();
  inn = await makeAccount(t.app, { name: "宿" });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.past.pool.query("delete from pgboss.job where name = 'score-rfm'");
  await t.app.database.inScope({ accountIds: [inn.accountId] }, (tx) =>
    t.app.jobs.add(tx, "score-rfm", { account_id: inn.accountId, rfm_id: 1 }),
  );
});

test("a job whose worker is gone is taken over, the sixtieth time like the first, and uses up none of its tries", {
  timeout: 60_000,
}, async () => {
  // Sixty workers took it and were killed: each time it is another's within the time of one look.
  const row = async () =>
    (
      await t.past.pool.query(
        "select state, retry_count as n, retry_limit as most from pgboss.job where name = 'score-rfm'",
      )
    ).rows[0];
  const { most } = await row();
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const boss = { getDb: () => ({ executeSql: (text: string, values: unknown[]) => t.past.pool.query(text, values) }) };
  for (let round = 1; round <= 60; round++) {
    await t.past.pool.query(
      "update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '16 seconds' where name = 'score-rfm'",
    );
    expect(await takeOverLostJobs(boss as never, log)).toEqual(["score-rfm"]);
    // The number of the try is what a worker proves itself with: one that comes back to life is refused.
    expect(await row()).toEqual({ state: "retry", n: round, most: most + round });
  }
  expect(lines.map(({ event, attempt }) => [event, attempt])).toEqual(
    Array.from({ length: 60 }, (_, at) => ["job.taken_over", at + 1]),
  );
  // One whose worker lives stays with it.
  await t.past.pool.query("update pgboss.job set state = 'active', heartbeat_on = now() where name = 'score-rfm'");
  expect(await takeOverLostJobs(boss as never, log)).toEqual([]);
  expect((await row()).state).toBe("active");
});

test("the database's clock is set back an hour: a dead worker's job is another's all the same, a waiting one does not wait longer", async () => {
  const boss = { getDb: () => ({ executeSql: (text: string, values: unknown[]) => t.past.pool.query(text, values) }) };
  const look = () => takeOverLostJobs(boss as never, t.app.log);
  const put = (columns: string) => t.past.pool.query(`update pgboss.job set ${columns} where name = 'score-rfm'`);
  // Stamped an hour ahead, as all that happened within the hour before the clock was set back.
  await put("state = 'active', started_on = now(), heartbeat_on = now() + interval '1 hour'");
  expect(await look()).toEqual([]);
  // Nobody renewed it within a quarter of a minute.
  await put("heartbeat_on = heartbeat_on - interval '16 seconds'");
  expect(await look()).toEqual(["score-rfm"]);
  await put("state = 'created', created_on = now() + interval '1 hour', start_after = now() + interval '61 minutes'");
  await look();
  const { rows } = await t.past.pool.query(
    "select round(extract(epoch from start_after - now()) / 60)::int as minutes from pgboss.job where name = 'score-rfm'",
  );
  expect(rows).toEqual([{ minutes: 1 }]);
});

test("a working process takes over by itself and counts it", { timeout: 60_000 }, async () => {
  await t.past.pool.query(
    "update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '16 seconds' where name = 'score-rfm'",
  );
  const done: number[] = [];
  const jobs = await openJobs(t.app.database.pool.options.connectionString ?? "", t.app.log);
  await jobs.work(handlersFor(t.app, undefined, { "score-rfm": async ({ rfm_id }) => void done.push(rfm_id) }));
  await until("it is done by another worker", () => done.length === 1);
  expect([...jobs.takenOver]).toEqual([["score-rfm", 1]]);
  await jobs.close();
});

test("a job that only waits for another one's lock waits again, and uses up none of its tries", {
  timeout: 60_000,
}, async () => {
  const row = async () =>
    (
      await t.past.pool.query(
        "select state, retry_count as n, retry_limit as most, start_after > now() as later from pgboss.job where name = 'score-rfm'",
      )
    ).rows[0];
  const { most } = await row();
  const holder = await t.past.pool.connect();
  await holder.query("begin");
  await holder.query(`select pg_advisory_xact_lock(7041, ${inn.accountId})`);
  const impatient = openDatabase(t.app.database.pool.options.connectionString ?? "", {
    max: 1,
    statementTimeoutMs: 200,
  });
  const jobs = await openJobs(t.app.database.pool.options.connectionString ?? "", t.app.log);
  try {
    const waits = () => impatient.inScope({ accountIds: [inn.accountId] }, (tx) => lockProgramme(tx, inn.accountId));
    await expect(waits()).rejects.toMatchObject({ code: "55P03" });
    await jobs.work({ ...handlersFor(t.app), "score-rfm": waits });
    await until("the job is back in its queue", async () => (await row()).state === "retry");
    expect(await row()).toEqual({ state: "retry", n: 1, most: most + 1, later: true });
  } finally {
    await jobs.close();
    await holder.query("rollback");
    holder.release();
    await impatient.close();
  }
});
