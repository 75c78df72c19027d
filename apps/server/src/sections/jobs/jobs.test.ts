import { afterEach, beforeEach, expect, test } from "vitest";
import { type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { handlersFor, until } from "../campaigns/campaigns.fixture.ts";
import { columnsThatSay } from "../customers/canary.fixture.ts";

// A job that fails for good is seen by the provider, says no guest's name, and can be run again; it holds up nobody else's.

let t: TestApp;
let bad: Facility;
let good: Facility;
beforeEach(async () => {
  t = await testApp();
  bad = await makeAccount(t.app, { name: "止まる宿" });
  good = await makeAccount(t.app, { name: "進む宿" });
});
afterEach(() => t.close());

/** Score jobs of these accounts, each with one try. */
async function addJobs(...accounts: Facility[]): Promise<void> {
  for (const { accountId } of accounts)
    await t.app.database.inScope({ accountIds: [accountId] }, (tx) =>
      t.app.jobs.add(tx, "score-rfm", { account_id: accountId, rfm_id: 1 }),
    );
  await t.past.pool.query("update pgboss.job set retry_limit = 0 where name = 'score-rfm'");
}

/** Works, and fails for accounts that are in `broken`. */
function workWith(broken: Set<number>, error: Error): number[] {
  const done: number[] = [];
  const handlers = handlersFor(t.app, undefined, {
    "score-rfm": async ({ account_id }) => {
      if (broken.has(account_id)) throw error;
      done.push(account_id);
    },
  });
  void t.app.jobs.work(handlers);
  return done;
}

test("it is listed without what the error said, the others go on, and run again it is done", async () => {
  const broken = new Set([bad.accountId]);
  const error = Object.assign(new Error("山田 花子 <hanako@example.jp> is not a number"), {
    code: "22003",
    detail: "Failing row contains (1, 山田 花子).",
    where: "山田",
    cause: new Error("hanako@example.jp"),
  });
  await addJobs(bad, good, good);
  const done = workWith(broken, error);
  const admin = await t.as(
    await makeUser(t.app, await makeAccount(t.app, { name: "提供", provider: true }), "role_vc_admin", ["*"]),
  );
  const list = async () => (await admin({ method: "GET", url: "/api/jobs" })).json().items;
  await until("it is given up", async () => (await list()).length > 0);
  await until("the others are done", () => done.length === 2);
  const [job, ...others] = await list();
  expect(others).toEqual([]);
  expect(await columnsThatSay(t, ["山田", "hanako@"]), "in the job engine's tables").toEqual([]);
  expect(job).toEqual({
    id: expect.any(String),
    queue: "score-rfm",
    account: { id: bad.accountId, name: "止まる宿" },
    created_at: expect.any(String),
    failed_at: expect.any(String),
    tries: 1,
    fault: "refused",
  });
  const metrics = await t.server.inject({ method: "GET", url: "/metrics", remoteAddress: "127.0.0.1" });
  expect(metrics.body).toContain('okaeri_failed_jobs{queue="score-rfm"} 1');

  broken.clear();
  const again = { method: "POST" as const, url: `/api/jobs/${job.id}/retry` };
  const answers = await Promise.all([admin(again), admin(again)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await until("it is done", () => done.includes(bad.accountId));
  expect([await list(), done.length]).toEqual([[], 3]);
  const lines = await t.past.pool.query(
    "select account_id::int, entity, after from audit_logs where action = 'retry_job'",
  );
  const after = { queue: "score-rfm", tries: 1, fault: "refused" };
  expect(lines.rows).toEqual([{ account_id: bad.accountId, entity: "jobs", after }]);
});

test("it is the provider's administrators' alone", async () => {
  const provider = await makeAccount(t.app, { name: "提供", provider: true });
  const people = [
    await makeUser(t.app, provider, "role_vc_user", ["*"]),
    await makeUser(t.app, bad, "role_admin", ["*"]),
  ];
  const id = "00000000-0000-4000-8000-000000000000";
  for (const person of people) {
    const who = await t.as(person);
    expect((await who({ method: "GET", url: "/api/jobs" })).statusCode).toBe(403);
    expect((await who({ method: "POST", url: `/api/jobs/${id}/retry` })).statusCode).toBe(403);
  }
  const admin = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
  expect((await admin({ method: "POST", url: `/api/jobs/${id}/retry` })).json()).toEqual({ items: [] });
  expect((await admin({ method: "POST", url: "/api/jobs/1/retry" })).statusCode).toBe(404);
});
