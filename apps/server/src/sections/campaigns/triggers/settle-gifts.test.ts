import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pointJobs } from "../../points/points.jobs.ts";
import { couponAction, EVERYBODY, pointAction } from "../campaigns.fixture.ts";
import { openTriggers, type TriggerWorld } from "./triggers.fixture.ts";

// What a trigger gave for a stay, when the stay is cancelled afterwards, and when it comes back.

let w: TriggerWorld;
beforeEach(async () => {
  w = await openTriggers();
});
afterEach(() => w.close());

const one = async (mail: string) => (await w.guests(mail))[0] ?? 0;
const gives = (...actions: CampaignAction[]) => ({
  segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }],
});
const MORNING = "2026-11-20T10:00";
const CANCELLED = { cancel_date: "2026-11-20" };
const BACK = { cancel_date: null };
const use = (guest: number, points: number) => w.call("POST", `/customers/${guest}/use-points`, { use_point: points });
const grant = (guest: number, points: number) =>
  w.call("POST", `/customers/${guest}/grant-points`, { grant_point: points, remarks: "お詫び" });
const stands = async (guest: number) => {
  const { balance, debt } = await w.call("GET", `/customers/${guest}/points`);
  return { balance, debt };
};
const useCoupon = (guest: number) =>
  w.query(sql`insert into use_coupon_cases (account_id, facility_account_id, customer_id, coupon_id, acquire_coupon_id, use_date,
      quantity, discount, idempotency_key)
    select acquired.account_id, acquired.account_id, acquired.customer_id, acquired.coupon_id, acquired.id, acquired.acquire_date, 1, 2000,
      'use:' || acquired.id
    from acquire_coupons acquired
    where acquired.customer_id = ${guest}`);
const coupons = async (guest: number) =>
  (await w.call("GET", `/customers/${guest}/acquire-coupons`)).items.map(
    ({ state, stay_cancelled }: { state: string; stay_cancelled: boolean }) => [state, stay_cancelled],
  );
const reasons = async (campaign: number) =>
  (await w.call("GET", `/campaigns/${campaign}/recipients?size=100`)).items.map(
    ({ outcome, reason }: { outcome: string; reason: string | null }) => [outcome, reason],
  );
const audited = async () =>
  (
    await w.query<{ action: string; after: object }>(
      sql`select action, after from audit_logs where action in ('revoke_gifts', 'restore_gifts') order by id`,
    )
  ).map(({ action, after }) => [action, after]);
const proven = async () => {
  await pointJobs(w.t.app)["prove-ledgers"]({}, { signal: new AbortController().signal });
  expect(await w.query(sql`select broken_count from ledger_proofs`)).toEqual([{ broken_count: 0 }]);
};

test("points that were spent before the cancellation are owed, and the next points pay; told twice they go back once", async () => {
  const [guest, other] = [await one("a"), await one("b")];
  const campaign = await w.campaign({}, gives(pointAction(500)));
  const [gone] = [await w.reservation(guest), await w.reservation(other)];
  await w.at(MORNING);
  await use(guest, 200);
  await w.change(gone, CANCELLED);
  await w.at("2026-11-20T11:00");
  await w.change(gone, { cancel_date: "2026-11-21" });
  await w.at("2026-11-20T11:01");
  expect([await stands(guest), await stands(other)]).toEqual([
    { balance: 0, debt: 200 },
    { balance: 500, debt: 0 },
  ]);
  expect(await reasons(campaign)).toEqual([
    ["sent", null],
    ["sent", "ご宿泊が取り消されたため、お渡ししたものを取り消しました"],
  ]);
  expect(await audited()).toEqual([["revoke_gifts", { stays: 1, points: 500, coupons: 0, retained: 0 }]]);
  await grant(guest, 300);
  expect(await stands(guest)).toEqual({ balance: 100, debt: 0 });
  await proven();
});

test("an unused coupon is withdrawn; one that was used stays, and both places say so in words", async () => {
  const [unused, user] = [await one("a"), await one("b")];
  const campaign = await w.campaign({}, gives({ ...couponAction(), seq: 1 }));
  const stays = [await w.reservation(unused), await w.reservation(user)];
  await w.at(MORNING);
  await useCoupon(user);
  for (const stay of stays) await w.change(stay, { is_no_show: true });
  await w.at("2026-11-20T11:00");
  expect([await coupons(unused), await coupons(user)]).toEqual([[["revoked", true]], [["used_up", true]]]);
  expect((await reasons(campaign)).toSorted()).toEqual([
    ["sent", "ご宿泊が取り消されたため、お渡ししたものを取り消しました"],
    ["sent", "ご宿泊は取り消されましたが、使用済みのため、お渡ししたままです"],
  ]);
  expect(await audited()).toEqual([["revoke_gifts", { stays: 2, points: 0, coupons: 1, retained: 1 }]]);
  for (const stay of stays) await w.change(stay, { is_no_show: false });
  await w.at("2026-11-20T12:00");
  expect([await coupons(unused), await coupons(user)]).toEqual([
    [
      ["usable", false],
      ["revoked", true],
    ],
    [["used_up", false]],
  ]);
});

test("booked again the gift is given once more, whatever is told how often, and cancelled again it goes back again", async () => {
  const guest = await one("a");
  await w.campaign({}, gives(pointAction(500)));
  const stay = await w.reservation(guest);
  await w.at(MORNING);
  const steps: [string, object, number][] = [
    ["11:00", CANCELLED, 0],
    ["12:00", { ...BACK, check_in_date: "2026-11-24" }, 500],
    ["12:01", { is_no_show: false }, 500],
    ["13:00", CANCELLED, 0],
    ["13:01", { active_status: "inactive" }, 0],
    ["14:00", { ...BACK, active_status: "active" }, 500],
  ];
  for (const [time, row, balance] of steps) {
    await w.change(stay, row);
    await w.at(`2026-11-20T${time}`);
    await w.find();
    expect([time, await stands(guest)]).toEqual([time, { balance, debt: 0 }]);
  }
  // What is cancelled and back before anybody looked changes nothing.
  await w.change(stay, CANCELLED);
  await w.change(stay, BACK);
  await w.at("2026-11-20T15:00");
  expect(await stands(guest)).toEqual({ balance: 500, debt: 0 });
  expect((await audited()).map(([action]) => action)).toEqual([
    "revoke_gifts",
    "restore_gifts",
    "revoke_gifts",
    "restore_gifts",
  ]);
  await proven();
});

test("cancelled again before the second gift went, and back: it is given once; a campaign that is stopped waits, one that is over gives", async () => {
  const guest = await one("a");
  const campaign = await w.campaign({}, gives(pointAction(500)));
  const stay = await w.reservation(guest);
  await w.at(MORNING);
  await w.change(stay, CANCELLED);
  await w.at("2026-11-20T11:00");
  await w.change(stay, BACK);
  await w.find();
  await w.change(stay, CANCELLED);
  await w.at("2026-11-20T12:00");
  expect(await stands(guest)).toEqual({ balance: 0, debt: 0 });
  await w.query(sql`update campaigns set status = 'stopped', stopped_at = now() where id = ${campaign}`);
  await w.change(stay, BACK);
  await w.at("2026-11-20T13:00");
  expect(await stands(guest)).toEqual({ balance: 0, debt: 0 });
  await w.call("POST", `/campaigns/${campaign}/resume`);
  await w.drain();
  expect(await stands(guest)).toEqual({ balance: 500, debt: 0 });
  await w.query(sql`update campaigns set status = 'inactive' where id = ${campaign}`);
  await w.change(stay, CANCELLED);
  await w.at("2026-11-20T14:00");
  expect(await stands(guest)).toEqual({ balance: 0, debt: 0 });
  await w.change(stay, BACK);
  await w.at("2026-11-20T15:00");
  expect(await stands(guest)).toEqual({ balance: 500, debt: 0 });
});

test("a confirmed stay that is undone and told anew; what a cancellation gave stays", async () => {
  const [guest, canceller] = [await one("a"), await one("b")];
  await w.campaign({ base: "after_check_out", offset_days: 1 }, gives(pointAction(500)));
  await w.campaign({ base: "cancelled", offset_days: 0 }, gives(pointAction(50)));
  const reservation = await w.reservation(guest, { check_in_date: "2026-11-17", check_out_date: "2026-11-19" });
  const stay = await w.stay(reservation);
  const cancelled = await w.reservation(canceller, CANCELLED);
  await w.at(MORNING);
  await w.query(
    sql`update stay_transactions set reversed_at = now(), customer_id = null, transaction_code = 'undone' where id = ${stay}`,
  );
  await w.change(cancelled, BACK);
  await w.at("2026-11-20T11:00");
  expect([await stands(guest), await stands(canceller)]).toEqual([
    { balance: 0, debt: 0 },
    { balance: 50, debt: 0 },
  ]);
  await w.stay(reservation);
  await w.at("2026-11-20T12:00");
  expect(await stands(guest)).toEqual({ balance: 500, debt: 0 });
});

test("two that look at once take once, of a guest who was merged since; given again it is the survivor's", async () => {
  const [survivor, source] = [await one("a"), await one("b")];
  await w.campaign({}, gives(pointAction(500), { ...couponAction(), seq: 2 }));
  const stay = await w.reservation(source);
  await w.at(MORNING);
  const version = async (guest: number) => (await w.call("GET", `/customers/${guest}`)).version;
  await w.call("POST", "/merges/merge", {
    survivor_id: survivor,
    survivor_version: await version(survivor),
    fields: {},
    source_id: source,
    source_version: await version(source),
  });
  await use(survivor, 100);
  await w.change(stay, CANCELLED);
  await Promise.all([w.find(), w.find()]);
  await w.drain();
  expect([await stands(survivor), await coupons(survivor)]).toEqual([{ balance: 0, debt: 100 }, [["revoked", true]]]);
  expect(await audited()).toEqual([["revoke_gifts", { stays: 2, points: 500, coupons: 1, retained: 0 }]]);
  await w.change(stay, BACK);
  await Promise.all([w.find(), w.find()]);
  await w.drain();
  expect(await stands(survivor)).toEqual({ balance: 400, debt: 0 });
  expect((await coupons(survivor)).toSorted()).toEqual([
    ["revoked", true],
    ["usable", false],
  ]);
  await proven();
});

test("a stay that two systems told is cancelled where it leads", async () => {
  const guest = await one("a");
  await w.campaign({}, gives(pointAction(500)));
  const report = await w.reservation(guest);
  await w.at(MORNING);
  const lead = await w.reservation(guest);
  await w.change(report, { linked_to_id: lead });
  await w.at("2026-11-20T10:01");
  expect(await stands(guest)).toEqual({ balance: 500, debt: 0 });
  await w.change(lead, CANCELLED);
  await w.at("2026-11-20T11:00");
  expect(await stands(guest)).toEqual({ balance: 0, debt: 0 });
});
