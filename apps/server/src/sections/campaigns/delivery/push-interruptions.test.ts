import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MAIL_CONNECTIONS, type Mailer, openMailer } from "../../../mail/mailer.ts";
import { pushEngine, pushHandlers } from "../../../main/push-engine.ts";
import type { SinkVerdict } from "../../../test/smtp-sink.ts";
import { deliverPush } from "../../pushes/deliver-push.ts";
import { revivePushes } from "../../pushes/revive-pushes.ts";
import { all, EVERYBODY, gotMailBefore, makeGuests, pointAction, promotion, until } from "../campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// What is checked right before the hand-over, and what is left when a send is interrupted.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

describe("the last moment", () => {
  test("consent, addresses and merges are asked again when the mail goes out", async () => {
    const [withdrawn, suppressed, merged, survivor] = await makeGuests(p.t.app, p.inn.accountId, {
      count: 4,
      mail: "guest",
    });
    const { id, pushActionId } = await p.frozen(promotion());
    const account = p.inn.accountId;
    await p.query(
      sql`insert into customer_consents (account_id, customer_id, channel, state, source) values (${account}, ${withdrawn}, 'mail',
        'withdrawn', 'guest')`,
    );
    await p.query(
      sql`insert into suppressions (account_id, channel, address, reason) values (${account}, 'mail', 'guest2@example.jp', 'bounced')`,
    );
    await p.query(sql`update customers set merged_into = ${survivor}, active_status = 'inactive' where id = ${merged}`);
    expect(suppressed).toBeGreaterThan(0);
    await deliverPush(pushEngine(p.t.app, FAST), { accountId: account, pushActionId }, new AbortController().signal);
    expect(p.sink.received).toEqual(["guest4@example.jp"]);
    expect(await p.outcomes(id)).toMatchObject({
      "guest1@example.jp": ["skipped", "配信停止のお客様です"],
      "guest2@example.jp": ["skipped", "メールアドレスに届きません"],
      "guest3@example.jp": ["skipped", "ほかのお客様に統合されました"],
    });
  });

  test("so is the frequency cap: who got another message meanwhile is passed over", async () => {
    const [reached = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "guest" });
    const accountId = p.inn.accountId;
    await p.query(sql`update account_settings set frequency_cap_count = 1`);
    const { id, pushActionId } = await p.frozen(promotion());
    await p.t.app.database.inScope({ accountIds: [accountId] }, (tx) => gotMailBefore(tx, accountId, reached));
    await deliverPush(pushEngine(p.t.app, FAST), { accountId, pushActionId }, new AbortController().signal);
    expect(p.sink.received).toEqual(["guest2@example.jp"]);
    expect(await p.outcomes(id)).toMatchObject({
      "guest1@example.jp": ["skipped", "最近の配信回数が上限に達しています"],
    });
  });

  test("stop takes effect at once, an edit may mend the text, resume sends only the rest", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 120, mail: "guest" });
    let reachedHalf = () => {};
    const half = new Promise<void>((resolve) => {
      reachedHalf = resolve;
    });
    p.verdict = async (_, received): Promise<SinkVerdict> => {
      if (received.length >= 40) reachedHalf();
      await new Promise((resolve) => setTimeout(resolve, 5));
      return "take";
    };
    const id = await p.started(promotion());
    await p.work();
    await half;
    const stopped = await p.call("POST", `/campaigns/${id}/stop`);
    expect([stopped.status, stopped.sending, stopped.commands]).toEqual(["stopped", false, ["edit", "resume", "copy"]]);
    const atStop = p.sink.received.length;
    await until(
      "the worker left",
      async () => (await p.query(sql`select from push_action_targets where outcome = 'sending'`)).length === 0,
    );
    const afterStop = p.sink.received.length;
    expect(afterStop - atStop).toBeLessThanOrEqual(MAIL_CONNECTIONS);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(p.sink.received).toHaveLength(afterStop);
    const { id: _id, commands: _c, pushes: _p, ...saved } = await p.detail(id);
    const [segment] = saved.segments;
    const edit = (mail: object, target: unknown) => ({
      name: saved.name,
      type: saved.type,
      campaign_start_dt: null,
      campaign_end_dt: null,
      version: saved.version,
      segments: [
        {
          id: segment.id,
          priority_seq: 1,
          target,
          actions: [{ ...segment.actions[0], mail: { ...segment.actions[0].mail, ...mail } }],
        },
      ],
    });
    const other = await p.staff({
      method: "PUT",
      url: `/api/campaigns/${id}`,
      payload: edit({}, all({ field: "stay_count", operator: "=", value: 1 })),
    });
    expect([other.statusCode, Object.keys(other.json().fields)]).toEqual([400, ["segments"]]);
    await p.call("PUT", `/campaigns/${id}`, edit({ title: "訂正" }, EVERYBODY));
    await p.call("POST", `/campaigns/${id}/resume`);
    await p.rest(id);
    expect(p.sink.received).toHaveLength(120);
    expect(new Set(p.sink.received).size).toBe(120);
    expect((await p.sink.parsed(p.sink.received.at(-1) ?? "")).subject).toBe("訂正");
  });
});

describe("a process that dies", () => {
  const sendingNow = async () => {
    const [counted] = await p.query(sql<{ claimed: number; let_go: number }>`select count(*)::int as claimed,
      count(sent_at)::int as let_go from push_action_targets where outcome = 'sending'`);
    return counted ?? { claimed: 0, let_go: 0 };
  };

  /** A worker whose process ends with one of its commits: what it let go before is still delivered, and nothing is written down any more. */
  const dyingAfter = (commits: number, mailer: Mailer) => {
    let n = 0;
    const { database } = p.t.app;
    const inScope: typeof database.inScope = (scope, work) =>
      ++n > commits ? new Promise<never>(() => {}) : database.inScope(scope, work);
    return { app: { ...p.t.app, mailer, database: { ...database, inScope } }, isDead: () => n > commits };
  };

  test("killed time after time: unknown are at most as many as there were connections, only what was let go, and nobody gets two", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 100, mail: "guest" });
    const { id, pushActionId } = await p.frozen(promotion());
    const push = { accountId: p.inn.accountId, pushActionId };
    const run = () => deliverPush(pushEngine(p.t.app, FAST), push, new AbortController().signal);
    let unknown = 0;
    for (const commits of [2, 3, 5]) {
      const mailer = openMailer(p.sink.url);
      const { app, isDead } = dyingAfter(commits, mailer);
      void deliverPush(pushEngine(app, FAST), push, new AbortController().signal);
      await until("it is dead", isDead);
      const { let_go } = await sendingNow();
      expect(let_go).toBeLessThanOrEqual(MAIL_CONNECTIONS);
      unknown += let_go;
      await until("what it let go is out", async () => p.sink.received.length >= unknown);
      mailer.close();
      // While it may still live, nobody takes its place.
      expect(await run()).toEqual({ end: "left" });
      await p.query(sql`update push_actions set heartbeat_at = now() - interval '1 hour'`);
    }
    expect(unknown).toBeGreaterThan(0);
    expect(await run()).toEqual({ end: "done" });
    expect((await p.detail(id)).pushes[0]).toMatchObject({ targets: 100, sent: 100 - unknown, unknown, waiting: 0 });
    // Nobody twice; and whoever is unknown here had been let go, so that all have got it.
    expect(new Set(p.sink.received).size).toBe(p.sink.received.length);
    expect(p.sink.received).toHaveLength(100);
    const tries = await p.query(sql<{ n: number }>`select max(attempt_count)::int as n from push_action_targets`);
    expect(tries[0]?.n).toBe(1);
  });

  test("a worker of an earlier version that died had not said what it let go: all it had claimed is unknown", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 4, mail: "guest" });
    const { pushActionId } = await p.frozen(promotion());
    await p.query(sql`update push_action_targets set outcome = 'sending', claimed_by = 'run-1', claimed_at = now(), attempt_count = 1
      where customer_id in (select min(customer_id) from push_action_targets)`);
    const push = { accountId: p.inn.accountId, pushActionId };
    await deliverPush(pushEngine(p.t.app, FAST), push, new AbortController().signal);
    expect(p.sink.received).toHaveLength(3);
  });

  test("a worker that was only frozen finds itself replaced, lets nothing go, and may say what it knows", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 30, mail: "guest" });
    const { id, pushActionId } = await p.frozen(promotion());
    const push = { accountId: p.inn.accountId, pushActionId };
    const real = p.t.app.mailer;
    let thaw = () => {};
    const ice = new Promise<void>((resolve) => {
      thaw = resolve;
    });
    let mails = 0;
    const mailer: Mailer = {
      close: () => {},
      async send(mail, mayEnd) {
        // Ten are let go before the frost, the others are not.
        if (++mails > 10) await ice;
        return real.send(mail, async () => {
          const may = (await mayEnd?.()) ?? true;
          await ice;
          return may;
        });
      },
    };
    const first = deliverPush(pushEngine({ ...p.t.app, mailer }, FAST), push, new AbortController().signal);
    await until("it is frozen", async () => (await sendingNow()).let_go === 10);
    await p.query(sql`update push_actions set heartbeat_at = now() - interval '1 hour'`);
    const second = openMailer(p.sink.url);
    const other = pushEngine({ ...p.t.app, mailer: second }, FAST);
    expect(await deliverPush(other, push, new AbortController().signal)).toEqual({ end: "done" });
    second.close();
    expect((await p.detail(id)).pushes[0]).toMatchObject({ sent: 20, unknown: 10 });
    thaw();
    expect(await first).toEqual({ end: "left" });
    expect((await p.detail(id)).pushes[0]).toMatchObject({ sent: 30, unknown: 0 });
    expect(new Set(p.sink.received).size).toBe(30);
    expect(p.sink.received).toHaveLength(30);
  });

  test("a shutdown ends the mails under way and hands the rest on", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 50, mail: "guest" });
    const { pushActionId, id } = await p.frozen(promotion());
    const stopping = new AbortController();
    p.verdict = (_, received) => {
      if (received.length >= 15) stopping.abort();
      return "take";
    };
    const data = { account_id: p.inn.accountId, push_action_id: pushActionId };
    await pushHandlers(p.t.app, FAST)["deliver-push"](data, { signal: stopping.signal, attempt: 0 });
    expect(p.sink.received.length).toBeLessThan(50);
    expect((await p.detail(id)).pushes[0]).toMatchObject({ push_status: "doing", unknown: 0 });
    await p.work();
    await p.rest(id);
    expect(new Set(p.sink.received).size).toBe(50);
    expect(p.sink.received).toHaveLength(50);
  });

  test("while points are granted: the second run grants what is left, each once", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 20, mail: "guest" });
    const { id, pushActionId } = await p.frozen(
      promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction(100)] }] }),
    );
    const handler = pushHandlers(p.t.app, FAST)["deliver-push"];
    const data = { account_id: p.inn.accountId, push_action_id: pushActionId };
    const run = { signal: new AbortController().signal, attempt: 0 };
    await Promise.all([handler(data, run), handler(data, run)]);
    await handler(data, run);
    expect((await p.detail(id)).pushes[0]).toMatchObject({ push_status: "done", sent: 20, points_granted: 2_000 });
    expect(await p.query(sql`select from point_accounts where balance = 100`)).toHaveLength(20);
  });

  test("a push whose job was lost gets a new one", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 5, mail: "guest" });
    const { id } = await p.frozen(promotion());
    await p.t.past.pool.query("delete from pgboss.job");
    expect(await revivePushes(pushEngine(p.t.app))).toBe(0);
    await p.query(sql`update push_actions set updated_at = now() - interval '5 minutes'`);
    expect(await revivePushes(pushEngine(p.t.app))).toBe(1);
    expect(await revivePushes(pushEngine(p.t.app))).toBe(0);
    await p.work();
    await p.rest(id);
    expect(p.sink.received).toHaveLength(5);
  });
});
