import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mailAction, pointAction } from "../campaigns.fixture.ts";
import { openTriggers, type TriggerWorld } from "./triggers.fixture.ts";

// What becomes of an occasion when its reservation does not stay what it was.

let w: TriggerWorld;
beforeEach(async () => {
  w = await openTriggers();
});
afterEach(() => w.close());

const one = async (mail: string) => (await w.guests(mail))[0] ?? 0;
const MORNING = "2026-11-20T10:00";

test("a guest is told once, at the time, with the reservation, its day and the offset on the push", async () => {
  const guest = await one("a");
  const reservation = await w.reservation(guest);
  const campaign = await w.campaign({});
  await w.at("2026-11-20T09:59");
  expect(w.mailed()).toEqual([]);
  await w.at(MORNING);
  await w.at("2026-11-20T10:01");
  expect(w.mailed()).toEqual(["a1"]);
  expect(
    await w.query(sql`select campaign_id, stay_reservation_id, cause_date::text, offset_days, push_scheduled_time, started_by, in_sets
      from push_actions`),
  ).toEqual([
    {
      campaign_id: campaign,
      stay_reservation_id: reservation,
      cause_date: "2026-11-23",
      offset_days: 3,
      push_scheduled_time: new Date("2026-11-20T01:00:00Z"),
      started_by: "trigger",
      in_sets: true,
    },
  ]);
});

test("a reservation that is told late is met for six hours, and never after that", async () => {
  await w.campaign({});
  await w.reservation(await one("late"));
  await w.at("2026-11-20T15:59");
  await w.reservation(await one("never"));
  await w.at("2026-11-20T16:01");
  await w.at("2026-11-21T10:00");
  expect(w.mailed()).toEqual(["late1"]);
});

test("moved before it went: the new day counts; moved after it went, and moved back: nothing goes twice", async () => {
  await w.campaign({});
  const [early, late] = [await one("early"), await one("late")];
  const moved = await w.reservation(early);
  await w.change(moved, { check_in_date: "2026-11-26", check_out_date: "2026-11-27" });
  const lateStay = await w.reservation(late);
  await w.at(MORNING);
  await w.change(lateStay, { check_in_date: "2026-11-24", check_out_date: "2026-11-27" });
  await w.at("2026-11-21T10:00");
  await w.change(lateStay, { check_in_date: "2026-11-23" });
  await w.at("2026-11-21T10:05");
  expect(w.mailed()).toEqual(["late1"]);
  await w.at("2026-11-23T10:00");
  expect(w.mailed()).toEqual(["late1", "early1"]);
});

test("cancelled before its moment nothing goes; booked again under another code it is another stay", async () => {
  await w.campaign({});
  const [again, other] = [await one("again"), await one("other")];
  const first = await w.reservation(again);
  const second = await w.reservation(other);
  await w.change(second, { cancel_date: "2026-11-20" });
  await w.at(MORNING);
  await w.change(first, { cancel_date: "2026-11-20" });
  await w.reservation(again, { check_in_date: "2026-11-24", check_out_date: "2026-11-25" });
  await w.at("2026-11-20T11:00");
  expect(w.mailed()).toEqual(["again1"]);
  // A cancelling that is taken back within the six hours is none; after what went nothing goes again.
  await w.change(second, { cancel_date: null });
  await w.change(first, { cancel_date: null });
  await w.at("2026-11-20T12:00");
  expect(w.mailed()).toEqual(["again1", "other1"]);
  await w.at("2026-11-21T10:00");
  expect(w.mailed()).toEqual(["again1", "other1", "again1"]);
});

test("what waits for the morning is dropped when its stay is cancelled or moved, and the new day counts, or the old one again", async () => {
  await w.campaign({ time: "22:00" });
  const guests = await w.guests("night", 4);
  const [unchanged = 0, cancelled = 0, moved = 0, back = 0] = await Promise.all(
    guests.map((guest) => w.reservation(guest)),
  );
  await w.at("2026-11-20T22:00");
  expect(await w.outcomes()).toEqual({ "mail waiting": 4 });
  await w.change(cancelled, { cancel_date: "2026-11-20" });
  await w.change(moved, { check_in_date: "2026-11-24" });
  await w.change(back, { check_in_date: "2026-11-24" });
  await w.at("2026-11-20T22:30");
  expect(await w.outcomes()).toEqual({
    "mail waiting": 1,
    "mail skipped reservation_cancelled": 1,
    "mail skipped reservation_changed": 2,
  });
  await w.change(back, { check_in_date: "2026-11-23" });
  await w.at("2026-11-20T23:00");
  expect(await w.outcomes()).toMatchObject({ "mail waiting": 2, "mail skipped reservation_changed": 1 });
  w.setClock("2026-11-21T08:01");
  await w.wake();
  expect(w.mailed().toSorted()).toEqual(["night1", "night4"]);
  await w.at("2026-11-21T22:00");
  w.setClock("2026-11-22T08:01");
  await w.wake();
  expect(w.mailed().toSorted()).toEqual(["night1", "night3", "night4"]);
  expect(unchanged).toBeGreaterThan(0);
  const figures = await w.query(sql`select sum(target_count)::int as targets, sum(sent_count)::int as sent,
    sum(skipped_count)::int as skipped, bool_and(push_status = 'done') as done from push_actions`);
  expect(figures).toEqual([{ targets: 5, sent: 3, skipped: 2, done: true }]);
});

test("cancelled in the moment before it leaves, the message does not leave", async () => {
  await w.campaign({ time: "22:00" });
  const reservation = await w.reservation(await one("last"));
  await w.at("2026-11-20T22:00");
  await w.change(reservation, { check_in_date: "2026-11-24" });
  w.setClock("2026-11-21T08:01");
  await w.wake();
  expect(await w.outcomes()).toEqual({ "mail skipped reservation_changed": 1 });
  await w.at("2026-11-21T22:00");
  w.setClock("2026-11-22T08:01");
  await w.wake();
  expect(w.mailed()).toEqual(["last1"]);
});

test("told by two systems it is one stay, joined before its moment or after, and parted again", async () => {
  await w.campaign({});
  const guest = await one("two");
  const lead = await w.reservation(guest);
  const other = await w.reservation(guest, { linked_to_id: lead });
  await w.at(MORNING);
  expect(w.mailed()).toEqual(["two1"]);
  // The other one leads from now on.
  await w.change(other, { linked_to_id: null });
  await w.change(lead, { linked_to_id: other });
  await w.at("2026-11-20T10:05");
  await w.change(lead, { linked_to_id: null });
  await w.change(other, { linked_to_id: lead });
  await w.at("2026-11-20T10:10");
  expect(w.mailed()).toEqual(["two1"]);
});

test("the guest is merged, parted, given another reservation, switched off: once for the stay, and to nobody who is none", async () => {
  await w.campaign({});
  const [a, b, off] = [await one("a"), await one("b"), await one("off")];
  const reservation = await w.reservation(a);
  await w.reservation(off);
  await w.query(sql`update customers set active_status = 'inactive' where id = ${off}`);
  await w.at(MORNING);
  expect(w.mailed()).toEqual(["a1"]);
  await w.query(sql`update customers set merged_into = ${b}, active_status = 'inactive' where id = ${a}`);
  await w.change(reservation, { customer_id: b });
  await w.at("2026-11-20T10:05");
  await w.query(sql`update customers set merged_into = null, active_status = 'active' where id = ${a}`);
  await w.change(reservation, { customer_id: a });
  await w.at("2026-11-20T10:10");
  expect(w.mailed()).toEqual(["a1"]);
});

test("each base means its own day, and walking in is no booking", async () => {
  const bases = [
    "before_check_in",
    "check_in",
    "before_check_out",
    "after_check_out",
    "reserved",
    "cancelled",
  ] as const;
  for (const base of bases) await w.campaign({ base, offset_days: 1, time: "12:00" }, { name: base });
  const guests = await w.guests("g", 7);
  const [before, on, out, left, booked, gone, walked] = guests as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const day = { reserved_date: "2026-10-01" };
  await w.reservation(before, { ...day, check_in_date: "2026-11-21", check_out_date: "2026-11-22" });
  await w.reservation(on, { ...day, check_in_date: "2026-11-19", check_out_date: "2026-11-23" });
  await w.reservation(out, { ...day, check_in_date: "2026-11-18", check_out_date: "2026-11-21" });
  const stayed = await w.reservation(left, { ...day, check_in_date: "2026-11-17", check_out_date: "2026-11-19" });
  await w.reservation(booked, {
    reserved_date: "2026-11-19",
    check_in_date: "2026-12-24",
    check_out_date: "2026-12-25",
  });
  await w.reservation(gone, { ...day, cancel_date: "2026-11-19" });
  await w.reservation(walked, {
    reserved_date: "2026-11-19",
    check_in_date: "2026-11-21",
    reservation_status: "go_show",
  });
  await w.at("2026-11-20T12:00");
  const met = () =>
    w.query<{ name: string; id: number }>(sql`select campaign.name, occasion.customer_id as id
      from trigger_events occasion join campaigns campaign on campaign.id = occasion.campaign_id
      where campaign_action_id is not null order by occasion.id`);
  const expected = [
    { name: "before_check_in", id: before },
    { name: "check_in", id: on },
    { name: "before_check_out", id: out },
    { name: "reserved", id: booked },
    { name: "cancelled", id: gone },
  ];
  expect(await met()).toEqual(expected);
  // Left means that the stay was confirmed.
  await w.stay(stayed);
  await w.at("2026-11-20T13:00");
  expect(await met()).toEqual([...expected, { name: "after_check_out", id: left }]);
});

test("of one occasion the first segment acts, whatever it gives, and a guest in another one is not told again", async () => {
  const target = (value: string) => ({
    combinator: "and" as const,
    rules: [{ field: "gender" as const, operator: "in" as const, value: [value] }],
  });
  const segments = [
    { id: null, priority_seq: 1, target: target("female"), actions: [pointAction(100)] },
    { id: null, priority_seq: 2, target: target("male"), actions: [mailAction()] },
    { id: null, priority_seq: 3, target: { combinator: "and" as const, rules: [] }, actions: [mailAction()] },
  ];
  await w.campaign({}, { segments });
  const [her, him, them] = (await w.guests("s", 3)) as [number, number, number];
  await w.query(sql`update customers set gender = 'female' where id = ${her}`);
  await w.query(sql`update customers set gender = 'male' where id = ${him}`);
  const [, his = 0] = await Promise.all([her, him, them].map((guest) => w.reservation(guest)));
  await w.at(MORNING);
  expect(await w.outcomes()).toEqual({ "mail sent": 2, "point sent": 1 });
  expect(w.mailed().toSorted()).toEqual(["s2", "s3"]);
  await w.query(sql`update customers set gender = 'other' where id = ${him}`);
  await w.change(his, { check_in_date: "2026-11-24" });
  await w.at("2026-11-21T10:00");
  expect(await w.outcomes()).toEqual({ "mail sent": 2, "point sent": 1 });
});

test("a target is judged at the moment, once", async () => {
  const target = {
    combinator: "and" as const,
    rules: [{ field: "stay_count" as const, operator: ">=" as const, value: 1 }],
  };
  await w.campaign({}, { segments: [{ id: null, priority_seq: 1, target, actions: [mailAction()] }] });
  const guest = await one("later");
  await w.reservation(guest);
  await w.at(MORNING);
  await w.query(sql`update customers set stay_count = 1 where id = ${guest}`);
  await w.at("2026-11-20T10:05");
  expect(w.mailed()).toEqual([]);
});
