import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeUser } from "../../test/app.ts";
import { EVERYBODY, mailAction, makeGuests, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";

// A large send waits before it begins and goes to one percent first; messages rest at night. The clock is the test's.

let now: Date;
let p: Pipeline;
beforeEach(async () => {
  now = new Date("2026-11-20T12:00:00+09:00");
  p = await openPipeline({ clock: { now: () => now } });
});
afterEach(() => p.close());

const both = () =>
  promotion({
    segments: [
      {
        id: null,
        priority_seq: 1,
        target: EVERYBODY,
        benefits_to_reached: false,
        actions: [pointAction(100), mailAction()],
      },
    ],
  });
const guests = (count: number) => makeGuests(p.t.app, p.inn.accountId, { count, mail: "guest" });
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};
const reached = async () => ({
  mails: p.sink.received.length,
  points: (await p.query<{ n: number }>(sql`select count(*)::int as n from grant_points`))[0]?.n,
});
const lostJobs = () => p.t.past.pool.query("delete from pgboss.job");
const NOBODY = { mails: 0, points: 0 };
const FIRST = { mails: 1, points: 1 };
const ALL = { mails: 5, points: 5 };

describe("the waiting time of a large send", () => {
  beforeEach(() => p.rules({ grace_above_count: 4, grace_seconds: 60 }));

  test("holds points and mails until it is over, and again after the first; then all goes out by itself", async () => {
    await guests(5);
    const id = await p.started(both());
    await p.drain();
    const held = await p.detail(id);
    expect([held.held, held.commands, held.pushes[0].held]).toEqual([
      "grace",
      ["stop", "cancel", "copy"],
      { for: "grace", until: "2026-11-20T03:01:00.000Z" },
    ]);
    later(59);
    await p.wake();
    expect(await reached()).toEqual(NOBODY);
    later(1);
    await p.wake();
    const begun = await p.detail(id);
    expect([await reached(), begun.held, begun.commands]).toEqual([FIRST, "canary", ["stop", "copy"]]);
    expect(begun.pushes[0].held).toEqual({ for: "canary", until: "2026-11-20T03:02:00.000Z" });
    later(59);
    await p.wake();
    expect(await reached()).toEqual(FIRST);
    later(1);
    await p.wake();
    expect([await reached(), (await p.detail(id)).status]).toEqual([ALL, "inactive"]);
  });

  test("a job waits for its end, and where that one is lost the next minute finds the send", async () => {
    await guests(5);
    await p.started(both());
    await p.drain();
    const jobs = await p.t.past.pool.query(
      `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job where name = 'deliver-push'
        and state = 'created'`,
    );
    expect(jobs.rows).toEqual([{ seconds: 60 }, { seconds: 60 }]);
    for (const sent of [FIRST, ALL]) {
      await lostJobs();
      later(60);
      await p.wake();
      expect(await reached()).toEqual(sent);
    }
  });

  test("it is cancelled: nobody gets anything, and audience and content can be changed", async () => {
    await guests(5);
    const id = await p.started(both());
    await p.drain();
    const cancelled = await p.call("POST", `/campaigns/${id}/cancel`);
    expect((await p.call("POST", `/campaigns/${id}/cancel`)).version).toBe(cancelled.version);
    later(3_600);
    await p.wake();
    const back = await p.detail(id);
    expect([back.status, back.commands, await reached()]).toEqual(["inactive", ["edit", "activate", "copy"], NOBODY]);
    expect(back.pushes[0].called_off).toEqual({ by_name: expect.any(String), at: expect.any(String), refusal: null });
    const only = { combinator: "and" as const, rules: [{ field: "stay_count", operator: ">=", value: 999 }] };
    const edit = promotion({
      segments: [{ ...back.segments[0], target: only }].map(({ target_count: _c, lua_script: _l, ...one }) => one),
    });
    await p.call("PUT", `/campaigns/${id}`, { ...edit, version: back.version });
    expect(await p.query(sql`select action from audit_logs where action = 'cancel_send'`)).toHaveLength(1);
  });

  test("once something went out it is stopped, no longer cancelled; also not in somebody's name who may not", async () => {
    await guests(5);
    const id = await p.started(both());
    const reader = await p.t.as(await makeUser(p.t.app, p.inn, "role_user", ["campaigns/read"]));
    expect((await reader({ method: "POST", url: `/api/campaigns/${id}/cancel` })).statusCode).toBe(403);
    await p.drain();
    later(60);
    await p.rules({ quiet_from: "11:00", quiet_until: "13:00" });
    await p.wake();
    const begun = await p.detail(id);
    expect([await reached(), begun.commands, begun.held]).toEqual([
      { mails: 0, points: 1 },
      ["stop", "copy"],
      "quiet_hours",
    ]);
    expect((await p.staff({ method: "POST", url: `/api/campaigns/${id}/cancel` })).statusCode).toBe(400);
  });

  test("stopped and resumed while it waits, it keeps its end; a small send does not wait", async () => {
    await guests(4);
    await p.started(both());
    await p.drain();
    expect(await reached()).toEqual({ mails: 4, points: 4 });
    await guests(1);
    const id = await p.started(both());
    await p.drain();
    await p.call("POST", `/campaigns/${id}/stop`);
    later(30);
    await p.wake();
    await p.call("POST", `/campaigns/${id}/resume`);
    await p.drain();
    expect([(await p.detail(id)).pushes[0].held.until, (await reached()).mails]).toEqual([
      "2026-11-20T03:01:00.000Z",
      4,
    ]);
    later(30);
    await p.wake();
    expect((await reached()).mails).toBe(5);
    later(60);
    await p.wake();
    expect((await reached()).mails).toBe(9);
  });
});

describe("quiet hours", () => {
  test("points go through, mails rest until the morning, and nobody is told twice that they rest", async () => {
    await guests(5);
    now = new Date("2026-11-20T21:00:00+09:00");
    const id = await p.started(both());
    await p.drain();
    const held = await p.detail(id);
    expect([await reached(), held.held]).toEqual([{ mails: 0, points: 5 }, "quiet_hours"]);
    const mail = held.pushes.find(({ type }: { type: string }) => type === "mail");
    expect(mail.held).toEqual({ for: "quiet_hours", until: "2026-11-20T23:00:00.000Z" });
    const jobs = () =>
      p.t.past.pool.query(
        "select count(*)::int as n from pgboss.job where name = 'deliver-push' and state = 'created'",
      );
    const { rows } = await jobs();
    for (const time of ["2026-11-20T23:59:59+09:00", "2026-11-21T00:00:00+09:00", "2026-11-21T07:59:59+09:00"]) {
      now = new Date(time);
      await p.query(sql`update push_actions set updated_at = now() - interval '1 hour', heartbeat_at = null`);
      await p.wake();
      expect(await reached()).toEqual({ mails: 0, points: 5 });
    }
    expect((await jobs()).rows).toEqual(rows);
    await lostJobs();
    now = new Date("2026-11-21T08:00:00+09:00");
    await p.wake();
    expect([await reached(), (await p.detail(id)).status]).toEqual([ALL, "inactive"]);
  });

  test("a send that runs into the night rests there and goes on with the rest", async () => {
    now = new Date("2026-11-20T20:59:59.999+09:00");
    await guests(40);
    p.verdict = (_, received) => {
      if (received.length >= 5) now = new Date("2026-11-20T21:00:00+09:00");
      return "take";
    };
    const id = await p.started(promotion());
    await p.drain();
    const evening = p.sink.received.length;
    expect(evening).toBeGreaterThan(0);
    expect(evening).toBeLessThan(40);
    expect((await p.detail(id)).held).toBe("quiet_hours");
    p.verdict = () => "take";
    now = new Date("2026-11-21T08:00:00+09:00");
    await p.wake();
    expect([p.sink.received.length, new Set(p.sink.received).size]).toEqual([40, 40]);
  });

  test("hours that are changed or taken away meanwhile hold from the next look on; stopped at night it does not go on by itself", async () => {
    await guests(5);
    now = new Date("2026-11-20T22:00:00+09:00");
    const id = await p.started(promotion());
    await p.drain();
    await p.call("POST", `/campaigns/${id}/stop`);
    await p.rules({ quiet_from: null, quiet_until: null });
    await p.query(sql`update push_actions set updated_at = now() - interval '1 hour'`);
    await p.wake();
    expect(await reached()).toEqual(NOBODY);
    await p.call("POST", `/campaigns/${id}/resume`);
    await p.drain();
    expect((await reached()).mails).toBe(5);
  });
});

describe("the first one percent of a large send", () => {
  const first = () =>
    p.query<{
      email: string;
    }>(sql`select customer.email from push_action_targets target join customers customer on customer.id = target.customer_id
      where target.wave = 'canary' order by 1`);
  beforeEach(() => p.rules({ grace_above_count: 100, grace_seconds: 0 }));

  test("goes before the rest, which follows by itself when all got it", async () => {
    await guests(150);
    const id = await p.started(promotion());
    const during = new Set<boolean>();
    p.verdict = async () => {
      if (during.size === 0) during.add((await p.detail(id)).pushes[0].is_canary);
      return "take" as const;
    };
    await p.drain();
    const sample = await first();
    expect([sample.length, new Set(p.sink.received.slice(0, 2))]).toEqual([
      2,
      new Set(sample.map(({ email }) => email)),
    ]);
    expect([p.sink.received.length, new Set(p.sink.received).size, [...during]]).toEqual([150, 150, [true]]);
    expect((await p.detail(id)).pushes[0]).toMatchObject({ push_status: "done", sent: 150, is_canary: false });
  });

  test.each([
    ["is refused", () => ({ refuseRecipient: 550, text: "5.7.1 no" }), ["edit", "resume", "copy"]],
    ["breaks off", () => "drop_after_dot" as const, ["edit", "resume", "copy", "decide_unknown"]],
  ])(
    "when one %s, all stops with the reason, and whoever looked goes on with the rest",
    async (_how, verdict, commands) => {
      await guests(101);
      p.verdict = (_recipient, received) => (received.length === 0 ? verdict() : "take");
      const id = await p.started(promotion());
      await p.drain();
      const stopped = await p.detail(id);
      expect([stopped.status, stopped.pushes[0].waiting, stopped.commands]).toEqual(["stopped", 99, commands]);
      expect(stopped.pushes[0].stop_reason).toContain(
        "最初の1%に、届かなかったか結果の分からないお客様がいるため、止めました",
      );
      expect(await p.query(sql`select actor_user_id, after from audit_logs where action = 'stop'`)).toEqual([
        { actor_user_id: null, after: { reason: "canary_failed" } },
      ]);
      p.verdict = () => "take";
      await p.wake();
      expect((await p.detail(id)).pushes[0].waiting).toBe(99);
      await p.call("POST", `/campaigns/${id}/resume`);
      await p.drain();
      expect((await p.detail(id)).pushes[0]).toMatchObject({ push_status: "done", waiting: 0, stop_reason: null });
      expect(new Set(p.sink.received).size).toBe(p.sink.received.length);
    },
  );

  test("a crash between the canary and the main wave loses nobody; a send to one guest is its own canary", async () => {
    await guests(101);
    const id = await p.frozen(promotion());
    await p.query(sql`update push_action_targets set outcome = 'sent', sent_at = now() where wave = 'canary'`);
    await p.query(sql`update push_actions set push_status = 'doing', started_at = now(), sent_count = 2, heartbeat_at = null,
      updated_at = now() - interval '1 hour'`);
    await lostJobs();
    await p.wake();
    expect([p.sink.received.length, (await p.detail(id.id)).status]).toEqual([99, "inactive"]);
    await p.rules({ grace_above_count: 0 });
    const { id: alone } = await p.call("POST", "/campaigns", {
      ...promotion(),
      segments: [
        {
          id: null,
          priority_seq: 1,
          target: { combinator: "and", rules: [{ field: "stay_count", operator: ">=", value: 7 }] },
          actions: [mailAction()],
        },
      ],
    });
    await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "only", stays: 7 });
    p.verdict = () => ({ refuseRecipient: 550, text: "5.7.1 no" });
    await p.call("POST", `/campaigns/${alone}/activate`, { version: 1 });
    await p.drain();
    expect((await p.detail(alone)).pushes[0]).toMatchObject({
      push_status: "failure",
      failed: 1,
      stop_requested: false,
    });
  });
});

describe("a large send that gives and tells", () => {
  /** Of 150 guests who get points, 50 also get the mail. */
  const started = async () => {
    await guests(50);
    await makeGuests(p.t.app, p.inn.accountId, { count: 100, mail: "silent", consent: null });
    return p.started(both());
  };
  const of = async (id: number, type: string) =>
    (await p.detail(id)).pushes.find((push: { type: string }) => push.type === type);
  /** Guests who have got the one without the other. */
  const guestsReached = () =>
    p.query<{ mailed: boolean; given: boolean }>(sql`select count(*) filter (where push.channel = 'mail') > 0 as mailed,
        count(*) filter (where push.channel = 'point') > 0 as given
      from push_action_targets target join push_actions push on push.id = target.push_action_id where target.outcome = 'sent'
        group by target.customer_id`);
  beforeEach(() => p.rules({ grace_above_count: 100, grace_seconds: 60, quiet_from: null, quiet_until: null }));

  test("its first guests get both, and nobody else anything, until it was looked at", async () => {
    const id = await started();
    await p.drain();
    later(60);
    await p.wake();
    expect([await of(id, "point"), await of(id, "mail")]).toMatchObject([{ sent: 2 }, { sent: 2 }]);
    expect((await guestsReached()).filter(({ mailed, given }) => mailed && !given)).toEqual([]);
    await p.call("POST", `/campaigns/${id}/stop`);
    later(3_600);
    await p.wake();
    expect([await of(id, "point"), await of(id, "mail")]).toMatchObject([{ sent: 2 }, { sent: 2 }]);
    await p.call("POST", `/campaigns/${id}/resume`);
    await p.drain();
    expect([await of(id, "point"), await of(id, "mail")]).toMatchObject([
      { sent: 150, points_granted: 15_000, push_status: "done" },
      { sent: 50, skipped: 100, push_status: "done" },
    ]);
    expect(await p.query(sql`select reason from push_action_targets where reason = 'points_not_granted'`)).toEqual([]);
  });

  test("points that cannot be booked stop it before anybody else gets any", async () => {
    const id = await started();
    await p.drain();
    await p.query(sql`update points set grant_type = 'rate', grant_absolute = null, grant_rate = 1 returning 1`);
    later(60);
    await p.wake();
    expect([(await p.detail(id)).status, await of(id, "point"), await of(id, "mail")]).toMatchObject([
      "stopped",
      { sent: 0, failed: 2, waiting: 148 },
      { sent: 0, waiting: 50 },
    ]);
    expect(await reached()).toEqual(NOBODY);
  });
});
