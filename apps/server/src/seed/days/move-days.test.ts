import { addDays } from "@okaeri/domain/calendar-date";
import { afterAll, beforeAll, expect, test } from "vitest";
import { todayOf } from "../../clock.ts";
import { type DemoHouse, openDemoHouse, TODAY } from "./demo-house.fixture.ts";
import { endOf, moveDays } from "./move-days.ts";

// The days of a demo are moved on: its hotel tells what happens, and what comes by the clock is done, each day by itself.

let house: DemoHouse;
beforeAll(async () => {
  house = await openDemoHouse(400);
});
afterAll(() => house.close());

const moving = (stopping?: AbortSignal) => {
  const days: { day: string; mails: number }[] = [];
  const { t, clock, hotel, inn } = house;
  return {
    days,
    app: { ...t.app, clock },
    hotel,
    accountIds: [inn.accountId],
    dayDone: (day: { day: string; mails: number }) => void days.push(day),
    ...(stopping ? { stopping } : {}),
  };
};
const count = async (query: string, ...values: unknown[]) =>
  (await house.t.past.pool.query<{ n: number }>(`select count(*)::int as n from ${query}`, values)).rows[0]?.n ?? 0;

test("each day those who leave have stayed, others book, nights are done in order, and what is asked twice is told once", async () => {
  const last = addDays(TODAY, 2);
  const open = `stay_reservations reservation where check_out_date between $1 and $2 and cancel_date is null and not is_no_show
    and not exists (select from stay_transactions stay where stay.stay_reservation_id = reservation.id)`;
  const toLeave = await count(open, addDays(TODAY, 1), last);
  expect(toLeave).toBeGreaterThan(0);
  const move = moving();
  await moveDays(move, last);
  expect(house.clock.now().getTime() - endOf(last).getTime()).toBeLessThan(60_000);
  expect(todayOf(house.clock)).toBe(last);
  expect(move.days.map(({ day }) => day)).toEqual([TODAY, addDays(TODAY, 1), last]);
  expect(await count(open, TODAY, last)).toBe(0);
  const told = "stay_reservations where original_reservation_code like 'TSUKI-2026%'";
  const booked = await count(told);
  expect(booked).toBeGreaterThan(0);
  const refused = await count("feed_rows where fate not in ('new', 'changed', 'unchanged')");
  expect(refused).toBe(0);
  const { rows } = await house.t.past.pool.query<{ job: string; day: string }>(
    "select job, (served_at at time zone 'Asia/Tokyo')::date::text as day from clock_runs where job in ('expire-points', 'announce-ends')",
  );
  expect(new Set(rows.map(({ day }) => day))).toEqual(new Set([last]));
  // Asked again for the same day, and stopped at once for a later one.
  await moveDays(moving(), last);
  await moveDays(moving(AbortSignal.abort()), addDays(last, 3));
  expect(todayOf(house.clock)).toBe(last);
  expect(await count(told)).toBe(booked);
});
