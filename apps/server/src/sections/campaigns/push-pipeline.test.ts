import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MAIL_CONNECTIONS, type Mailer, openMailer } from "../../mail/mailer.ts";
import { type Caller, type Facility, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { openSmtpSink, type SinkVerdict, type SmtpSink } from "../../test/smtp-sink.ts";
import { sendMails } from "../messaging/send-mails.ts";
import {
  all,
  EVERYBODY,
  handlersFor,
  mailAction,
  makeGuests,
  makeInn,
  pointAction,
  promotion,
  until,
} from "./campaigns.fixture.ts";
import { campaignJobs, readoptPushes } from "./campaigns.jobs.ts";
import type { CampaignEdit } from "./check-document.ts";

// Real PostgreSQL, real job engine, real SMTP.

let sink: SmtpSink;
let mailer: Mailer;
let t: TestApp;
let inn: Facility;
let staff: Caller;
let verdict: (recipient: string, received: readonly string[]) => SinkVerdict | Promise<SinkVerdict>;

const FAST = { retryDelaysSeconds: [0.05, 0.05, 0.05, 0.05], outageSeconds: 1 };

beforeEach(async () => {
  verdict = () => "take";
  sink = await openSmtpSink((recipient, received) => verdict(recipient, received));
  mailer = openMailer(sink.url);
  t = await testApp({ mailer });
  inn = await makeInn(t.app, "宿");
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
});
afterEach(async () => {
  await t.close();
  mailer.close();
  await sink.close();
});

const call = async (method: "GET" | "POST" | "PUT", path: string, payload?: object) => {
  const answer = await staff({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const detail = (id: number) => call("GET", `/campaigns/${id}`);
const started = async (document: CampaignEdit): Promise<number> => {
  const { id } = await call("POST", "/campaigns", document);
  await call("POST", `/campaigns/${id}/activate`, { version: 1 });
  return id;
};
const work = () => t.app.jobs.work(handlersFor(t.app, FAST));
const rest = (id: number) => until("the send ends", async () => !(await detail(id)).sending);
const query = <T>(statement: ReturnType<typeof sql<T>>) =>
  t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => (await statement.execute(tx.db)).rows);
const outcomes = async (id: number) =>
  Object.fromEntries(
    (await call("GET", `/campaigns/${id}/recipients?size=100`)).items.map(
      (item: { address: string; outcome: string; reason: string | null }) => [
        item.address,
        [item.outcome, item.reason],
      ],
    ),
  );
/** The recipients are fixed and nothing is sent yet. */
const frozen = async (document: CampaignEdit): Promise<{ id: number; pushActionId: number }> => {
  const id = await started(document);
  const pushActionId: number = (await detail(id)).pushes.at(-1).id;
  const jobs = campaignJobs(t.app, FAST);
  const data = { account_id: inn.accountId, push_action_id: pushActionId };
  await jobs["prepare-push"](data, { signal: new AbortController().signal, attempt: 0 });
  return { id, pushActionId };
};

describe("a whole send", () => {
  test("points first, then mails that tell the new balance; the frozen recipients are the funnel's; the campaign comes to rest", async () => {
    await makeGuests(t.app, inn.accountId, { count: 25, mail: "guest" });
    await makeGuests(t.app, inn.accountId, { count: 3, mail: "silent", consent: null });
    await makeGuests(t.app, inn.accountId, { count: 2, mail: null });
    const actions = [pointAction(300), mailAction({ body: "{{ granted_points }} / {{ point_balance }}" })];
    const funnel = await call("POST", "/campaigns/audience", {
      segments: [{ target: EVERYBODY, types: ["point", "mail"] }],
    });
    const id = await started(promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] }));
    await work();
    await rest(id);
    const saved = await detail(id);
    expect(saved).toMatchObject({
      status: "inactive",
      recipients: 25,
      points_granted: 30 * 300,
      commands: ["edit", "activate"],
    });
    const byType = Object.fromEntries(saved.pushes.map((push: { type: string }) => [push.type, push]));
    expect(byType.point).toMatchObject({
      push_status: "done",
      targets: 30,
      sent: 30,
      skipped: 0,
      points_granted: 9_000,
    });
    expect(byType.mail).toMatchObject({
      push_status: "done",
      targets: 30,
      sent: 25,
      skipped: 5,
      failed: 0,
      unknown: 0,
      waiting: 0,
    });
    expect([funnel.segments[0].matched, funnel.segments[0].will_receive]).toEqual([
      byType.mail.targets,
      byType.mail.sent,
    ]);
    expect(new Set(sink.received).size).toBe(25);
    expect(sink.received).toHaveLength(25);
    const mail = await sink.parsed("guest1@example.jp");
    expect([mail.subject, mail.from?.text]).toEqual(["山田 太郎様へ お知らせ", '"宿" <info@inn.example>']);
    expect(mail.text).toContain("300 / 300");
    expect(mail.text).toContain("送信者: 宿株式会社\n東京都千代田区1-1");
    expect(mail.html).toContain("300 / 300");
    expect(
      await query(
        sql<{ n: number; s: number }>`select count(*)::int as n, sum(grant_point)::int as s from grant_points`,
      ),
    ).toEqual([{ n: 30, s: 9_000 }]);
    const reasons = (await call("GET", `/campaigns/${id}/recipients?outcome=skipped`)).items.map(
      (item: { reason: string }) => item.reason,
    );
    expect(reasons.sort()).toEqual(
      ["メールアドレスがありません", "メールアドレスがありません", ...Array(3).fill("配信への同意がありません")].sort(),
    );
  });

  test("each customer falls into the first segment only, and a second send is a send of its own", async () => {
    await makeGuests(t.app, inn.accountId, { count: 3, mail: "regular", stays: 5 });
    await makeGuests(t.app, inn.accountId, { count: 4, mail: "fresh" });
    const regular = all({ field: "stay_count", operator: ">=", value: 3 });
    const id = await started(
      promotion({
        segments: [
          { id: null, priority_seq: 2, target: EVERYBODY, actions: [mailAction({ title: "皆様" })] },
          { id: null, priority_seq: 1, target: regular, actions: [mailAction({ title: "常連様" })] },
        ],
      }),
    );
    await work();
    await rest(id);
    const saved = await detail(id);
    expect(
      saved.pushes.map((p: { priority_seq: number; targets: number }) => [p.priority_seq, p.targets]).sort(),
    ).toEqual([
      [1, 3],
      [2, 4],
    ]);
    expect((await sink.parsed("regular1@example.jp")).subject).toBe("常連様");
    await call("POST", `/campaigns/${id}/activate`, { version: saved.version });
    await rest(id);
    expect(sink.received).toHaveLength(14);
    expect((await detail(id)).pushes).toHaveLength(4);
  });

  test("nobody in the target: done at once", async () => {
    const id = await started(promotion());
    await work();
    await rest(id);
    expect((await detail(id)).pushes[0]).toMatchObject({ push_status: "done", targets: 0 });
  });
});

describe("what becomes of each mail", () => {
  test("refused, bounced, greylisted, broken before and after the dot: each has its outcome, the others are not held up", async () => {
    await makeGuests(t.app, inn.accountId, { count: 40, mail: "good" });
    const bad = ["bounce", "policy", "full", "refuse", "greylist", "always-later", "before", "after"];
    for (const mail of bad) await makeGuests(t.app, inn.accountId, { count: 1, mail: `${mail}-` });
    const tries = new Map<string, number>();
    verdict = (recipient) => {
      const kind = recipient.split("-1@")[0] ?? "";
      const attempt = (tries.get(kind) ?? 0) + 1;
      tries.set(kind, attempt);
      if (kind === "bounce") return { refuseRecipient: 550, text: "5.1.1 unknown user" };
      if (kind === "policy") return { refuseRecipient: 550, text: "5.7.1 blocked" };
      if (kind === "full") return { refuseRecipient: 552 };
      if (kind === "refuse") return { refuseData: 554 };
      if (kind === "greylist" && attempt < 3) return { refuseRecipient: 451 };
      if (kind === "always-later") return { refuseRecipient: 450 };
      if (kind === "before") return "drop_before_data";
      return kind === "after" ? "drop_after_dot" : "take";
    };
    const id = await started(promotion());
    await work();
    await rest(id);
    const got = await outcomes(id);
    const of = (kind: string) => got[`${kind}-1@example.jp`];
    expect(of("bounce")).toEqual(["failed", "メールアドレスに届きません (550)"]);
    expect(of("policy")).toEqual(["failed", "相手のサーバーに断られました (550)"]);
    expect(of("full")).toEqual(["failed", "相手のサーバーに断られました (552)"]);
    expect(of("refuse")).toEqual(["failed", "相手のサーバーに断られました (554)"]);
    expect(of("greylist")).toEqual(["sent", null]);
    expect(of("always-later")).toEqual(["failed", "相手のサーバーに断られました (450)"]);
    expect(tries.get("always-later")).toBe(5);
    expect(of("before")?.[0]).toBe("failed");
    expect(of("after")?.[0]).toBe("unknown");
    expect(sink.received.filter((r) => r.startsWith("after"))).toHaveLength(1);
    expect(sink.received.filter((r) => r.startsWith("good"))).toHaveLength(40);
    expect((await detail(id)).pushes[0]).toMatchObject({
      push_status: "done",
      targets: 48,
      sent: 41,
      failed: 6,
      unknown: 1,
    });
    const states = await query(
      sql<{
        email: string;
        email_state: string;
      }>`select email, email_state from customers where email_state <> 'valid'`,
    );
    expect(states).toEqual([{ email: "bounce-1@example.jp", email_state: "bounced" }]);
  });

  test("everybody refused: failure", async () => {
    await makeGuests(t.app, inn.accountId, { count: 3, mail: "guest" });
    verdict = () => ({ refuseData: 554 });
    const id = await started(promotion());
    await work();
    await rest(id);
    expect((await detail(id)).pushes[0]).toMatchObject({ push_status: "failure", failed: 3 });
  });

  test("a mail server that is down costs nobody a try: the send goes on when it is back", async () => {
    await makeGuests(t.app, inn.accountId, { count: 30, mail: "guest" });
    let down = true;
    const refused = { outcome: "later", reason: "ECONNECTION" } as const;
    const real = t.app.mailer;
    t.app.mailer = { send: async (mail) => (down ? refused : real.send(mail)), close: () => {} };
    const id = await started(promotion());
    await work();
    await until(
      "it was tried",
      async () => (await query(sql`select from push_action_targets where claimed_by is not null`)).length > 0,
    );
    expect((await detail(id)).pushes[0]).toMatchObject({ push_status: "doing", failed: 0 });
    down = false;
    await rest(id);
    expect((await detail(id)).pushes[0]).toMatchObject({ push_status: "done", sent: 30, failed: 0 });
    expect(new Set(sink.received).size).toBe(30);
  });
});

test("no mail server at all: tries cost nothing even for a few recipients", async () => {
  await makeGuests(t.app, inn.accountId, { count: 2, mail: "guest" });
  const nowhere = openMailer("smtp://127.0.0.1:1");
  const { pushActionId } = await frozen(promotion());
  const push = { accountId: inn.accountId, pushActionId };
  for (let n = 0; n < 7; n++) {
    const ended = await sendMails({ ...t.app, mailer: nowhere }, push, new AbortController().signal, {
      ...FAST,
      outageSeconds: -20,
    });
    expect(ended.end).toBe("later");
  }
  nowhere.close();
  expect(await query(sql`select attempt_count, outcome from push_action_targets`)).toEqual(
    Array(2).fill({ attempt_count: 0, outcome: "waiting" }),
  );
  expect(await sendMails(t.app, push, new AbortController().signal, FAST)).toEqual({ end: "done" });
  expect(sink.received).toHaveLength(2);
});

describe("the last moment", () => {
  test("consent, addresses and merges are asked again when the mail goes out", async () => {
    const [withdrawn, suppressed, merged, survivor] = await makeGuests(t.app, inn.accountId, {
      count: 4,
      mail: "guest",
    });
    const { id, pushActionId } = await frozen(promotion());
    const account = inn.accountId;
    await query(
      sql`insert into customer_consents (account_id, customer_id, channel, state, source) values (${account}, ${withdrawn}, 'mail', 'withdrawn', 'guest')`,
    );
    await query(
      sql`insert into suppressions (account_id, channel, address, reason) values (${account}, 'mail', 'guest2@example.jp', 'bounced')`,
    );
    await query(sql`update customers set merged_into = ${survivor}, active_status = 'inactive' where id = ${merged}`);
    expect(suppressed).toBeGreaterThan(0);
    await sendMails(t.app, { accountId: account, pushActionId }, new AbortController().signal, FAST);
    expect(sink.received).toEqual(["guest4@example.jp"]);
    expect(await outcomes(id)).toMatchObject({
      "guest1@example.jp": ["skipped", "配信停止のお客様です"],
      "guest2@example.jp": ["skipped", "メールアドレスに届きません"],
      "guest3@example.jp": ["skipped", "ほかのお客様に統合されました"],
    });
  });

  test("stop takes effect at once, an edit may mend the text, resume sends only the rest", async () => {
    await makeGuests(t.app, inn.accountId, { count: 120, mail: "guest" });
    let reachedHalf = () => {};
    const half = new Promise<void>((resolve) => {
      reachedHalf = resolve;
    });
    verdict = async (_, received): Promise<SinkVerdict> => {
      if (received.length >= 40) reachedHalf();
      await new Promise((resolve) => setTimeout(resolve, 5));
      return "take";
    };
    const id = await started(promotion());
    await work();
    await half;
    const stopped = await call("POST", `/campaigns/${id}/stop`);
    expect([stopped.status, stopped.sending, stopped.commands]).toEqual(["stopped", false, ["edit", "resume"]]);
    const atStop = sink.received.length;
    await until(
      "the worker left",
      async () => (await query(sql`select from push_action_targets where outcome = 'sending'`)).length === 0,
    );
    const afterStop = sink.received.length;
    expect(afterStop - atStop).toBeLessThanOrEqual(MAIL_CONNECTIONS);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(sink.received).toHaveLength(afterStop);
    const { id: _id, commands: _c, pushes: _p, ...saved } = await detail(id);
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
    const other = await staff({
      method: "PUT",
      url: `/api/campaigns/${id}`,
      payload: edit({}, all({ field: "stay_count", operator: "=", value: 1 })),
    });
    expect([other.statusCode, Object.keys(other.json().fields)]).toEqual([400, ["segments"]]);
    await call("PUT", `/campaigns/${id}`, edit({ title: "訂正" }, EVERYBODY));
    await call("POST", `/campaigns/${id}/resume`);
    await rest(id);
    expect(sink.received).toHaveLength(120);
    expect(new Set(sink.received).size).toBe(120);
    expect((await sink.parsed(sink.received.at(-1) ?? "")).subject).toBe("訂正");
  });
});

describe("a process that dies", () => {
  test("in the middle of a send: what was under way is unknown, the rest goes on, nobody gets two", async () => {
    await makeGuests(t.app, inn.accountId, { count: 60, mail: "guest" });
    const { id, pushActionId } = await frozen(promotion());
    const push = { accountId: inn.accountId, pushActionId };
    // A worker whose process ends while mails are on their way: nothing of it is ever written down again.
    const real = t.app.mailer;
    let handed = 0;
    const dying = {
      ...t.app,
      mailer: {
        send: async (mail: Parameters<Mailer["send"]>[0]) => {
          handed++;
          if (handed <= 25) return real.send(mail);
          if (handed <= 30) await real.send(mail);
          return new Promise<never>(() => {});
        },
        close: () => {},
      },
    };
    const aborted = new AbortController();
    void sendMails(dying, push, aborted.signal, FAST).catch(() => {});
    await until("it hangs", () => handed >= 25 + MAIL_CONNECTIONS);
    const before = await query(
      sql<{ n: number }>`select count(*)::int as n from push_action_targets where outcome = 'sending'`,
    );
    expect(before[0]?.n).toBeLessThanOrEqual(MAIL_CONNECTIONS);
    expect(await sendMails(t.app, push, new AbortController().signal, FAST)).toEqual({ end: "left" });
    await query(sql`update push_actions set heartbeat_at = now() - interval '1 hour'`);
    expect(await sendMails(t.app, push, new AbortController().signal, FAST)).toEqual({ end: "done" });
    const counts = Object.values(await outcomes(id)).map(([outcome]) => outcome);
    expect(counts.filter((outcome) => outcome === "unknown")).toHaveLength(before[0]?.n ?? -1);
    expect(counts.filter((outcome) => outcome === "sent")).toHaveLength(60 - (before[0]?.n ?? 0));
    expect(new Set(sink.received).size).toBe(sink.received.length);
    // Nothing lost either: who got no mail is among those shown as unknown.
    expect(sink.received.length).toBeGreaterThanOrEqual(60 - (before[0]?.n ?? 0));
  });

  test("a worker that was only frozen finds itself replaced, sends no more, and may say what it knows", async () => {
    await makeGuests(t.app, inn.accountId, { count: 30, mail: "guest" });
    const { id, pushActionId } = await frozen(promotion());
    const push = { accountId: inn.accountId, pushActionId };
    const real = t.app.mailer;
    let thaw = () => {};
    const ice = new Promise<void>((resolve) => {
      thaw = resolve;
    });
    let frozenMails = 0;
    const slow = {
      ...t.app,
      mailer: {
        send: async (mail: Parameters<Mailer["send"]>[0]) => {
          frozenMails++;
          await ice;
          return real.send(mail);
        },
        close: () => {},
      },
    };
    const first = sendMails(slow, push, new AbortController().signal, FAST);
    await until("it is frozen", () => frozenMails === MAIL_CONNECTIONS);
    await query(sql`update push_actions set heartbeat_at = now() - interval '1 hour'`);
    expect(await sendMails(t.app, push, new AbortController().signal, FAST)).toEqual({ end: "done" });
    thaw();
    expect(await first).toEqual({ end: "left" });
    expect(frozenMails).toBe(MAIL_CONNECTIONS);
    expect(Object.values(await outcomes(id)).every(([outcome]) => outcome === "sent")).toBe(true);
    expect(new Set(sink.received).size).toBe(30);
    expect(sink.received).toHaveLength(30);
  });

  test("a shutdown ends the mails under way and hands the rest on", async () => {
    await makeGuests(t.app, inn.accountId, { count: 50, mail: "guest" });
    const { pushActionId, id } = await frozen(promotion());
    const stopping = new AbortController();
    verdict = (_, received) => {
      if (received.length >= 15) stopping.abort();
      return "take";
    };
    const data = { account_id: inn.accountId, push_action_id: pushActionId };
    await campaignJobs(t.app, FAST)["send-mails"](data, { signal: stopping.signal, attempt: 0 });
    expect(sink.received.length).toBeLessThan(50);
    expect((await detail(id)).pushes[0]).toMatchObject({ push_status: "doing", unknown: 0 });
    await work();
    await rest(id);
    expect(new Set(sink.received).size).toBe(50);
    expect(sink.received).toHaveLength(50);
  });

  test("while points are granted: the second run grants what is left, each once", async () => {
    await makeGuests(t.app, inn.accountId, { count: 20, mail: "guest" });
    const { id, pushActionId } = await frozen(
      promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction(100)] }] }),
    );
    const handler = campaignJobs(t.app, FAST)["grant-push-points"];
    const data = { account_id: inn.accountId, push_action_id: pushActionId };
    const run = { signal: new AbortController().signal, attempt: 0 };
    await Promise.all([handler(data, run), handler(data, run)]);
    await handler(data, run);
    expect((await detail(id)).pushes[0]).toMatchObject({ push_status: "done", sent: 20, points_granted: 2_000 });
    expect(await query(sql`select from point_accounts where balance = 100`)).toHaveLength(20);
  });

  test("a push whose job was lost gets a new one", async () => {
    await makeGuests(t.app, inn.accountId, { count: 5, mail: "guest" });
    const { id } = await frozen(promotion());
    await t.app.database.pool.query("delete from pgboss.job");
    expect(await readoptPushes(t.app)).toBe(0);
    await query(sql`update push_actions set updated_at = now() - interval '5 minutes'`);
    expect(await readoptPushes(t.app)).toBe(1);
    expect(await readoptPushes(t.app)).toBe(0);
    await work();
    await rest(id);
    expect(sink.received).toHaveLength(5);
  });
});
