import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { countStatements } from "../../customers/count-statements.fixture.ts";
import { all, mailAction, pointAction, promotion } from "../campaigns.fixture.ts";
import { openTriggers, type TriggerWorld } from "./triggers.fixture.ts";

// How many guests triggers mean in the days to come, by the data of now.

let w: TriggerWorld;
beforeEach(async () => {
  w = await openTriggers("2026-11-20T09:00");
});
afterEach(() => w.close());

const expected = async (campaign: number) =>
  (await w.call("GET", `/campaigns/${campaign}/expected`)).triggers.map(
    ({ today, next_7_days }: Record<string, number>) => [today, next_7_days],
  );
const counts = async (from: string, to: string) => {
  const { items } = await w.call("GET", `/campaigns/calendar?from=${from}&to=${to}`);
  return items
    .filter(({ kind }: { kind: string }) => kind === "trigger")
    .map(({ at, count }: { at: string; count: number }) => `${at.slice(5, 10)} ${count}`);
};
const BEFORE_ARRIVAL = {
  base: "before_check_in",
  offset_days: 3,
  time: "10:00",
  once_per: "stay",
  once_days: null,
} as const;
const born = (guest: number, birthday: string) =>
  w.query(sql`update customers set birthday = ${birthday} where id = ${guest}`);
/** By the day on which guests come in; they leave two days later. */
const arrives = (guest: number, day: number) =>
  w.reservation(guest, { check_in_date: `2026-11-${day}`, check_out_date: `2026-11-${day + 2}` });

test("a draft tells whom it would meet today and in seven days; a booking that changes is counted as it is now", async () => {
  const segments = [
    { id: null, priority_seq: 1, target: all(), actions: [{ ...mailAction(), trigger: BEFORE_ARRIVAL }] },
  ];
  const { id } = await w.call("POST", "/campaigns", promotion({ segments }));
  // More may book: nothing is known of these days yet, which is no zero.
  expect(await expected(id)).toEqual([[0, null]]);
  const [a, b, c] = (await w.guests("g", 3)) as [number, number, number];
  await arrives(a, 23);
  await arrives(b, 26);
  const gone = await w.reservation(c, { check_in_date: "2026-11-30", check_out_date: "2026-12-02" });
  await arrives(c, 22);
  expect(await expected(id)).toEqual([[1, 2]]);
  expect(await expected(id)).toEqual([[1, 2]]);
  await w.change(gone, { check_in_date: "2026-11-24" });
  expect(await expected(id)).toEqual([[1, 3]]);
  await w.change(gone, { cancel_date: "2026-11-20" });
  expect(await expected(id)).toEqual([[1, 2]]);
  // Whoever switches it on now is too late for today.
  w.setClock("2026-11-20T10:01");
  expect(await expected(id)).toEqual([[0, 1]]);
  expect(await counts("2026-11-20", "2026-11-30")).toEqual([]);
});

test("each segment has its own guests, and an action of another kind its own number", async () => {
  const trigger = { base: "birthday", offset_days: 2, time: "10:00", once_per: "year", once_days: null } as const;
  const women = all({ field: "gender", operator: "in", value: ["female"] });
  const segments = [
    { id: null, priority_seq: 1, target: women, actions: [{ ...pointAction(), trigger }] },
    { id: null, priority_seq: 2, target: all(), actions: [{ ...mailAction(), trigger }] },
  ];
  const { id } = await w.call("POST", "/campaigns", promotion({ segments }));
  const guests = await w.guests("b", 4);
  for (const [n, guest] of guests.entries()) await born(guest, `1990-11-${22 + n * 2}`);
  await w.query(sql`update customers set gender = 'female' where id = ${guests[3]}`);
  expect(await expected(id)).toEqual([
    [0, 1],
    [1, 3],
  ]);
});

test("a running campaign counts who was met today, once as its limit says, and within its period", async () => {
  const id = await w.campaign({ ...BEFORE_ARRIVAL, once_per: "ever" }, { campaign_end_dt: "2026-11-24" });
  const [a, b, c] = (await w.guests("r", 3)) as [number, number, number];
  await arrives(a, 23);
  await arrives(a, 24);
  await arrives(b, 24);
  await arrives(c, 28);
  expect(await expected(id)).toEqual([[1, 2]]);
  expect(await counts("2026-11-01", "2026-11-30")).toEqual([
    "11-20 1",
    "11-21 1",
    "11-22 null",
    "11-23 null",
    "11-24 null",
  ]);
  await w.at("2026-11-20T10:00");
  expect(w.mailed()).toEqual(["r1"]);
  expect(await expected(id)).toEqual([[1, 2]]);
  expect(await counts("2026-11-20", "2026-11-22")).toEqual(["11-21 1", "11-22 null"]);
  w.setClock("2026-11-21T09:00");
  expect(await expected(id)).toEqual([[1, 1]]);
});

test("what follows a check-out is forecast by bookings, and is what goes out; whom no message reaches is not counted", async () => {
  const trigger = {
    base: "after_check_out",
    offset_days: 1,
    time: "10:00",
    once_per: "stay",
    once_days: null,
  } as const;
  const actions = [
    { ...pointAction(), trigger },
    { ...mailAction(), trigger },
  ];
  const id = await w.started(promotion({ segments: [{ id: null, priority_seq: 1, target: all(), actions }] }));
  const guests = await w.guests("o", 5);
  const stays = [];
  for (const guest of guests)
    stays.push(await w.reservation(guest, { check_in_date: "2026-11-19", check_out_date: "2026-11-20" }));
  await w.query(sql`update customers set email = null where id = ${guests[4]}`);
  expect(await counts("2026-11-20", "2026-11-22")).toEqual([
    "11-20 0",
    "11-20 0",
    "11-21 4",
    "11-21 4",
    "11-22 null",
    "11-22 null",
  ]);
  expect(await expected(id)).toEqual([
    [0, 4],
    [0, 4],
  ]);
  for (const stay of stays) await w.stay(stay);
  expect(await counts("2026-11-21", "2026-11-21")).toEqual(["11-21 4", "11-21 4"]);
  await w.at("2026-11-21T10:00");
  expect(w.mailed().toSorted()).toEqual(["o1", "o2", "o3", "o4"]);
});

test("a first stay is forecast for who has not stayed yet, once, by the booking that ends first", async () => {
  await w.campaign({ base: "first_stay", offset_days: 1, time: "10:00", once_per: "ever", once_days: null });
  const [never, twice, before] = (await w.guests("f", 3)) as [number, number, number];
  await arrives(never, 21);
  await arrives(twice, 20);
  await arrives(twice, 22);
  await w.stay(await w.reservation(before, { check_in_date: "2026-10-01", check_out_date: "2026-10-02" }));
  await arrives(before, 21);
  expect(await counts("2026-11-23", "2026-11-25")).toEqual(["11-23 1", "11-24 1", "11-25 null"]);
});

test("bookings to come are forecast by the same weekday of the week before, and are unknown where that had none", async () => {
  await w.campaign({ base: "reserved", offset_days: 1, time: "10:00", once_per: "ever", once_days: null });
  for (const guest of await w.guests("w", 3)) await w.reservation(guest, { reserved_date: "2026-11-15" });
  // Made on a Sunday: the mails of Monday the 23rd stand for those of Sunday the 22nd.
  expect(await counts("2026-11-21", "2026-11-24")).toEqual(["11-21 null", "11-22 null", "11-23 3", "11-24 null"]);
});

test("a later part of the calendar counts what the days before it meet in the limit", async () => {
  await w.campaign({ ...BEFORE_ARRIVAL, once_per: "ever" });
  const [once, twice] = (await w.guests("e", 2)) as [number, number];
  await arrives(twice, 24);
  await w.reservation(once, { check_in_date: "2026-12-10", check_out_date: "2026-12-11" });
  await w.reservation(twice, { check_in_date: "2026-12-10", check_out_date: "2026-12-11" });
  expect(await counts("2026-12-07", "2026-12-07")).toEqual(["12-07 1"]);
});

test("the message limit counts earlier forecast messages of the campaign, and what was sent", async () => {
  await w.query(sql`update account_settings set frequency_cap_count = 1, frequency_cap_days = 4`);
  await w.campaign({ ...BEFORE_ARRIVAL, once_per: "stay" });
  const [guest] = (await w.guests("k", 1)) as [number];
  for (const day of [24, 26, 28]) await arrives(guest, day);
  const next = ["11-21 1", "11-22 null", "11-23 null", "11-24 null", "11-25 1"];
  expect(await counts("2026-11-21", "2026-11-25")).toEqual(next);
  await w.at("2026-11-21T10:00");
  expect(w.mailed()).toEqual(["k1"]);
  // The guest has the message of today, and it does not keep itself from being counted.
  const [{ id }] = (await w.call("GET", "/campaigns")).items;
  expect(await expected(id)).toEqual([[1, 1]]);
  expect(await counts("2026-11-22", "2026-11-25")).toEqual(next.slice(1));
});

test("the calendar asks for all campaigns at once, however many they are", async () => {
  const statements = () =>
    countStatements(w.t, async () => {
      await counts("2026-11-20", "2026-11-30");
    });
  await w.campaign(BEFORE_ARRIVAL);
  const [a] = (await w.guests("m", 1)) as [number];
  await arrives(a, 25);
  await statements();
  const one = await statements();
  await w.campaign({ ...BEFORE_ARRIVAL, offset_days: 1 });
  await w.campaign({ base: "birthday", offset_days: 0, once_per: "year" });
  expect(await statements()).toBe(one);
});
