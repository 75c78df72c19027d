import { afterEach, beforeEach, expect, test } from "vitest";
import { jobHandlers } from "../../main/job-handlers.ts";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { until } from "../campaigns/campaigns.fixture.ts";
import { makeCustomer, makeStay, within } from "../customers/customers.fixture.ts";
import { createDefaultRfm } from "./create-default-rfm.ts";
import { chosenOf } from "./rfms.fixture.ts";

// What the answer says of a scoring that waits, runs, is done or was given up, by the real job queue.
let t: TestApp;
let inn: Facility;
let other: Facility;
let staff: Caller;
let otherStaff: Caller;
let rfmId = 0;
let otherId = 0;

beforeEach(async () => {
  t = await testApp();
  inn = await makeAccount(t.app, { name: "本館" });
  other = await makeAccount(t.app, { name: "他社" });
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  otherStaff = await t.as(await makeUser(t.app, other, "role_admin", ["*"]));
  rfmId = await ownRfm(inn);
  otherId = await ownRfm(other);
});
afterEach(() => t.close());

function ownRfm({ accountId }: Facility): Promise<number> {
  return within(t.app, [accountId], async (tx) => {
    const guest = await makeCustomer(tx, accountId, { name: "客" });
    await makeStay(tx, accountId, guest, { code: "S1", checkIn: "2026-11-01", checkOut: "2026-11-02", usePrice: 1 });
    return createDefaultRfm(tx, accountId);
  });
}

type Scoring = { state: string; since: string | null };
const answer = async (by = staff, id = rfmId) =>
  (await by({ method: "GET", url: `/api/rfms/${id}` })).json() as {
    version: number;
    scored_on: string | null;
    scoring: Scoring;
  };
const scoring = async (by = staff, id = rfmId) => (await answer(by, id)).scoring;
const add = () =>
  within(t.app, [inn.accountId], (tx) => t.app.jobs.add(tx, "score-rfm", { account_id: inn.accountId, rfm_id: rfmId }));
const addRun = () =>
  within(t.app, [inn.accountId], (tx) =>
    t.app.jobs.add(tx, "score-small-rfms", {
      rfms: [
        { account_id: other.accountId, rfm_id: otherId },
        { account_id: inn.accountId, rfm_id: rfmId },
      ],
    }),
  );
const instant = async (column: string) => {
  const { rows } = await t.past.pool.query(`select ${column} as at from pgboss.job order by created_on desc limit 1`);
  return new Date(rows[0]?.at).toISOString();
};
const idle = { state: "idle", since: null };

test("a scoring waits, runs and is done, in its own account only", async () => {
  expect(await scoring()).toEqual(idle);
  await add();
  expect(await scoring()).toEqual({ state: "waiting", since: await instant("created_on") });
  expect(await scoring(otherStaff, otherId)).toEqual(idle);
  const list = (await staff({ method: "GET", url: "/api/rfms" })).json() as { items: { scoring: Scoring }[] };
  expect(list.items.map((item) => item.scoring.state)).toEqual(["waiting"]);
  const handlers = jobHandlers(t.app);
  const seen: Scoring[] = [];
  await t.app.jobs.drain({
    ...handlers,
    "score-rfm": async (data, run) => {
      seen.push(await scoring());
      expect(seen[0]?.since).toBe(await instant("started_on"));
      await handlers["score-rfm"](data, run);
      // The job has more to do, the scores are there.
      seen.push(await scoring());
    },
  });
  expect(seen).toEqual([{ state: "running", since: expect.any(String) }, idle]);
  expect(await answer()).toMatchObject({ scored_on: "2026-11-20", scoring: idle });
});

test("whoever may edit asks for it; while one waits none is added, two at once are one, on the record", async () => {
  const score = (by: Caller, id: number) => by({ method: "POST", url: `/api/rfms/${id}/score` });
  const answers = await Promise.all([score(staff, rfmId), score(staff, rfmId)]);
  expect(answers.map((one) => [one.statusCode, one.json().scoring?.state])).toEqual([
    [200, "waiting"],
    [200, "waiting"],
  ]);
  const added = await t.past.pool.query("select data from pgboss.job where name = 'score-rfm' and state = 'created'");
  expect(added.rows).toEqual([{ data: { account_id: inn.accountId, rfm_id: rfmId } }]);
  const logged = await t.past.pool.query("select account_id, entity_id from audit_logs where action = 'score'");
  expect(logged.rows).toEqual([{ account_id: inn.accountId, entity_id: rfmId }]);
  const reader = await t.as(await makeUser(t.app, inn, "role_user", ["rfms/read"]));
  expect([(await score(reader, rfmId)).statusCode, (await score(staff, otherId)).statusCode]).toEqual([403, 404]);
  await t.app.jobs.drain(jobHandlers(t.app));
  expect(await scoring()).toEqual(idle);
});

test("within a run of small ones each is told, and is done when its own scores are there", async () => {
  await addRun();
  for (const [by, id] of [[staff, rfmId] as const, [otherStaff, otherId] as const])
    expect((await scoring(by, id)).state).toBe("waiting");
  const handlers = jobHandlers(t.app);
  const seen: string[] = [];
  await t.app.jobs.drain({
    ...handlers,
    "score-small-rfms": async ({ rfms }, run) => {
      await handlers["score-small-rfms"]({ rfms: rfms.slice(0, 1) }, run);
      seen.push((await scoring(otherStaff, otherId)).state, (await scoring()).state);
      await handlers["score-small-rfms"]({ rfms: rfms.slice(1) }, run);
    },
  });
  expect(seen).toEqual(["idle", "running"]);
  expect(await scoring()).toEqual(idle);
});

test("one that was given up is told until a later scoring succeeds, by a save or by the queue", async () => {
  await add();
  await t.app.jobs.drain(jobHandlers(t.app));
  await t.past.pool.query(`create function refuse_planted() returns trigger language plpgsql as
      $$ begin raise exception 'planted' using errcode = '22003'; end $$;
    create trigger planted before update on rfms for each row when (new.account_id = ${inn.accountId}) execute function refuse_planted();
    update pgboss.queue set retry_limit = 0`);
  await addRun();
  void t.app.jobs.work(jobHandlers(t.app));
  await until("it is given up", async () => (await scoring()).state === "failed");
  const given = await t.past.pool.query("select created_on from pgboss.job where name = 'failed-jobs'");
  expect(await scoring()).toEqual({ state: "failed", since: given.rows[0].created_on.toISOString() });
  expect((await answer()).scored_on).toBe("2026-11-20");
  expect(await scoring(otherStaff, otherId)).toEqual(idle);

  await t.past.pool.query("drop trigger planted on rfms");
  const found = (await staff({ method: "GET", url: `/api/rfms/${rfmId}` })).json();
  const { frequency_aggregation_years, monetary_aggregation_years, details, version } = found;
  const groups = found.groups.map(({ count: _count, ...group }: { count: number }) => group);
  const edit = { frequency_aggregation_years, monetary_aggregation_years, details: chosenOf(details), groups, version };
  const saved = await staff({ method: "PUT", url: `/api/rfms/${rfmId}`, payload: edit });
  expect(saved.statusCode).toBe(200);
  expect(saved.json().scoring).toEqual(idle);
  expect(await scoring()).toEqual(idle);
});
