import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { afterEach, beforeEach, expect, test } from "vitest";
import { jobHandlers } from "../../main/job-handlers.ts";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { until } from "../campaigns/campaigns.fixture.ts";
import { makeCustomer, makeStay, within } from "../customers/customers.fixture.ts";

// What /ranks says of an evaluation that waits, runs, is done or was given up, by the real job queue. Today is 2026-11-20 in Tokyo.
const TODAY = "2026-11-20";
let t: TestApp;
let inn: Facility;
let other: Facility;
let staff: Caller;
let otherStaff: Caller;

beforeEach(async () => {
  t = await testApp();
  inn = await makeAccount(t.app, { name: "本館" });
  other = await makeAccount(t.app, { name: "他社" });
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  otherStaff = await t.as(await makeUser(t.app, other, "role_admin", ["*"]));
  for (const by of [staff, otherStaff]) {
    const terms = { definition: "stay", use_point_unit: 100, active_month: 3, base_month: 24, base_date: 1 };
    const details = [{ name: "金", total_stay: 2, priority: 1 }];
    const made = await by({ method: "POST", url: "/api/ranks", payload: { ...terms, details } });
    expect(made.statusCode).toBe(200);
  }
});
afterEach(() => t.close());

type Item = { id: number; evaluated_on: string | null; evaluation: { state: string; since: string | null } };
const item = async (by = staff) =>
  (await by({ method: "GET", url: "/api/ranks" })).json().items[0] as Item & { details: { count: number }[] };
const state = async (by = staff) => (await item(by)).evaluation.state;
const evaluate = async (by = staff) => by({ method: "POST", url: `/api/ranks/${(await item(by)).id}/evaluate` });
const waiting = async () => {
  const { rows } = await t.past.pool.query(
    "select data from pgboss.job where name = 'evaluate-ranks' and state = 'created'",
  );
  return rows.map(({ data }) => data);
};
/** From then on saving an evaluation of this account fails: of this day, or of every day. */
const plant = (day?: string) =>
  t.past.pool.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'planted' using errcode = '22003'; end $$;
    create trigger planted before update on ranks for each row
      when (new.account_id = ${inn.accountId}${day ? ` and new.evaluated_on = '${day}'` : ""}) execute function refuse()`);
const idle = { state: "idle", since: null };

test("whoever may edit has everybody judged; while one waits none is added, two at once are one, each on the record", async () => {
  expect(await item()).toMatchObject({ evaluated_on: TODAY, evaluation: idle });
  const answers = await Promise.all([evaluate(), evaluate()]);
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200);
    expect(answer.json().evaluation).toEqual({ state: "waiting", since: expect.any(String) });
  }
  expect(await waiting()).toEqual([{ account_id: inn.accountId }]);
  expect(await state(otherStaff)).toBe("idle");
  const { rows } = await t.past.pool.query("select account_id, entity from audit_logs where action = 'evaluate'");
  expect(rows).toEqual([{ account_id: inn.accountId, entity: "ranks" }]);
  const reader = await t.as(await makeUser(t.app, inn, "role_user", ["ranks/read"]));
  expect((await evaluate(reader)).statusCode).toBe(403);
  const theirs = (await item(otherStaff)).id;
  expect((await staff({ method: "POST", url: `/api/ranks/${theirs}/evaluate` })).statusCode).toBe(404);
});

test("it runs and is done, each programme by itself also within the night's", async () => {
  expect((await evaluate()).statusCode).toBe(200);
  const seen: string[] = [];
  const handlers = jobHandlers(t.app);
  const looking = {
    ...handlers,
    "evaluate-ranks": async (data: { account_id?: number }, run: { signal: AbortSignal; attempt: number }) => {
      seen.push(await state(), await state(otherStaff));
      await handlers["evaluate-ranks"](data, run);
      seen.push(await state());
    },
  };
  await t.app.jobs.drain(looking);
  expect(seen).toEqual(["running", "idle", "idle"]);
  await within(t.app, [inn.accountId], (tx) => t.app.jobs.add(tx, "evaluate-ranks", {}));
  expect([await state(), await state(otherStaff)]).toEqual(["waiting", "waiting"]);
  seen.length = 0;
  await t.app.jobs.drain(looking);
  expect(seen).toEqual(["running", "running", "idle"]);
  expect([(await item()).evaluation, (await item(otherStaff)).evaluation]).toEqual([idle, idle]);
});

test("an evaluation over many days says up to which day it has come, keeping what is done when the next day fails", async () => {
  const { accountId } = inn;
  await within(t.app, [accountId], async (tx) => {
    const guest = await makeCustomer(tx, accountId, { name: "常連" });
    for (const n of [1, 2]) {
      const checkOut = addDays(calendarDate(TODAY), -n);
      await makeStay(tx, accountId, guest, { code: `E${n}`, checkIn: addDays(checkOut, -1), checkOut, usePrice: 1 });
    }
  });
  // Regular evaluations of 1 December and 1 January; the second one stands still for an error.
  await plant("2027-01-01");
  const clock = { now: () => new Date("2027-01-02T00:05:00+09:00") };
  const handlers = jobHandlers({ ...t.app, clock });
  const one = { account_id: accountId };
  const run = { signal: new AbortController().signal, attempt: 0 };
  await expect(handlers["evaluate-ranks"](one, run)).rejects.toThrow("planted");
  expect(await item()).toMatchObject({ evaluated_on: "2026-12-01", details: [{ count: 1 }] });
  await t.past.pool.query("drop trigger planted on ranks");
  await handlers["evaluate-ranks"](one, run);
  expect(await item()).toMatchObject({ evaluated_on: "2027-01-02", details: [{ count: 1 }] });
});

test("a programme whose night fails holds no other up, is seen with its account, and is told until it is judged again", async () => {
  await plant();
  await t.past.pool.query("update pgboss.queue set retry_limit = 0");
  const before = (await t.past.pool.query("select evaluated_at from ranks where account_id = $1", [other.accountId]))
    .rows[0].evaluated_at as Date;
  await within(t.app, [inn.accountId], (tx) => t.app.jobs.add(tx, "evaluate-ranks", {}));
  void t.app.jobs.work(jobHandlers(t.app));
  await until("it is given up", async () => (await state()) === "failed");
  expect(await state(otherStaff)).toBe("idle");
  const after = (await t.past.pool.query("select evaluated_at from ranks where account_id = $1", [other.accountId]))
    .rows[0].evaluated_at as Date;
  expect(after.getTime()).toBeGreaterThan(before.getTime());
  const operator = await t.as(
    await makeUser(t.app, await makeAccount(t.app, { name: "提供", provider: true }), "role_vc_admin", ["*"]),
  );
  const { items } = (await operator({ method: "GET", url: "/api/jobs" })).json();
  expect(items).toMatchObject([{ queue: "evaluate-ranks", account: { id: inn.accountId } }]);
  await t.past.pool.query("drop trigger planted on ranks");
  expect((await evaluate()).statusCode).toBe(200);
  await until("it is judged again", async () => (await state()) === "idle");
});
