import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jobHandlers } from "../../main/job-handlers.ts";
import { type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { until } from "../campaigns/campaigns.fixture.ts";
import { makeCustomer, makeStay, within } from "../customers/customers.fixture.ts";
import { createDefaultRfm } from "./create-default-rfm.ts";
import { rfmJobs } from "./rfms.jobs.ts";

// Today is 2026-11-20 in Tokyo.
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** An account with one guest who stayed, and so many who had scores once and no stay any more. */
async function inn(name: string, others: number): Promise<Facility> {
  const made = await makeAccount(t.app, { name });
  await within(t.app, [made.accountId], async (tx) => {
    const guest = await makeCustomer(tx, made.accountId, { name: "客" });
    await makeStay(tx, made.accountId, guest, {
      code: "S1",
      checkIn: "2026-11-01",
      checkOut: "2026-11-02",
      usePrice: 10_000,
    });
    await sql`insert into customers (account_id, name) select ${made.accountId}, '客 ' || n from generate_series(1, ${others}) n`.execute(
      tx.db,
    );
    const rfmId = await createDefaultRfm(tx, made.accountId);
    await sql`insert into customer_rfms (account_id, customer_id, rfm_id, recency_days, frequency_count, monetary_total, recency_score,
        frequency_score, monetary_score, scored_on, held_since)
      select account_id, id, ${rfmId}, 1, 1, 1, 5, 1, 1, '2026-11-19', '2026-11-19' from customers
      where account_id = ${made.accountId} and id <> ${guest}`.execute(tx.db);
  });
  return made;
}

/** Which of these are scored for today. */
const scored = async (accounts: readonly number[]) => {
  const { rows } = await t.past.pool.query(
    `select account_id::int from customer_rfms where scored_on = '2026-11-20' and account_id = any ($1)
      group by 1 having count(*) = 1 order by 1`,
    [accounts],
  );
  return rows.map((row) => row.account_id);
};

test("at night an account that fails holds nobody up, small ones share a job, and it is seen among the failed jobs", async () => {
  // Two that fail: one small, while it is scored; one large, while its job is queued. Both come before others.
  const small = [await inn("一番", 1), await inn("倒れる宿", 1), await inn("三番", 1)];
  const unqueued = await inn("積めない宿", 2_001);
  const large = await inn("大きな宿", 2_001);
  const bad = small[1]?.accountId ?? 0;
  await t.past.pool.query(`create function refuse_planted() returns trigger language plpgsql as
      $$ begin raise exception 'planted' using errcode = '22003'; end $$;
    create trigger planted before update on rfms for each row when (new.account_id = ${bad}) execute function refuse_planted();
    create trigger planted before insert on pgboss.job for each row
      when (new.data->>'account_id' = '${unqueued.accountId}') execute function refuse_planted();
    update pgboss.queue set retry_limit = 0`);
  await within(t.app, [bad], (tx) => t.app.jobs.add(tx, "score-all-rfms", {}));
  void t.app.jobs.work(jobHandlers(t.app));
  const admin = await t.as(
    await makeUser(t.app, await makeAccount(t.app, { name: "提供", provider: true }), "role_vc_admin", ["*"]),
  );
  type Failed = { queue: string; account: { id: number } | null };
  const failed = async () => {
    const { items } = (await admin({ method: "GET", url: "/api/jobs" })).json() as { items: Failed[] };
    return items.map(({ queue, account }) => `${queue} ${account?.id ?? "-"}`).sort();
  };
  await until("both failures are seen", async () => (await failed()).length === 2);
  expect(await failed()).toEqual(["score-all-rfms -", `score-rfm ${bad}`]);
  const fine = [small[0], small[2], large].map((each) => each?.accountId);
  const all = [...small, unqueued, large].map((each) => each.accountId);
  await until("the others are scored", async () => (await scored(all)).length >= fine.length);
  expect(await scored(all)).toEqual(fine);
  const jobs = await t.past.pool.query(
    "select jsonb_array_length(data->'rfms') as rfms, state from pgboss.job where name = 'score-small-rfms'",
  );
  expect(jobs.rows).toEqual([{ rfms: expect.any(Number), state: "completed" }]);
});

test("a run of small accounts is scored in one transaction", async () => {
  const inns = [await inn("甲", 0), await inn("乙", 0), await inn("丙", 0)];
  const accounts = inns.map((each) => each.accountId);
  const { rows: rfms } = await t.past.pool.query<{ account_id: number; rfm_id: number }>(
    "select account_id, id as rfm_id from rfms where account_id = any ($1) order by 1",
    [accounts],
  );
  const opened: string[] = [];
  const { database } = t.app;
  const counted = {
    ...database,
    asSystem: ((...given) => {
      opened.push("all");
      return database.asSystem(...given);
    }) as typeof database.asSystem,
    inScope: ((...given) => {
      opened.push("one");
      return database.inScope(...given);
    }) as typeof database.inScope,
  };
  const run = rfmJobs({ ...t.app, database: counted })["score-small-rfms"];
  await run({ rfms }, { signal: new AbortController().signal, attempt: 0 });
  expect(opened).toEqual(["all", "one"]);
  expect(await scored(accounts)).toEqual(accounts);
});

test("a run of small accounts comes to what each comes to by itself, also where somebody holds one of them", async () => {
  const alone = await inn("独り", 3);
  const together = [await inn("共に", 3), await inn("共に 2", 2)];
  const all = [alone, ...together].map((each) => each.accountId);
  await within(t.app, all, async (tx) => {
    for (const account of all) {
      const guest = await makeCustomer(tx, account, { name: "はじめて" });
      const stay = { checkIn: "2025-03-01", checkOut: "2025-03-02", usePrice: 90_000 };
      for (const code of ["S2", "S3"]) await makeStay(tx, account, guest, { ...stay, code });
    }
    // Thresholds of their own, so that one account's are not another's.
    await tx.run`update rfm_details set frequency = frequency + 1 where account_id = ${alone.accountId} and score < 5`;
  });
  const { rows: rfms } = await t.past.pool.query<{ account_id: number; rfm_id: number }>(
    "select account_id, id as rfm_id from rfms where account_id = any ($1) order by 1",
    [all],
  );
  const COLUMNS = `account_id, recency_days, frequency_count, monetary_total, recency_score, frequency_score, monetary_score`;
  const state = async () => {
    const now = await t.past.pool.query(
      `select ${COLUMNS}, scored_on, held_since from customer_rfms where account_id = any ($1) order by account_id, customer_id`,
      [all],
    );
    const before = await t.past.pool.query(
      `select account_id, customer_id, held_since, held_until, recency_score from customer_rfm_histories where account_id = any ($1)
        order by 1, 2`,
      [all],
    );
    return { now: now.rows, before: before.rows };
  };
  const scores = await t.past.pool.query("select * from customer_rfms where account_id = any ($1)", [all]);
  const jobs = rfmJobs(t.app);
  const run = { signal: new AbortController().signal, attempt: 0 };
  for (const rfm of rfms) await jobs["score-rfm"](rfm, run);
  const expected = await state();
  expect(expected.now).toHaveLength(2 * all.length);
  expect(expected.before).toHaveLength(3 + 3 + 2);
  await t.past.pool.query("delete from customer_rfms where account_id = any ($1)", [all]);
  await t.past.pool.query("delete from customer_rfm_histories where account_id = any ($1)", [all]);
  for (const row of scores.rows)
    await t.past.pool.query("insert into customer_rfms select * from jsonb_populate_record(null::customer_rfms, $1)", [
      JSON.stringify({ ...row, scored_on: "2026-11-19", held_since: "2026-11-19" }),
    ]);
  const somebody = await t.past.pool.connect();
  await somebody.query("begin");
  await somebody.query("select from rfms where id = $1 for update", [rfms[1]?.rfm_id]);
  const scoring = jobs["score-small-rfms"]({ rfms }, run);
  await until("the free ones are scored", async () => {
    const { rows } = await t.past.pool.query("select scored_at from rfms where id = $1", [rfms[2]?.rfm_id]);
    return (
      rows[0].scored_at !== null &&
      (await state()).now.filter((row) => row.account_id === rfms[1]?.account_id).length === 3
    );
  });
  await somebody.query("commit");
  somebody.release();
  await scoring;
  expect(await state()).toEqual(expected);
});
