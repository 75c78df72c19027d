import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ACTION_KINDS } from "../../../main/action-kinds.ts";
import { makeUser } from "../../../test/app.ts";
import { all, couponAction, mailAction, makeGuests, pointAction } from "../campaigns.fixture.ts";
import { queueDueCampaigns } from "./due-campaigns.ts";
import { runCampaign } from "./run-campaign.ts";
import { openRuns, type RunsPipeline, running, scheduled, segment } from "./runs.fixture.ts";

let p: RunsPipeline;
beforeEach(async () => {
  p = await openRuns("2026-11-20 09:59");
});
afterEach(() => p.close());

const daily = () => running([segment([scheduled(mailAction())])]);
const guests = (count = 2) => makeGuests(p.t.app, p.inn.accountId, { count, mail: "g" });
/** Moments of Japan of the campaign's pushes. */
const pushes = async (id: number) =>
  (
    await p.query(sql<{ at: string; by: string; key: string }>`select started_by as by, trigger_key as key,
      to_char(push_scheduled_time at time zone 'Asia/Tokyo', 'MM-DD HH24:MI') as at
    from push_actions where campaign_id = ${id} order by id`)
  ).map(({ at, by, key }) => `${at} ${by} ${key}`);
const moments = async (id: number) => (await pushes(id)).map((one) => one.slice(0, 11));
const missed = async (id: number) =>
  (await p.detail(id)).missed.map(({ at, reason }: Record<string, string>) => [at, reason]);

/** Jobs of the campaign that wait. */
const waiting = (id: number) =>
  p.t.app.database.asSystem(async (tx) => {
    await tx.client.query("set local app.jobs = 'on'");
    const jobs = sql`select from pgboss.job where name = 'run-campaign' and (data->>'campaign_id')::bigint = ${id}`;
    return (await jobs.execute(tx.db)).rows.length;
  });

describe("a run", () => {
  test("goes out at its moment, once, and the campaign waits for the next", async () => {
    await guests();
    const id = await p.started(daily());
    expect(await p.detail(id)).toMatchObject({ status: "active", sending: false, pushes: [] });
    await p.minute();
    expect(await pushes(id)).toEqual([]);
    p.at("2026-11-20 10:00:20");
    await p.minute();
    await p.minute();
    expect(await pushes(id)).toEqual(["11-20 10:00 schedule schedule:2026-11-20T01:00:00.000Z"]);
    expect(p.sink.received).toHaveLength(2);
    const detail = await p.detail(id);
    expect(detail).toMatchObject({ status: "active", sending: false });
    expect(detail.next_runs.map(({ at }: { at: string }) => at).slice(0, 2)).toEqual([
      "2026-11-21T01:00:00.000Z",
      "2026-11-22T01:00:00.000Z",
    ]);
    const list = await p.call("GET", "/campaigns");
    const { quiet, ...first } = detail.next_runs[0];
    expect([list.items[0].next_run, list.items[0].automatic, quiet]).toEqual([first, true, false]);
    p.at("2026-11-21 10:00");
    await p.minute();
    expect(p.sink.received).toHaveLength(4);
    expect(await p.detail(id)).toMatchObject({ figures: { sends: 2, reached: 4 } });
  });

  test("is made once however many workers take it, and after one that was rolled back", async () => {
    await guests(1);
    const id = await p.started(daily());
    p.at("2026-11-20 10:00");
    const of = { accountId: p.inn.accountId, campaignId: id };
    const broken = { ...p.t.app, jobs: { ...p.t.app.jobs, add: () => Promise.reject(new Error("no room")) } };
    await expect(runCampaign(broken, ACTION_KINDS, of)).rejects.toThrow("no room");
    expect(await pushes(id)).toEqual([]);
    await Promise.all([1, 2, 3].map(() => runCampaign(p.t.app, ACTION_KINDS, of)));
    expect(await moments(id)).toEqual(["11-20 10:00"]);
    await p.minute();
    expect(p.sink.received).toHaveLength(1);
  });

  test("is not made again when the clock is set back or forth by an hour", async () => {
    await guests(1);
    const id = await p.started(daily());
    p.at("2026-11-20 10:30");
    await p.run(id);
    p.at("2026-11-20 09:30");
    await p.run(id);
    p.at("2026-11-20 10:00");
    await p.run(id);
    // Also when the plan is made anew while the clock stands before it.
    p.at("2026-11-20 09:40");
    await p.call("POST", `/campaigns/${id}/stop`);
    await p.call("POST", `/campaigns/${id}/resume`);
    p.at("2026-11-20 10:05");
    await p.run(id);
    expect(await moments(id)).toEqual(["11-20 10:00"]);
    p.at("2026-11-21 09:59");
    await p.run(id);
    p.at("2026-11-21 11:00");
    await p.run(id);
    expect(await moments(id)).toEqual(["11-20 10:00", "11-21 10:00"]);
  });

  test("waits in the queue once, however often the clock looks", async () => {
    const id = await p.started(daily());
    p.at("2026-11-20 10:00");
    await queueDueCampaigns(p.t.app);
    await queueDueCampaigns(p.t.app);
    expect(await waiting(id)).toBe(1);
  });
});

describe("after an outage", () => {
  test("a run of the last six hours is made up, an older one is shown as missed", async () => {
    await guests(1);
    const id = await p.started(daily());
    p.at("2026-11-20 15:59");
    await p.run(id);
    p.at("2026-11-21 16:01");
    await p.run(id);
    expect(await moments(id)).toEqual(["11-20 10:00"]);
    expect(await missed(id)).toEqual([["2026-11-21T01:00:00.000Z", expect.stringContaining("行える時間を過ぎました")]]);
    expect((await p.detail(id)).next_runs[0].at).toBe("2026-11-22T01:00:00.000Z");
  });

  test("of several only the newest is made up: never a burst", async () => {
    await guests(1);
    const id = await p.started(running([segment([scheduled(mailAction(), { hour: "8-20/2" })])]));
    p.at("2026-11-21 12:30");
    await p.run(id);
    expect(await moments(id)).toEqual(["11-21 12:00"]);
    const all = await missed(id);
    expect(all).toHaveLength(8);
    expect(all[0]).toEqual(["2026-11-21T01:00:00.000Z", expect.stringContaining("まとめて送りませんでした")]);
  });

  test("the hours are the programme's own", async () => {
    await p.query(sql`update account_settings set missed_run_hours = 1`);
    const id = await p.started(daily());
    p.at("2026-11-20 11:01");
    await p.run(id);
    expect([await moments(id), (await missed(id)).length]).toEqual([[], 1]);
  });
});

test("what comes while the campaign is stopped is missed, and what waits goes on with it", async () => {
  await guests(1);
  const id = await p.started(daily());
  await p.call("POST", `/campaigns/${id}/stop`);
  p.at("2026-11-20 10:00");
  await p.run(id);
  expect(await p.detail(id)).toMatchObject({ status: "stopped", next_runs: [] });
  p.at("2026-11-21 10:10");
  // Resumed before the clock looked again.
  await p.call("POST", `/campaigns/${id}/resume`);
  await p.run(id);
  expect(await moments(id)).toEqual([]);
  expect((await missed(id)).map(([at]: string[]) => at)).toEqual([
    "2026-11-21T01:00:00.000Z",
    "2026-11-20T01:00:00.000Z",
  ]);
  p.at("2026-11-22 10:00");
  await p.run(id);
  expect(await moments(id)).toEqual(["11-22 10:00"]);
});

test("a schedule that is changed while the campaign is stopped counts from the resuming on", async () => {
  const id = await p.started(daily());
  const stopped = await p.call("POST", `/campaigns/${id}/stop`);
  const [first] = stopped.segments;
  const { name, type, campaign_start_dt, campaign_end_dt, version } = stopped;
  const actions = [scheduled({ ...first.actions[0] }, { hour: "18" })];
  const segments = [{ id: first.id, priority_seq: 1, target: first.target, actions }];
  await p.call("PUT", `/campaigns/${id}`, { name, type, campaign_start_dt, campaign_end_dt, version, segments });
  await p.call("POST", `/campaigns/${id}/resume`);
  expect((await p.detail(id)).next_runs[0].at).toBe("2026-11-20T09:00:00.000Z");
});

test("an action that was taken out is not looked for any more", async () => {
  const both = [scheduled(pointAction(10)), scheduled(pointAction(20), { hour: "18" })];
  const id = await p.started(running([segment(both)]));
  const stopped = await p.call("POST", `/campaigns/${id}/stop`);
  const [first] = stopped.segments;
  const { name, type, campaign_start_dt, campaign_end_dt, version } = stopped;
  const segments = [{ id: first.id, priority_seq: 1, target: first.target, actions: [first.actions[1]] }];
  await p.call("PUT", `/campaigns/${id}`, { name, type, campaign_start_dt, campaign_end_dt, version, segments });
  await p.call("POST", `/campaigns/${id}/resume`);
  p.at("2026-11-20 10:00");
  await queueDueCampaigns(p.t.app);
  expect(await waiting(id)).toBe(0);
  p.at("2026-11-20 18:00");
  await queueDueCampaigns(p.t.app);
  expect(await waiting(id)).toBe(1);
});

describe("the campaign's days", () => {
  test("runs come within them, and after the last the campaign rests", async () => {
    await guests(1);
    const id = await p.started({ ...daily(), campaign_start_dt: "2026-11-22", campaign_end_dt: "2026-11-23" });
    expect((await p.detail(id)).next_runs.map(({ at }: { at: string }) => at)).toEqual([
      "2026-11-22T01:00:00.000Z",
      "2026-11-23T01:00:00.000Z",
    ]);
    for (const day of [20, 22, 23]) {
      p.at(`2026-11-${day} 10:00`);
      await p.minute();
    }
    expect(await moments(id)).toEqual(["11-22 10:00", "11-23 10:00"]);
    expect(await p.detail(id)).toMatchObject({ status: "inactive", next_runs: [], next_run: null });
  });

  test("what still waits when they are over is called off with the reason", async () => {
    await guests(1);
    const id = await p.started({
      ...running([segment([scheduled(mailAction(), { hour: "22" })])]),
      campaign_end_dt: "2026-11-20",
    });
    p.at("2026-11-20 22:00");
    await p.minute();
    expect(await p.detail(id)).toMatchObject({ status: "active", held: "quiet_hours" });
    p.at("2026-11-21 00:01");
    await p.minute();
    p.at("2026-11-21 09:00");
    await p.wake();
    const detail = await p.detail(id);
    expect(detail).toMatchObject({ status: "inactive", sending: false });
    expect(detail.pushes).toMatchObject([{ push_status: "done", sent: 0, skipped: 1, called_off: null }]);
    expect(detail.pushes[0].stop_reason).toContain("期間が終わった");
    expect(p.sink.received).toEqual([]);
  });
});

describe("several segments and actions", () => {
  test("a guest whom an earlier segment means is not met by a later one that is due alone", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "often", stays: 5 });
    await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "once", stays: 1 });
    const often = all({ field: "stay_count", operator: ">=", value: 3 });
    await p.started(
      running([
        segment([scheduled(mailAction(), { day_of_week: "2" })], 1, often),
        segment([scheduled(mailAction())], 2),
      ]),
    );
    p.at("2026-11-20 10:00");
    await p.minute();
    expect(p.sink.received).toEqual(["once1@example.jp"]);
    p.at("2026-11-24 10:00");
    await p.minute();
    expect(p.sink.received.toSorted()).toEqual(["often1@example.jp", "once1@example.jp", "once1@example.jp"]);
  });

  test("what has no schedule goes out when the campaign is switched on, the rest at its moments", async () => {
    await guests(1);
    const id = await p.started(running([segment([pointAction(100), scheduled(mailAction())])]));
    await p.drain();
    expect(await p.detail(id)).toMatchObject({ status: "active", sending: false, points_granted: 100 });
    p.at("2026-11-20 10:00");
    await p.minute();
    expect(p.sink.received).toHaveLength(1);
    expect((await p.detail(id)).points_granted).toBe(100);
  });

  test("an action meets a guest as often as it says", async () => {
    await guests(1);
    const actions = [
      scheduled(pointAction(10), {}, { once_per: "ever", once_days: null }),
      scheduled(pointAction(7), {}, { once_per: "year", once_days: null }),
      scheduled(mailAction(), {}, { once_per: "days", once_days: 3 }),
    ];
    await p.started(running([segment(actions)]));
    const received: number[] = [];
    for (const day of [20, 22, 23]) {
      p.at(`2026-11-${day} 10:00`);
      await p.minute();
      received.push(p.sink.received.length);
    }
    expect(received).toEqual([1, 1, 2]);
    const points = await p.query(sql<{ n: number }>`select sum(grant_point)::int as n from grant_points`);
    expect(points).toEqual([{ n: 17 }]);
  });
});

test("two runs that wait for approval are decided one by one, and the campaign runs on", async () => {
  await guests(3);
  await p.rules({ approval_above_count: 1 });
  const id = await p.started(running([segment([scheduled(mailAction(), { hour: "10,12,14" })])]));
  const second = await makeUser(p.t.app, p.inn, "role_admin", ["*"]);
  const decide = async (path: string, payload: object) =>
    (await p.t.as(second))({ method: "POST", url: `/api/campaigns/${id}/${path}`, payload });
  for (const hour of [10, 12, 14]) {
    p.at(`2026-11-20 ${hour}:00`);
    await p.minute();
  }
  const { pushes: open, version } = await p.detail(id);
  expect(open.map(({ held }: { held: { for: string } }) => held.for)).toEqual(["approval", "approval", "approval"]);
  const [newest, middle] = open;
  const wrong = await decide("approve", { version, push_action_id: 999_999 });
  expect(wrong.statusCode).toBe(400);
  expect((await decide("refuse", { reason: "重なります", push_action_id: middle.id })).statusCode).toBe(200);
  // Without a name the oldest that waits.
  expect((await decide("approve", { version })).statusCode).toBe(200);
  await p.drain();
  expect(p.sink.received).toHaveLength(3);
  const after = await p.detail(id);
  expect(after).toMatchObject({ status: "active", version });
  expect(after.pushes).toMatchObject([{ id: newest.id, held: { for: "approval" } }]);
  expect(await p.call("POST", `/campaigns/${id}/cancel`)).toMatchObject({ status: "active", sending: false });
  expect(await moments(id)).toEqual(["11-20 10:00", "11-20 12:00", "11-20 14:00"]);
});

describe("who may not, or cannot, any more", () => {
  const asSystem = (statement: ReturnType<typeof sql>) => p.t.app.database.asSystem((tx) => statement.execute(tx.db));
  const coupon = (over: object) => scheduled(couponAction({ ...over }));

  test.each<[string, string, (id: number) => Promise<unknown>]>([
    [
      "an account out of its contract",
      "not_active",
      () => asSystem(sql`update accounts set contract_ended_at = '2026-11-19' where id = ${p.inn.accountId}`),
    ],
    [
      "a person who was switched off",
      "initiator_lost_right",
      () =>
        p.t.past.pool.query(
          "update users set status = 'inactive' where id in (select user_id from account_users where account_id = $1)",
          [p.inn.accountId],
        ),
    ],
    [
      "a rank that was removed",
      "incomplete",
      (id) => {
        const target = JSON.stringify(all({ field: "rank_detail_id", operator: "in", value: [999_999] }));
        return p.query(
          sql`update campaign_segments set target = ${target}::jsonb where campaign_id = ${id} returning id`,
        );
      },
    ],
    [
      "a sender without a legal address",
      "incomplete",
      () => p.query(sql`update account_settings set legal_sender_address = '' returning account_id`),
    ],
  ])("%s: the run is missed", async (_, reason, change) => {
    await guests(1);
    const id = await p.started(daily());
    await change(id);
    p.at("2026-11-20 10:00");
    await p.run(id);
    expect(p.sink.received).toEqual([]);
    expect(await p.query(sql`select reason from campaign_runs where campaign_id = ${id}`)).toEqual([{ reason }]);
    expect(await p.query(sql`select status from campaigns where id = ${id}`)).toEqual([{ status: "active" }]);
  });

  test("a coupon that ended between plan and run is not given", async () => {
    const ends = { without_end: false, stay_end_date: "2026-11-20" };
    const id = await p.started(running([segment([coupon(ends)])]));
    p.at("2026-11-21 10:00");
    await p.run(id);
    expect(await moments(id)).toEqual([]);
  });
});

describe("what never runs cannot be switched on", () => {
  test.each<[object, object, string]>([
    [{ year: "1970" }, {}, "segments.0.actions.0.schedule.year"],
    [{ day_of_month: "31", month: "2" }, {}, "segments.0.actions.0.schedule.day_of_month"],
    [{ month: "12" }, { campaign_end_dt: "2026-11-30" }, "segments.0.actions.0.schedule"],
  ])("%j %j", async (fields, over, path) => {
    const { id } = await p.call("POST", "/campaigns", running([segment([scheduled(mailAction(), fields)])], over));
    const answer = await p.staff({ method: "POST", url: `/api/campaigns/${id}/activate`, payload: { version: 1 } });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [path]]);
    expect((await p.detail(id)).missing.map((one: { path: string }) => one.path)).toEqual([path]);
  });

  test.each<[object, string]>([
    [{ minute: "*" }, "segments.0.actions.0.schedule.minute"],
    [{ minute: "60" }, "segments.0.actions.0.schedule.minute"],
    [{ day_of_week: "4#2", day_of_month: "1" }, "segments.0.actions.0.schedule.day_of_month"],
  ])("nor saved: %j", async (fields, path) => {
    const payload = running([segment([scheduled(mailAction(), fields)])]);
    const answer = await p.staff({ method: "POST", url: "/api/campaigns", payload });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [path]]);
  });
});
