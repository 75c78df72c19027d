import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { addDays, type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeGrant } from "../../customers/customers.fixture.ts";
import { all, couponAction, mailAction, pointAction, promotion } from "../campaigns.fixture.ts";
import { openTriggers, type TriggerWorld } from "../triggers/triggers.fixture.ts";
import { queueDueCampaigns } from "./due-campaigns.ts";
import { scheduled } from "./runs.fixture.ts";

// Compares what is forecast on the first day with what goes out on each of the next eleven days (docs/adr/0518).

const FIRST = calendarDate("2026-11-20");
const DAYS = 11;
const LAST = addDays(FIRST, DAYS - 1);

let w: TriggerWorld;
beforeEach(async () => {
  w = await openTriggers(`${FIRST}T09:00`);
});
afterEach(() => w.close());

type Segment = CampaignEdit["segments"][number];
type Actions = Segment["actions"];
type Rule = Parameters<typeof all>[0];
/** Guests of a campaign are known by a stay count of their own. */
const NAMES = ["weekly", "birthday", "arrival", "after", "away", "compared", "limited", "reminded", "ending"] as const;
type Name = (typeof NAMES)[number];
const markOf = (name: Name): Rule => ({ field: "stay_count", operator: "=", value: NAMES.indexOf(name) + 1 });

async function guests(name: Name, count: number): Promise<number[]> {
  const ids = await w.guests(name, count);
  await w.query(
    sql`update customer_totals set stay_count = ${NAMES.indexOf(name) + 1} where customer_id = any(${ids}::bigint[])`,
  );
  return ids;
}
const isBorn = (id: number, birthday: CalendarDate) =>
  w.query(sql`update customers set birthday = ${birthday} where id = ${id}`);
const lastStayed = (id: number, day: CalendarDate) =>
  w.query(sql`update customer_totals set last_stay_on = ${day} where customer_id = ${id}`);
const campaign = (name: Name, actions: Actions, rules: Rule[] = [], over: Partial<Segment> = {}) =>
  w.started(
    promotion({
      name,
      segments: [
        {
          id: null,
          priority_seq: 1,
          target: all(markOf(name), ...rules),
          actions: actions.map((action, at) => ({ ...action, seq: at + 1 })),
          ...over,
        },
      ],
    }),
  );
type Triggered = NonNullable<Actions[number]["trigger"]>;
const on = <A extends Actions[number]>(
  action: A,
  base: Triggered["base"],
  offset_days: number,
  over: Partial<Triggered> = {},
): A => ({ ...action, trigger: { base, offset_days, time: "10:00", once_per: "ever", once_days: null, ...over } });

/** By name of campaign, day and channel: how many guests. What is not forecast and nobody got is left out. */
type Counts = Record<string, number>;
function counted(rows: readonly (readonly [string, number | null])[]): Counts {
  const sums: Counts = {};
  for (const [key, count] of rows.toSorted()) if ((count ?? 0) > 0) sums[key] = (sums[key] ?? 0) + (count ?? 0);
  return sums;
}

async function forecast(ids: readonly number[]): Promise<{ triggers: Counts; schedules: Counts }> {
  const { items } = await w.call("GET", `/campaigns/calendar?from=${FIRST}&to=${LAST}`);
  type Item = { kind: string; campaign_name: string; at: string; action_type: string; count: number | null };
  const triggers = (items as Item[])
    .filter(({ kind }) => kind === "trigger")
    .map((one) => [`${one.campaign_name} ${one.at.slice(0, 10)} ${one.action_type}`, one.count] as const);
  const schedules: [string, number][] = [];
  for (const id of ids) {
    const { name, segments } = await w.detail(id);
    const types = new Map(segments.flatMap((one: Segment) => one.actions.map((action) => [action.id, action.type])));
    const { schedule } = await w.call("GET", `/campaigns/${id}/expected`);
    for (const one of schedule as { action_id: number; at: string; count: number }[])
      if (one.at.slice(0, 10) <= LAST)
        schedules.push([`${name} ${one.at.slice(0, 10)} ${types.get(one.action_id)}`, one.count]);
  }
  return { triggers: counted(triggers), schedules: counted(schedules) };
}

async function wentOut(): Promise<{ triggers: Counts; schedules: Counts }> {
  const rows = await w.query<{ key: string; started_by: string; n: number }>(sql`select push.started_by,
      campaign.name || ' ' || (push.push_scheduled_time at time zone 'Asia/Tokyo')::date || ' ' || push.channel as key,
      count(distinct target.customer_id)::int as n
    from push_action_targets target
    join push_actions push on push.id = target.push_action_id
    join campaigns campaign on campaign.id = push.campaign_id
    where target.outcome in ('waiting', 'sent')
    group by 1, 2`);
  const of = (started_by: string) =>
    counted(rows.filter((row) => row.started_by === started_by).map(({ key, n }) => [key, n]));
  return { triggers: of("trigger"), schedules: of("schedule") };
}

/** Lets the days pass. Stays are confirmed at noon of their check-out. */
async function live(stays: ReadonlyMap<CalendarDate, readonly number[]>) {
  for (let day = FIRST; day <= LAST; day = addDays(day, 1)) {
    w.setClock(`${day}T10:00`);
    await queueDueCampaigns(w.t.app);
    await w.at(`${day}T10:00`);
    for (const reservation of stays.get(day) ?? []) {
      await w.stay(reservation);
      await w.query(sql`update customer_totals total set last_stay_on = ${day} from stay_reservations reservation
        where reservation.id = ${reservation} and total.customer_id = reservation.customer_id`);
    }
  }
}

test("what is forecast for each day is what goes out", async () => {
  await w.query(sql`update account_settings set frequency_cap_count = 2, frequency_cap_days = 7`);
  const stays = new Map<CalendarDate, number[]>();
  const books = async (guest: number, from: number, nights = 1) => {
    const [check_in_date, check_out_date] = [addDays(FIRST, from), addDays(FIRST, from + nights)];
    const id = await w.reservation(guest, { check_in_date, check_out_date });
    stays.set(check_out_date, [...(stays.get(check_out_date) ?? []), id]);
  };
  const ids = [
    await campaign(
      "weekly",
      [
        scheduled(
          couponAction({ valid_days_from_acquire: 60, without_end: false }),
          { day_of_week: "1,4" },
          ONCE_A_YEAR,
        ),
        scheduled(mailAction(), { day_of_week: "1,4" }, ONCE_A_YEAR),
      ],
      [{ field: "last_stay_days", operator: ">=", value: 365 }],
    ),
    await campaign(
      "birthday",
      [on(pointAction(), "birthday", 0, { once_per: "year" }), on(mailAction(), "birthday", 0, { once_per: "year" })],
      [{ field: "age", operator: ">=", value: 30 }],
    ),
    await campaign("arrival", [on(mailAction(), "before_check_in", 3, { once_per: "days", once_days: 5 })]),
    await campaign("after", [on(pointAction(), "after_check_out", 1, { once_per: "stay" })]),
    await campaign(
      "away",
      [on(mailAction(), "last_stay", 30)],
      [{ field: "last_stay_days", operator: "between", value: [30, 40] }],
    ),
    await campaign("compared", [
      {
        ...scheduled(mailAction({ variant: "A", share: 30 }), { day_of_month: "25" }),
        other_mails: [mailAction({ variant: "B", share: 30 }).mail],
      } as Actions[number],
    ]),
    await campaign("limited", [scheduled(mailAction(), { day_of_week: "1,2,5" })]),
    await campaign("reminded", [
      on(mailAction(), "birthday", 5, { once_per: "year" }),
      on(mailAction(), "birthday", 3, { once_per: "year" }),
      on(mailAction(), "birthday", 0, { once_per: "year" }),
    ]),
    await campaign(
      "ending",
      [on(mailAction(), "birthday", 1, { once_per: "year" })],
      [{ field: "points_expiring", operator: ">=", value: 1, args: [3] } as Rule],
    ),
  ];

  for (const [at, guest] of (await guests("weekly", 5)).entries())
    await lastStayed(guest, addDays(FIRST, -368 + at * 3));
  // The last two turn 29.
  for (const [at, guest] of (await guests("birthday", 6)).entries())
    await isBorn(guest, bornOn(addDays(FIRST, 1 + at * 2), at < 4 ? 1996 : 1997));
  const [one, two, three] = (await guests("arrival", 3)) as [number, number, number];
  await books(one, 4);
  await books(two, 6);
  await books(two, 9);
  await books(three, 8);
  await books(three, 14);
  for (const [at, guest] of (await guests("after", 3)).entries()) await books(guest, at * 2, 2);
  const away = await guests("away", 4);
  for (const [at, guest] of away.entries()) await lastStayed(guest, addDays(FIRST, -28 + at));
  // The last one stays again first.
  await books(away[3] as number, 1);
  await guests("compared", 6);
  await guests("limited", 2);
  for (const [at, guest] of (await guests("reminded", 3)).entries())
    await isBorn(guest, bornOn(addDays(FIRST, 6 + at), 1980));
  for (const [at, guest] of (await guests("ending", 4)).entries()) {
    await isBorn(guest, bornOn(addDays(FIRST, 2 + at), 1980));
    const points = { point: 10, on: "2026-01-01", expiresOn: addDays(FIRST, 6) };
    await w.t.app.database.inScope({ accountIds: [w.inn.accountId] }, (tx) =>
      makeGrant(tx, w.inn.accountId, guest, points),
    );
  }

  const predicted = await forecast(ids);
  await live(stays);
  const sent = await wentOut();
  expect(predicted.schedules).toEqual(sent.schedules);
  expect(predicted.triggers).toEqual(sent.triggers);
  // Each campaign sends something, and each rule that depends on the day keeps somebody out.
  expect(sent).toMatchInlineSnapshot(`
    {
      "schedules": {
        "compared 2026-11-25 mail": 6,
        "limited 2026-11-20 mail": 2,
        "limited 2026-11-23 mail": 2,
        "limited 2026-11-27 mail": 2,
        "limited 2026-11-30 mail": 2,
        "weekly 2026-11-23 coupon": 3,
        "weekly 2026-11-23 mail": 3,
        "weekly 2026-11-26 coupon": 1,
        "weekly 2026-11-26 mail": 1,
        "weekly 2026-11-30 coupon": 1,
        "weekly 2026-11-30 mail": 1,
      },
      "triggers": {
        "after 2026-11-23 point": 1,
        "after 2026-11-25 point": 1,
        "after 2026-11-27 point": 1,
        "arrival 2026-11-21 mail": 1,
        "arrival 2026-11-23 mail": 1,
        "arrival 2026-11-25 mail": 1,
        "away 2026-11-22 mail": 1,
        "away 2026-11-23 mail": 1,
        "away 2026-11-24 mail": 1,
        "birthday 2026-11-21 mail": 1,
        "birthday 2026-11-21 point": 1,
        "birthday 2026-11-23 mail": 1,
        "birthday 2026-11-23 point": 1,
        "birthday 2026-11-25 mail": 1,
        "birthday 2026-11-25 point": 1,
        "birthday 2026-11-27 mail": 1,
        "birthday 2026-11-27 point": 1,
        "ending 2026-11-23 mail": 1,
        "ending 2026-11-24 mail": 1,
        "reminded 2026-11-21 mail": 1,
        "reminded 2026-11-22 mail": 1,
        "reminded 2026-11-23 mail": 2,
        "reminded 2026-11-24 mail": 1,
        "reminded 2026-11-25 mail": 1,
      },
    }
  `);
});

const ONCE_A_YEAR = { once_per: "days", once_days: 365 } as const;
/** A birthday that is kept on the day. */
const bornOn = (day: CalendarDate, year: number) => calendarDate(`${year}${day.slice(4)}`);
