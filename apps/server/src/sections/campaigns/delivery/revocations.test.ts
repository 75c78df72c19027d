import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ACTION_KINDS } from "../../../main/action-kinds.ts";
import { makeUser } from "../../../test/app.ts";
import { pointJobs } from "../../points/points.jobs.ts";
import { couponAction, EVERYBODY, mailAction, makeGuests, pointAction, promotion } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";
import { processRevocation } from "./process-revocations.ts";

// Taking back what a send gave: one act for all its guests, counted before, and the ledger adds up after it.

let now: Date;
let p: Pipeline;
beforeEach(async () => {
  now = new Date("2026-11-20T12:00:00+09:00");
  p = await openPipeline({ clock: { now: () => now } });
});
afterEach(() => p.close());

const guestsOf = (count: number) => makeGuests(p.t.app, p.inn.accountId, { count, mail: "guest" });
const offer = (...actions: CampaignAction[]) =>
  promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] });
const sent = async (...actions: CampaignAction[]) => {
  const id = await p.started(offer(...actions));
  await p.drain();
  return { id, push: (await p.detail(id)).pushes[0].id as number };
};
const use = (guest: number, points: number) => p.call("POST", `/customers/${guest}/use-points`, { use_point: points });
const preview = (id: number, push: number) => p.call("GET", `/campaigns/${id}/revoke?push_action_id=${push}`);
const revoke = async (id: number, push: number) => {
  const detail = await p.call("POST", `/campaigns/${id}/revoke`, { push_action_id: push, remarks: "金額の誤り" });
  await p.drain();
  return detail;
};
const stands = async (guest: number) => {
  const { balance, debt, granted, revoked } = await p.call("GET", `/customers/${guest}/points`);
  return { balance, debt, granted, revoked };
};
/** All points of the house, as its accounts say. */
const house = async () =>
  (
    await p.query<{ balance: number; debt: number }>(
      sql`select coalesce(sum(balance), 0)::int as balance, coalesce(sum(debt), 0)::int as debt from point_accounts`,
    )
  )[0] ?? { balance: 0, debt: 0 };
const proven = async () => {
  await pointJobs(p.t.app)["prove-ledgers"]({}, { signal: new AbortController().signal });
  return p.query<{ broken_count: number }>(sql`select broken_count from ledger_proofs`);
};
const CLEAN = [{ broken_count: 0 }];

test("points that were spent become debts, exactly as counted before; it stands wherever points are told", async () => {
  const [unspent = 0, spent = 0, helped = 0, partly = 0] = await guestsOf(4);
  await p.call("POST", `/customers/${helped}/grant-points`, { grant_point: 200, remarks: "お詫び" });
  const { id, push } = await sent(pointAction(1_000));
  await use(spent, 700);
  await use(helped, 1_100);
  const { items } = await p.call("GET", `/customers/${partly}/grant-points`);
  const half = { grant_point: -400, reverses_grant_point_id: items[0].id, remarks: "半分" };
  await p.call("POST", `/customers/${partly}/grant-points`, half);

  const counted = await preview(id, push);
  // Of `spent` 300 are there and 700 owed; of `helped` all is used, and 100 of other points pay what they can.
  expect(counted).toEqual({
    customers: 4,
    points: 3_600,
    from_balance: 1_000 + 300 + 100 + 600,
    expired: 0,
    used: 700 + 1_000,
    owed_customers: 2,
    owed_points: 700 + 900,
    coupons: 0,
    used_coupons: 0,
    ended_coupons: 0,
  });
  const before = await house();
  expect((await p.detail(id)).commands).toContain("revoke");
  await revoke(id, push);
  expect(await house()).toEqual({
    balance: before.balance - counted.from_balance,
    debt: before.debt + counted.owed_points,
  });
  expect(await Promise.all([unspent, spent, helped, partly].map(stands))).toEqual([
    { balance: 0, debt: 0, granted: 1_000, revoked: 1_000 },
    { balance: 0, debt: 700, granted: 1_000, revoked: 1_000 },
    { balance: 0, debt: 900, granted: 1_200, revoked: 1_000 },
    { balance: 0, debt: 0, granted: 1_000, revoked: 1_000 },
  ]);
  const page = await p.detail(id);
  expect(page).toMatchObject({ points_granted: 4_000, points_reversed: 4_000, status: "inactive" });
  expect(page.commands).not.toContain("revoke");
  expect(page.revocations).toMatchObject([
    { state: "done", guests: 4, done: 4, customers: 4, points: 3_600, coupons: 0, remarks: "金額の誤り" },
  ]);
  const reportRow = (await p.call("GET", "/reports")).campaigns.find((one: { id: number }) => one.id === id);
  expect(reportRow).toMatchObject({ points_granted: 4_000, points_reversed: 4_000 });
  const timeline = await p.call("GET", `/customers/${unspent}/timeline?size=20`);
  expect(JSON.stringify(timeline.items)).toContain("金額の誤り");

  // A second press finds nothing, and says so in no log.
  expect(await preview(id, push)).toMatchObject({ customers: 0, points: 0, from_balance: 0, owed_points: 0 });
  await revoke(id, push);
  expect((await p.detail(id)).revocations).toHaveLength(1);
  const lines = await p.query<{ after: object }>(sql`select after from audit_logs where action = 'revoke_send'`);
  expect(lines).toEqual([{ after: { remarks: "金額の誤り", ...counted } }]);

  // What is owed is paid by the next points, as every debt.
  await p.call("POST", `/customers/${spent}/grant-points`, { grant_point: 1_000, remarks: "あらためて" });
  expect(await stands(spent)).toMatchObject({ balance: 300, debt: 0 });
  expect(await proven()).toEqual(CLEAN);
});

test("what has expired is taken back all the same, and nobody loses anything by it", async () => {
  const [guest = 0] = await guestsOf(1);
  const action = pointAction(500);
  const { id, push } = await sent({ ...action, point: { ...action.point, expiration_days_from_grant: 30 } as never });
  await use(guest, 200);
  now = new Date("2027-01-10T12:00:00+09:00");
  // The night has not come yet; nor does it change anything.
  const counted = await preview(id, push);
  expect(counted).toMatchObject({ points: 500, from_balance: 0, expired: 300, used: 200, owed_points: 200 });
  await pointJobs(p.t.app)["expire-points"]({}, { signal: new AbortController().signal });
  expect(await preview(id, push)).toEqual(counted);
  await revoke(id, push);
  expect(await stands(guest)).toMatchObject({ balance: 0, debt: 200 });
  expect(await proven()).toEqual(CLEAN);
});

test("of a stopped send what was given goes back, and what waits goes out no more; then it can be sent anew", async () => {
  const [first = 0] = await guestsOf(3);
  await p.rules({ grace_above_count: 1, grace_seconds: 60 });
  const id = await p.started(offer(pointAction(300), mailAction()));
  await p.drain();
  now = new Date(now.getTime() + 60_000);
  await p.wake();
  const [mail, point] = (await p.detail(id)).pushes;
  expect([point.sent, mail.sent]).toEqual([1, 1]);
  const refused = await (await p.t.as(await makeUser(p.t.app, p.inn, "role_admin", ["*"])))({
    method: "POST",
    url: `/api/campaigns/${id}/revoke`,
    payload: { push_action_id: point.id, remarks: "x" },
  });
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    "まだ配信しています。配信を止めてから取り消してください",
  ]);
  await p.call("POST", `/campaigns/${id}/stop`);
  expect(await preview(id, mail.id)).toMatchObject({ customers: 1, points: 300 });
  // A worker died with one that it had let go.
  await p.query(sql`update push_action_targets set outcome = 'sending', sent_at = now(), claimed_by = 'turn-1', claimed_at = now()
    where push_action_id = ${mail.id} and customer_id = (select max(customer_id) from push_action_targets
      where push_action_id = ${mail.id} and outcome = 'waiting') returning 1`);
  const ended = await revoke(id, mail.id);
  expect([ended.status, ended.commands.includes("resume")]).toEqual(["inactive", false]);
  now = new Date(now.getTime() + 3_600_000);
  await p.wake();
  expect(p.sink.received).toHaveLength(1);
  const after = await p.detail(id);
  expect(after.pushes).toMatchObject([
    { type: "mail", push_status: "done", sent: 1, skipped: 1, unknown: 1, waiting: 0 },
    { type: "point", push_status: "done", sent: 1, skipped: 2, points_reversed: 300, is_revocable: false },
  ]);
  expect(await house()).toEqual({ balance: 0, debt: 0 });
  // No message mentions points that are gone.
  await p.call("POST", `/campaigns/${id}/unknown`, { decision: "resend", recipients: null });
  await p.drain();
  expect([p.sink.received.length, (await p.detail(id)).pushes[0].unknown]).toEqual([1, 1]);
  await p.rules({ grace_above_count: null });
  await p.call("POST", `/campaigns/${id}/activate`, { version: after.version });
  await p.drain();
  expect(await stands(first)).toMatchObject({ balance: 300 });
  expect(await proven()).toEqual(CLEAN);
});

test("stopped, resumed and over: each of its grants goes back once, also of guests who were merged since, and who are parted again", async () => {
  const guests = await guestsOf(5);
  const [survivor = 0, source = 0] = guests;
  const id = await p.started(offer(pointAction(300)));
  await p.call("POST", `/campaigns/${id}/stop`);
  await p.call("POST", `/campaigns/${id}/resume`);
  await p.drain();
  const push: number = (await p.detail(id)).pushes[0].id;
  const version = async (guest: number) => (await p.call("GET", `/customers/${guest}`)).version;
  const { merge_id } = await p.call("POST", "/merges/merge", {
    survivor_id: survivor,
    survivor_version: await version(survivor),
    fields: {},
    source_id: source,
    source_version: await version(source),
  });
  await use(survivor, 200);
  expect(await preview(id, push)).toMatchObject({
    customers: 5,
    points: 1_500,
    from_balance: 1_300,
    used: 200,
    owed_customers: 1,
    owed_points: 200,
  });
  await revoke(id, push);
  expect([await house(), await stands(survivor)]).toMatchObject([{ balance: 0, debt: 200 }, { debt: 200 }]);
  expect(await proven()).toEqual(CLEAN);
  await p.call("POST", `/merges/done/${merge_id}/undo`);
  expect(await house()).toEqual({ balance: 0, debt: 200 });
  expect(await preview(id, push)).toMatchObject({ points: 0 });
  expect(await proven()).toEqual(CLEAN);
});

test("coupons that nobody used go back; one that was used stays, and who has none may be given one again", async () => {
  const [holder = 0, user = 0] = await guestsOf(2);
  const { id, push } = await sent({ ...couponAction({ acquire_amount_limit: 2 }), seq: 1 });
  await p.query(sql`insert into use_coupon_cases (account_id, facility_account_id, customer_id, coupon_id, acquire_coupon_id, use_date,
      quantity, discount, idempotency_key)
    select acquired.account_id, acquired.account_id, acquired.customer_id, acquired.coupon_id, acquired.id, acquired.acquire_date, 1, 2000,
      'x' from acquire_coupons acquired
    where acquired.customer_id = ${user} returning 1`);
  expect(await preview(id, push)).toMatchObject({ points: 0, coupons: 1, used_coupons: 1, ended_coupons: 0 });
  await revoke(id, push);
  const page = await p.detail(id);
  expect(page.revocations).toMatchObject([{ state: "done", guests: 2, customers: 0, coupons: 1 }]);
  expect(page.commands).not.toContain("revoke");
  const held = await p.query(
    sql`select customer_id, active_status, cancel_remarks from acquire_coupons order by customer_id`,
  );
  expect(held).toEqual([
    { customer_id: holder, active_status: "inactive", cancel_remarks: "金額の誤り" },
    { customer_id: user, active_status: "active", cancel_remarks: "" },
  ]);
  expect(await p.query(sql`select acquired_count from coupon_counters`)).toEqual([{ acquired_count: 1 }]);
});

describe("who presses at once, and who dies", () => {
  const jobOf = async () => {
    const [row] = await p.query<{ id: number }>(sql`select id from send_revocations`);
    return { accountId: p.inn.accountId, revocationId: row?.id ?? 0 };
  };
  const going = () => new AbortController().signal;

  test("two presses, two workers, and guests who spend meanwhile: each point is taken once, from a balance or as a debt", async () => {
    const guests = await guestsOf(30);
    const { id, push } = await sent(pointAction(100));
    const ask = {
      method: "POST" as const,
      url: `/api/campaigns/${id}/revoke`,
      payload: { push_action_id: push, remarks: "誤り" },
    };
    const staff = await p.t.as(await makeUser(p.t.app, p.inn, "role_admin", ["*"]));
    const pressed = await Promise.all([staff(ask), staff(ask)]);
    expect(pressed.map((answer) => answer.statusCode)).toEqual([200, 200]);
    const job = await jobOf();
    const spend = (guest: number) =>
      staff({ method: "POST", url: `/api/customers/${guest}/use-points`, payload: { use_point: 60 } });
    const [, , ...uses] = await Promise.all([
      processRevocation(p.t.app, ACTION_KINDS, job, going()),
      processRevocation(p.t.app, ACTION_KINDS, job, going()),
      ...guests.slice(20).map(spend),
    ]);
    const used = uses.filter((answer) => answer.statusCode === 200).length;
    expect(await house()).toEqual({ balance: 0, debt: used * 60 });
    expect((await p.detail(id)).revocations).toMatchObject([{ state: "done", done: 30, points: 3_000 }]);
    expect(await p.query(sql`select from grant_points where grant_point < 0`)).toHaveLength(30);
    expect(await proven()).toEqual(CLEAN);
  });

  test("a worker that dies on the way: the next one goes on after the last guest it had committed", async () => {
    await guestsOf(600);
    await p.rules({ grace_above_count: null });
    const { id, push } = await sent(pointAction(10));
    await p.call("POST", `/campaigns/${id}/revoke`, { push_action_id: push, remarks: "誤り" });
    const { database } = p.t.app;
    let commits = 0;
    const inScope: typeof database.inScope = (scope, work) =>
      ++commits > 1 ? Promise.reject(new Error("killed")) : database.inScope(scope, work);
    const dying = { ...p.t.app, database: { ...database, inScope } };
    await expect(processRevocation(dying, ACTION_KINDS, await jobOf(), going())).rejects.toThrow("killed");
    const halfway = await p.detail(id);
    expect(halfway.revocations).toMatchObject([{ state: "running", guests: 600, done: 500, points: 5_000 }]);
    expect(halfway.commands).not.toContain("revoke");
    // Idempotent: pressed again it is the same take-back, and its job is added again.
    await p.t.past.pool.query("delete from pgboss.job");
    await revoke(id, push);
    expect((await p.detail(id)).revocations).toMatchObject([{ state: "done", done: 600, points: 6_000 }]);
    expect(await house()).toEqual({ balance: 0, debt: 0 });
    expect(await proven()).toEqual(CLEAN);
  });
});

test("another campaign's push is none of this one's; a reader may look and not take", async () => {
  await guestsOf(1);
  const { id, push } = await sent(pointAction(10));
  const other = await sent(pointAction(10));
  const staff = await p.t.as(await makeUser(p.t.app, p.inn, "role_admin", ["*"]));
  const reader = await p.t.as(await makeUser(p.t.app, p.inn, "role_user", ["campaigns/read"]));
  const url = `/api/campaigns/${id}/revoke`;
  const look = (push_action_id: number | string) => ({
    method: "GET" as const,
    url: `${url}?push_action_id=${push_action_id}`,
  });
  const take = (payload: object) => ({ method: "POST" as const, url, payload });
  const elsewhere = await staff(look(other.push));
  expect([elsewhere.statusCode, Object.keys(elsewhere.json().fields)]).toEqual([400, ["push_action_id"]]);
  expect((await staff(take({ push_action_id: other.push, remarks: "x" }))).statusCode).toBe(400);
  const blank = await staff(take({ push_action_id: push, remarks: " " }));
  expect([blank.statusCode, Object.keys(blank.json().fields)]).toEqual([400, ["remarks"]]);
  expect((await staff(look("x"))).statusCode).toBe(400);
  expect((await reader(look(push))).statusCode).toBe(200);
  expect((await reader(take({ push_action_id: push, remarks: "x" }))).statusCode).toBe(403);
  expect(await house()).toEqual({ balance: 20, debt: 0 });
});

test("a rank that the points had won goes with them, as after a reversal by hand", async () => {
  const tier = (name: string, total_get_point: number, priority: number) => ({
    name,
    total_get_point,
    priority,
    min_use_point: 100,
    max_use_point: 500,
  });
  await p.call("POST", "/ranks", {
    definition: "get_point",
    use_point_unit: 100,
    active_month: 12,
    base_month: 24,
    base_date: 31,
    details: [tier("ゴールド", 1_000, 1), tier("一般", 0, 2)],
  });
  const [guest = 0] = await guestsOf(1);
  const { id, push } = await sent(pointAction(800));
  await p.call("POST", `/customers/${guest}/grant-points`, { grant_point: 200, remarks: "お礼" });
  const held = async () => (await p.call("GET", `/customers/${guest}/points`)).rank_name;
  expect(await held()).toBe("ゴールド");
  await revoke(id, push);
  expect(await held()).toBe("一般");
});
