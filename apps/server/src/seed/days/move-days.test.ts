import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import { afterAll, beforeAll, expect, test } from "vitest";
import { todayOf } from "../../clock.ts";
import { CLOCK_CAMPAIGNS } from "../clock-campaigns.ts";
import { type DemoHouse, openDemoHouse, TODAY } from "./demo-house.fixture.ts";
import { type DayDone, endOf, moveDays } from "./move-days.ts";
import { differences, type Message, owedOn, rowsNow, sentBy } from "./reported-by-rows.fixture.ts";

// The days of a demo are moved on: its hotel tells what happens, what comes by the clock is done, each day by itself, and what its campaigns
// send is held against a calculation from bookings, stays, birthdays and consents alone. The whole demo: main/demo-days.long.ts.

const DAYS = [1, 2, 3].map((n) => addDays(TODAY, n));
const LAST = DAYS.at(-1) ?? TODAY;
/** In the order of the demo's campaigns. */
const NAMES = ["defection", "birthday", "arrival", "thanks"];
const OPEN = `stay_reservations reservation where check_out_date between $1 and $2 and cancel_date is null and not is_no_show
  and not exists (select from stay_transactions stay where stay.stay_reservation_id = reservation.id)`;
const REPORTED_BOOKINGS = "stay_reservations where original_reservation_code like 'TSUKI-2026%'";

let house: DemoHouse;
let toLeave = 0;
const campaigns = new Map<number, string>();
const done: DayDone[] = [];
const owed: Message[] = [];
const count = async (query: string, ...values: unknown[]) =>
  (await house.t.past.pool.query<{ n: number }>(`select count(*)::int as n from ${query}`, values)).rows[0]?.n ?? 0;
const moving = (stopping?: AbortSignal) => {
  const { t, clock, hotel, inn } = house;
  const dayDone = (day: DayDone) => void done.push(day);
  return {
    app: { ...t.app, clock },
    hotel,
    accountIds: [inn.accountId],
    dayDone,
    ...(stopping ? { stopping } : {}),
  };
};

beforeAll(async () => {
  house = await openDemoHouse(250);
  // By chance so few guests have few birthdays.
  await house.t.past.pool.query(
    `update customers customer set birthday = ($1::date + 14 + n.n::int)::date
      from (select id, row_number() over (order by id) as n from customers where stay_count > 1 order by id limit 12) n
      where customer.id = n.id`,
    [TODAY],
  );
  const staff = await house.t.as(house.user);
  const call = async (url: string, payload: object) => {
    const answer = await staff({ method: "POST", url: `/api${url}`, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ id: number; version: number }>();
  };
  for (const [n, document] of CLOCK_CAMPAIGNS.entries()) {
    const { id } = await call("/campaigns", document);
    await call(`/campaigns/${id}/activate`, { version: 1 });
    campaigns.set(id, NAMES[n] ?? "");
  }
  toLeave = await count(OPEN, DAYS[0], LAST);
  for (const day of DAYS) {
    await moveDays(moving(), day as CalendarDate);
    owed.push(...owedOn(day, await rowsNow(house.t.past, house.inn.accountId), owed));
  }
}, 120_000);
afterAll(() => house.close());

test("each day those who leave have stayed, others book, and nights are done", async () => {
  expect(house.clock.now().getTime() - endOf(LAST).getTime()).toBeLessThan(120_000);
  expect(todayOf(house.clock)).toBe(LAST);
  expect([...new Set(done.map(({ day }) => day))]).toEqual([TODAY, ...DAYS]);
  expect(toLeave).toBeGreaterThan(0);
  expect(await count(OPEN, TODAY, LAST)).toBe(0);
  expect(await count(REPORTED_BOOKINGS)).toBeGreaterThan(0);
  expect(await count("feed_rows where row_outcome not in ('new', 'changed', 'unchanged')")).toBe(0);
  const { rows } = await house.t.past.pool.query<{ day: string }>(
    `select (served_at at time zone 'Asia/Tokyo')::date::text as day from clock_runs where job in ('expire-points', 'announce-ends')`,
  );
  expect(rows.map(({ day }) => day)).toEqual([LAST, LAST]);
});

test("every message that is owed has left once, on its day, and no other", async () => {
  expect(new Set(owed.map(({ campaign }) => campaign))).toEqual(new Set(NAMES));
  expect(differences(owed, await sentBy(house.t.past, campaigns))).toEqual({ missing: [], more: [] });
  expect(house.t.mails).toHaveLength(owed.length);
});

test("asked again for the same day, or stopped at once, nothing is told or sent twice", async () => {
  const before = [await count(REPORTED_BOOKINGS), house.t.mails.length];
  await moveDays(moving(), LAST);
  await moveDays(moving(AbortSignal.abort()), addDays(LAST, 3));
  expect(todayOf(house.clock)).toBe(LAST);
  expect([await count(REPORTED_BOOKINGS), house.t.mails.length]).toEqual(before);
});
