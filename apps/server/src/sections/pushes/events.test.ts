import { calendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { TEST_NOW } from "../../test/app.ts";
import { couponAction, handlersFor, mailAction, makeGuests } from "../campaigns/campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { deliverEvents } from "./deliver-events.ts";
import { makeMoonCampaign, moonlit, nights, rise } from "./events.fixture.ts";
import { pushJobs } from "./pushes.jobs.ts";
import { recordResults } from "./recipients.queries.ts";
import { revivePushes } from "./revive-pushes.ts";
import { heartbeat, holdPushes, takePushes } from "./runs.queries.ts";

// What sends by itself, shown with a cause that is made up: docs/adr/0375.

let now = TEST_NOW;
let p: Pipeline;
beforeEach(async () => {
  now = TEST_NOW;
  p = await openPipeline({ clock: { now: () => now } });
});
afterEach(() => p.close());

const drain = () => p.t.app.jobs.drain(handlersFor(p.t.app, FAST, pushJobs(moonlit(p.t.app))));
const wake = async () => {
  await revivePushes(moonlit(p.t.app));
  await drain();
};
const guestsOf = (mail: string, count = 3) => makeGuests(p.t.app, p.inn.accountId, { count, mail });

type Row = { channel: string; trigger_key: string; status: string; targets: number; sent: number; points: number };
const pushes = () =>
  p.query<Row>(sql`select channel, trigger_key, push_status as status, target_count as targets, sent_count as sent,
    granted_points as points from push_actions order by trigger_key, channel desc`);
const outcomes = async () =>
  Object.fromEntries(
    (
      await p.query<{
        state: string;
        n: number;
      }>(sql`select push.channel || ' ' || target.outcome || coalesce(' ' || target.reason, '') as state,
        count(*)::int as n from push_action_targets target join push_actions push on push.id = target.push_action_id group by 1 order by 1`)
    ).map(({ state, n }) => [state, n]),
  );

test("what happens to a guest is answered once, gifts first, and whoever is added later gets it too", async () => {
  const guests = await guestsOf("moon");
  const campaign = await makeMoonCampaign(p);
  const [first = 0, second = 0] = guests;
  const happened = [...nights([first, second]), { key: "eclipse", customerId: first }];
  expect(await rise(p, campaign, happened)).toBe(6);
  expect(await rise(p, campaign, happened)).toBe(0);
  await drain();
  expect(p.sink.received.toSorted()).toEqual(["moon1@example.jp", "moon1@example.jp", "moon2@example.jp"]);
  expect(await outcomes()).toEqual({ "mail sent": 3, "point sent": 3 });
  expect((await pushes()).every(({ status, targets, sent }) => status === "done" && targets === 1 && sent === 1)).toBe(
    true,
  );

  const added = [...happened, { key: "eclipse", customerId: guests[2] ?? 0 }];
  expect(await rise(p, campaign, added)).toBe(2);
  await drain();
  expect(p.sink.received).toHaveLength(4);
  expect(await pushes()).toMatchObject([
    { channel: "point", trigger_key: "eclipse", status: "done", targets: 2, sent: 2, points: 200 },
    { channel: "mail", trigger_key: "eclipse", status: "done", targets: 2, sent: 2 },
    ...[1, 1, 1, 1].map(() => ({ status: "done", targets: 1, sent: 1 })),
  ]);
  const grants = await p.query(
    sql`select customer_id, sum(grant_point)::int as points from grant_points group by 1 order by 1`,
  );
  expect(grants).toMatchObject([{ points: 200 }, { points: 100 }, { points: 100 }]);
  // A send is something else: the campaign runs on, and nothing of it is under way.
  expect(await p.detail(campaign.id)).toMatchObject({ status: "active", sending: false });
});

test("a coupon is given for each occasion, also of one guest at once; months are those of a day to come", async () => {
  const [guest = 0, other = 0] = await guestsOf("gift", 2);
  const coupon = couponAction({ type: "acquire", without_end: false, valid_months_from_acquire: 1 });
  const campaign = await makeMoonCampaign(p, [coupon] as never);
  const birthday = (key: string, customerId: number, date: string) => ({ key, customerId, date: calendarDate(date) });
  const happened = [
    birthday("a", guest, "2026-12-04"),
    birthday("b", guest, "2027-12-04"),
    birthday("c", other, "2026-11-01"),
    { key: "d", customerId: other },
  ];
  expect(await rise(p, campaign, happened)).toBe(4);
  await drain();
  // The same occasion under another name.
  await rise(p, campaign, [birthday("e", guest, "2026-12-04")]);
  await drain();
  expect(await outcomes()).toEqual({ "coupon sent": 4, "coupon skipped coupon_held": 1 });
  const held = await p.query(sql`select occasion, valid_until from acquire_coupons order by customer_id, occasion`);
  expect(held).toEqual([
    { occasion: "day:2026-12-04", valid_until: "2027-01-31" },
    { occasion: "day:2027-12-04", valid_until: "2028-01-31" },
    { occasion: "d", valid_until: "2026-12-31" },
    { occasion: "day:2026-11-01", valid_until: "2026-12-31" },
  ]);
});

test("one limit for all: of two things that happen to a guest at once only one is told where one mail is allowed", async () => {
  const [guest = 0, other = 0] = await guestsOf("capped", 2);
  await p.query(sql`update account_settings set frequency_cap_count = 1`);
  const campaign = await makeMoonCampaign(p);
  await rise(p, campaign, [...nights([guest, other]), ...nights([guest], "eclipse")]);
  await drain();
  expect(p.sink.received.toSorted()).toEqual(["capped1@example.jp", "capped2@example.jp"]);
  expect(await outcomes()).toEqual({ "mail sent": 2, "mail skipped capped": 1, "point sent": 3 });
});

test("a campaign that was stopped meanwhile sends nothing, and its resume sends the rest", async () => {
  const guests = await guestsOf("stopped");
  const campaign = await makeMoonCampaign(p);
  await rise(p, campaign, nights(guests));
  await p.call("POST", `/campaigns/${campaign.id}/stop`);
  await rise(p, campaign, nights(guests, "eclipse"));
  await drain();
  expect(await outcomes()).toEqual({ "mail waiting": 6, "point waiting": 6 });
  await p.call("POST", `/campaigns/${campaign.id}/resume`);
  await drain();
  expect(await outcomes()).toEqual({ "mail sent": 6, "point sent": 6 });
});

test("at night points are given and mails rest until the morning, also those whose job was lost", async () => {
  const guests = await guestsOf("night");
  const campaign = await makeMoonCampaign(p);
  now = new Date("2026-11-20T14:00:00Z");
  await rise(p, campaign, nights(guests));
  await drain();
  expect(await outcomes()).toEqual({ "mail waiting": 3, "point sent": 3 });
  const held = await p.query(sql`select distinct held_for, held_until from push_actions where channel = 'mail'`);
  expect(held).toEqual([{ held_for: "quiet_hours", held_until: new Date("2026-11-20T23:00:00Z") }]);
  now = new Date("2026-11-20T23:00:30Z");
  await wake();
  expect(await outcomes()).toEqual({ "mail sent": 3, "point sent": 3 });
});

test("several workers at once, one of them stopped on the way: everybody gets all of it once", async () => {
  const guests = await guestsOf("many", 120);
  const campaign = await makeMoonCampaign(p);
  await rise(p, campaign, nights(guests));
  const stopping = new AbortController();
  p.verdict = (_, received) => {
    if (received.length >= 5) stopping.abort();
    return "take";
  };
  const work = (signal: AbortSignal) => deliverEvents(moonlit(p.t.app), p.inn.accountId, signal);
  await Promise.all([work(stopping.signal), work(stopping.signal), work(stopping.signal)]);
  expect(p.sink.received.length).toBeLessThan(120);
  await drain();
  expect(p.sink.received).toHaveLength(120);
  expect(new Set(p.sink.received).size).toBe(120);
  expect(await outcomes()).toEqual({ "mail sent": 120, "point sent": 120 });
});

test("results of one push of a set are recorded while the run gives a sign of life: the two do not deadlock", async () => {
  const { accountId } = p.inn;
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => p.t.app.database.inScope({ accountIds: [accountId] }, work);
  await rise(p, await makeMoonCampaign(p, [mailAction()]), nights(await guestsOf("alive", 2)));
  const ids = (await p.query<{ id: number }>(sql`select id from push_actions order by id`)).map(({ id }) => id);
  const last = ids.at(-1);
  const run = await inScope((tx) => takePushes(tx, accountId, ids));
  if (!run || !last) throw new Error("no run");
  const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let alive: Promise<unknown> = Promise.resolve();
  await inScope(async (tx) => {
    const result = {
      outcome: "waiting",
      reason: null,
      detail: null,
      providerMessageId: null,
      grantedPoints: null,
    } as const;
    await recordResults(tx, run, [{ pushActionId: last, customerId: 0, ...result }], now);
    alive = inScope((other) => heartbeat(other, run));
    await expect.poll(() => p.query(waits), { interval: 20 }).toHaveLength(1);
    expect(await holdPushes(tx, run)).toEqual(run);
  });
  expect(await alive).toEqual(run);
});

test("what a dead worker had let go is unknown for each guest of the set, and is not sent twice; who had only been claimed gets it", async () => {
  const guests = await guestsOf("dead", 30);
  const campaign = await makeMoonCampaign(p, [mailAction()]);
  await rise(p, campaign, nights(guests));
  const silent = Promise.withResolvers<void>();
  p.verdict = async (_, received) => {
    if (received.length >= 4) await silent.promise;
    return "take" as const;
  };
  const dying = deliverEvents(moonlit(p.t.app), p.inn.accountId, new AbortController().signal);
  const halted = () =>
    p.query<{ n: number }>(
      sql`select count(*)::int as n from push_action_targets where outcome = 'sending' and sent_at is not null`,
    );
  while ((await halted())[0]?.n === 0 || p.sink.received.length < 4)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await p.query(
    // Lock order: by id, as the dying run locks; otherwise the two deadlock now and then.
    sql`with doing as materialized (select id from push_actions where push_status = 'doing' order by id for no key update)
      update push_actions push set fencing_token = push.fencing_token + 1, heartbeat_at = null from doing where push.id = doing.id`,
  );
  p.verdict = () => "take";
  await deliverEvents(moonlit(p.t.app), p.inn.accountId, new AbortController().signal);
  silent.resolve();
  await dying;
  await drain();
  const counts = await outcomes();
  expect((counts["mail sent"] ?? 0) + (counts["mail unknown connection"] ?? 0)).toBe(30);
  expect(new Set(p.sink.received).size).toBe(p.sink.received.length);
  const figures = await p.query<{ sent: number; unknown: number }>(
    sql`select sum(sent_count)::int as sent, sum(unknown_count)::int as unknown from push_actions`,
  );
  expect(figures).toEqual([{ sent: counts["mail sent"] ?? 0, unknown: counts["mail unknown connection"] ?? 0 }]);
});
