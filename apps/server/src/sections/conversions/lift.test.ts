import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Facility, makeAccount, makeUser } from "../../test/app.ts";
import { type Booking, type LiftWorld, type Outcome, openLift, type Send } from "./lift.fixture.ts";

// What a campaign brought beside not sending it (docs/adr/0563), from sends, bookings and stays alone.

let w: LiftWorld;
beforeAll(async () => {
  w = await openLift();
});
afterEach(() => w.windowDays(30));
afterAll(() => w.close());

/** A campaign that went to the first guest and left out the second, at ten in the morning of 10 November 2027. */
const AT = "2027-11-10T10:00:00+09:00";
async function compared(send: Partial<Send> = {}) {
  const [got = 0, left = 0, other = 0] = await w.guests(3);
  const of = await w.campaign();
  await w.send(of, { at: AT, outcomes: { [got]: "sent", [left]: "control_group" }, ...send });
  return { of, got, left, other };
}
type Compared = Awaited<ReturnType<typeof compared>>;

/** Treated and control group, each as [guests, of these stayed, stays, yen]. */
async function counts({ of }: Pick<Compared, "of">) {
  const { lift, standing_lift } = await w.lifts(of);
  const groupsOf = (one: typeof lift) =>
    one && [
      [one.treated, one.treated_stayed, one.treated_stays, one.treated_use_price],
      [one.control, one.control_stayed, one.control_stays, one.control_use_price],
    ];
  return { own: groupsOf(lift), standing: groupsOf(standing_lift) };
}

test("a campaign that left nobody out has nothing to be compared with", async () => {
  const of = await w.campaign();
  expect(await w.lifts(of)).toEqual({ lift: null, standing_lift: null });
  const [guest = 0] = await w.guests(1);
  await w.send(of, { at: AT, outcomes: { [guest]: "sent" } });
  expect(await w.lifts(of)).toEqual({ lift: null, standing_lift: null });
});

test("each stay of both groups counts once, whichever send came before it, and each guest once", async () => {
  const { of, got, left } = await compared();
  await w.send(of, { at: "2027-11-12T10:00:00+09:00", outcomes: { [got]: "sent", [left]: "control_group" } });
  await w.book({ guest: got, day: "2027-11-13", price: 20_000 });
  await w.book({ guest: got, day: "2027-11-20", price: 5_000 });
  await w.book({ guest: left, day: "2027-11-13", price: 7_000 });
  expect(await counts({ of })).toEqual({
    own: [
      [1, 1, 2, 25_000],
      [1, 1, 1, 7_000],
    ],
    standing: null,
  });
  expect((await w.lifts(of)).lift).toMatchObject({ difference: 0, guests: 0, needed: expect.any(Number) });
});

const STAYED = [1, 1, 1, 9_000];
const NOT = [1, 0, 0, 0];
const stay = { price: 9_000 };
// Each of the treated and, the same, of the control group.
test.each<[string, boolean, Omit<Booking, "guest">]>([
  ["on the last of 30 days", true, { day: "2027-12-10", ...stay }],
  ["a day later", false, { day: "2027-12-11", ...stay }],
  ["the day before", false, { day: "2027-11-09", ...stay }],
  ["on the day itself, nobody says when", true, { day: "2027-11-10", ...stay }],
  [
    "on the day itself, told a second later",
    true,
    { day: "2027-11-10", reportedAt: "2027-11-10T10:00:01+09:00", ...stay },
  ],
  ["on the day itself, told at the moment", false, { day: "2027-11-10", reportedAt: AT, ...stay }],
  ["on the day itself, told before", false, { day: "2027-11-10", reportedAt: "2027-11-10T09:00:00+09:00", ...stay }],
  ["without a day, checked in within the days", true, { day: null, checkIn: "2027-11-15", ...stay }],
  ["without a day, checked in too late", false, { day: null, checkIn: "2027-12-11", ...stay }],
  ["but nobody stayed", false, { day: "2027-11-15" }],
  ["cancelled", false, { day: "2027-11-15", cancelled: true }],
  ["and the stay was taken back", false, { day: "2027-11-15", reversed: true, ...stay }],
])("a booking %s: %s", async (_name, counted, booking) => {
  const one = await compared();
  await w.book({ guest: one.got, ...booking });
  await w.book({ guest: one.left, ...booking });
  const each = counted ? STAYED : NOT;
  expect((await counts(one)).own).toEqual([each, each]);
});

test("days are those of Japan, and 29 February is one", async () => {
  // Ten minutes past midnight of 30 January in Japan.
  const one = await compared({ at: "2028-01-29T15:10:00Z" });
  await w.book({ guest: one.got, day: "2028-02-29", price: 9_000 });
  await w.book({ guest: one.left, day: "2028-01-29", price: 9_000 });
  expect((await counts(one)).own).toEqual([STAYED, NOT]);
  await w.windowDays(29);
  expect((await counts(one)).own).toEqual([NOT, NOT]);
});

test("who was tried is treated, who waits or was left out for another reason is in no group", async () => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = await w.guests(5);
  const of = await w.campaign();
  await w.send(of, {
    at: AT,
    outcomes: { [a]: "failed", [b]: "unknown", [c]: "no_consent", [d]: "standing_control", [e]: "waiting" },
  });
  await w.book({ guest: a, day: "2027-11-15", price: 9_000 });
  await w.book({ guest: d, day: "2027-11-15", price: 9_000 });
  expect(await counts({ of })).toEqual({
    own: null,
    standing: [[2, 1, 1, 9_000], STAYED],
  });
});

test("own and standing group are compared each with the same treated", async () => {
  const { of, got, left, other } = await compared({ outcomes: {} });
  await w.send(of, { at: AT, outcomes: { [got]: "sent", [left]: "control_group", [other]: "standing_control" } });
  await w.book({ guest: other, day: "2027-11-15", price: 9_000 });
  expect(await counts({ of })).toEqual({ own: [NOT, NOT], standing: [NOT, STAYED] });
});

test("a guest in both groups counts as treated, and is left out again when the merge is undone", async () => {
  const one = await compared({ outcomes: {} });
  const { of, got, left, other } = one;
  await w.send(of, { at: AT, outcomes: { [got]: "sent", [left]: "control_group", [other]: "control_group" } });
  await w.book({ guest: left, day: "2027-11-15", price: 9_000 });
  const parted = [NOT, [2, 1, 1, 9_000]];
  expect((await counts(one)).own).toEqual(parted);
  const merge = await w.merge(got, left);
  expect((await counts(one)).own).toEqual([STAYED, NOT]);
  await w.unmerge(merge);
  expect((await counts(one)).own).toEqual(parted);
});

test("where a segment sends, messages decide who got it; where it only gives, what it gives does", async () => {
  const { of, got, left, other } = await compared({ outcomes: {} });
  const send = { at: AT, trigger_key: "both" };
  await w.send(of, { ...send, kind: "point", outcomes: { [got]: "sent", [left]: "control_group", [other]: "sent" } });
  expect((await counts({ of })).own).toEqual([[2, 0, 0, 0], NOT]);
  await w.send(of, { ...send, outcomes: { [got]: "sent", [left]: "control_group", [other]: "no_consent" } });
  expect((await counts({ of })).own).toEqual([NOT, NOT]);
});

test("a stay by the very booking that a message was about is none that it brought", async () => {
  const { of, got, left } = await compared({ outcomes: {} });
  for (const [guest, outcome] of [
    [got, "sent"],
    [left, "control_group"],
  ] as [number, Outcome][]) {
    const about = await w.book({ guest, day: "2027-11-10", price: 9_000 });
    const report = await w.book({ guest, day: "2027-11-10", reportOf: about });
    await w.send(of, { at: AT, event: true, about: report, outcomes: { [guest]: outcome } });
  }
  expect((await counts({ of })).own).toEqual([NOT, NOT]);
  await w.book({ guest: left, day: "2027-11-10", price: 9_000 });
  expect((await counts({ of })).own).toEqual([NOT, STAYED]);
});

test("only sends from the first to the last that left somebody out are compared, and none that was called off", async () => {
  const { of, left, other } = await compared();
  await w.send(of, { at: "2027-11-09T10:00:00+09:00", outcomes: { [other]: "sent" } });
  await w.send(of, { at: "2027-11-11T10:00:00+09:00", outcomes: { [other]: "sent", [left]: "sent" } });
  for (const called_off of ["person", "end"] as const)
    await w.send(of, { at: "2027-11-12T10:00:00+09:00", called_off, outcomes: { [other]: "control_group" } });
  expect((await counts({ of })).own).toEqual([NOT, NOT]);
});

test("who is meant again and had it already has the same days as who is left out again", async () => {
  const { of, got, left } = await compared();
  await w.send(of, { at: "2028-03-01T10:00:00+09:00", outcomes: { [got]: "once_per", [left]: "control_group" } });
  await w.book({ guest: got, day: "2028-03-05", price: 9_000 });
  await w.book({ guest: left, day: "2028-03-05", price: 9_000 });
  expect((await counts({ of })).own).toEqual([STAYED, STAYED]);
});

test("of sends whose recipients have ended each guest has the days of their first alone: who had it is gone, who is left out is not", async () => {
  const { of, got, left, other } = await compared({ thinned: true });
  const again = { thinned: true, at: "2028-03-01T10:00:00+09:00" };
  // One of those who had it before is a sample that stayed.
  await w.send(of, { ...again, outcomes: { [got]: "once_per", [left]: "control_group", [other]: "control_group" } });
  for (const guest of [got, left, other]) await w.book({ guest, day: "2028-03-05", price: 9_000 });
  expect((await counts({ of })).own).toEqual([NOT, [2, 1, 1, 9_000]]);
});

test("people of single facilities see their guests and the stays there, and nobody a campaign of somebody else's", async () => {
  const one = await compared();
  const { accountId } = w.annex;
  await w.book({ guest: one.got, day: "2027-11-15", price: 5_000 });
  await w.book({ guest: one.left, day: "2027-11-15", price: 9_000, facility: accountId });
  const ask = async (of: Facility, campaign: number) => {
    const staff = await w.t.as(await makeUser(w.t.app, of, "role_user", ["*"]));
    return staff({ method: "GET", url: `/api/campaigns/${campaign}/lift?account_id=${of.accountId}` });
  };
  expect((await ask(w.inn, one.of.campaign)).json()).toEqual({
    lift: {
      treated: 1,
      treated_stayed: 1,
      treated_stays: 1,
      treated_use_price: 5_000,
      control: 1,
      control_stayed: 1,
      control_stays: 1,
      control_use_price: 9_000,
      difference: 0,
      low: expect.closeTo(-0.7935, 4),
      high: expect.closeTo(0.7935, 4),
      guests: 0,
      guests_low: -1,
      guests_high: 1,
      needed: expect.any(Number),
    },
    standing_lift: null,
  });
  // Whoever was never there is nobody, and without a treated guest nothing is compared.
  expect((await ask(w.annex, one.of.campaign)).json().lift).toMatchObject({
    treated: 0,
    control: 1,
    control_use_price: 9_000,
    difference: null,
    low: null,
    needed: null,
  });
  const elsewhere = await makeAccount(w.t.app, { name: "隣の宿" });
  expect((await ask(elsewhere, one.of.campaign)).statusCode).toBe(404);
});
