import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openMailer } from "../../../mail/mailer.ts";
import { pushEngine } from "../../../main/push-engine.ts";
import { deliverPush } from "../../pushes/deliver-push.ts";
import { all, EVERYBODY, mailAction, makeGuests, pointAction, promotion, until } from "../campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// Real PostgreSQL, real job engine, real SMTP.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

describe("a whole send", () => {
  test("points first, then mails that tell the new balance; the frozen recipients are the funnel's; the campaign comes to rest", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 25, mail: "guest" });
    await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "silent", consent: null });
    await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: null });
    const actions = [pointAction(300), mailAction({ body: "{{ granted_points }} / {{ point_balance }}" })];
    const funnel = await p.call("POST", "/campaigns/audience", {
      segments: [{ target: EVERYBODY, types: ["point", "mail"] }],
    });
    const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, benefits_to_reached: false, actions }];
    const id = await p.started(promotion({ segments }));
    await p.work();
    await p.rest(id);
    const saved = await p.detail(id);
    expect(saved).toMatchObject({
      status: "inactive",
      figures: { sends: 1, targets: 30, reached: 25 },
      points_granted: 30 * 300,
      commands: ["edit", "activate", "revoke", "copy"],
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
    expect(new Set(p.sink.received).size).toBe(25);
    expect(p.sink.received).toHaveLength(25);
    const mail = await p.sink.parsed("guest1@example.jp");
    expect([mail.subject, mail.from?.text]).toEqual(["山田 太郎様へ お知らせ", '"宿" <info@inn.example>']);
    expect(mail.text).toContain("300 / 300");
    expect(mail.text).toContain("送信者: 宿株式会社\n東京都千代田区1-1");
    expect(mail.html).toContain("300 / 300");
    expect(
      await p.query(
        sql<{ n: number; s: number }>`select count(*)::int as n, sum(grant_point)::int as s from grant_points`,
      ),
    ).toEqual([{ n: 30, s: 9_000 }]);
    const reasons = (await p.call("GET", `/campaigns/${id}/recipients?outcome=skipped`)).items.map(
      (item: { reason: string }) => item.reason,
    );
    expect(reasons.sort()).toEqual(
      ["メールアドレスがありません", "メールアドレスがありません", ...Array(3).fill("配信への同意がありません")].sort(),
    );
  });

  test("each customer falls into the first segment only, and a second send is a send of its own", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "regular", stays: 5 });
    await makeGuests(p.t.app, p.inn.accountId, { count: 4, mail: "fresh" });
    const regular = all({ field: "stay_count", operator: ">=", value: 3 });
    const id = await p.started(
      promotion({
        segments: [
          { id: null, priority_seq: 2, target: EVERYBODY, actions: [mailAction({ title: "皆様" })] },
          { id: null, priority_seq: 1, target: regular, actions: [mailAction({ title: "常連様" })] },
        ],
      }),
    );
    await p.work();
    await p.rest(id);
    const saved = await p.detail(id);
    expect(
      saved.pushes.map((p: { priority_seq: number; targets: number }) => [p.priority_seq, p.targets]).sort(),
    ).toEqual([
      [1, 3],
      [2, 4],
    ]);
    expect((await p.sink.parsed("regular1@example.jp")).subject).toBe("常連様");
    await p.call("POST", `/campaigns/${id}/activate`, { version: saved.version });
    await p.rest(id);
    expect(p.sink.received).toHaveLength(14);
    expect((await p.detail(id)).pushes).toHaveLength(2);
    expect((await p.call("GET", `/campaigns/${id}/pushes`)).total).toBe(4);
  });

  test("nobody in the target: done at once", async () => {
    const id = await p.started(promotion());
    await p.work();
    await p.rest(id);
    expect((await p.detail(id)).pushes[0]).toMatchObject({ push_status: "done", targets: 0 });
  });
});

describe("what becomes of each mail", () => {
  test("refused, bounced, greylisted, broken before and after the dot: each has its outcome, the others are not held up", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 40, mail: "good" });
    const bad = ["bounce", "policy", "full", "refuse", "greylist", "always-later", "before", "after"];
    for (const mail of bad) await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: `${mail}-` });
    const tries = new Map<string, number>();
    p.verdict = (recipient) => {
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
    const id = await p.started(promotion());
    await p.work();
    await p.rest(id);
    const got = await p.outcomes(id);
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
    expect(p.sink.received.filter((r) => r.startsWith("after"))).toHaveLength(1);
    expect(p.sink.received.filter((r) => r.startsWith("good"))).toHaveLength(40);
    expect((await p.detail(id)).pushes[0]).toMatchObject({
      push_status: "done",
      targets: 48,
      sent: 41,
      failed: 6,
      unknown: 1,
    });
    const states = await p.query(
      sql<{
        email: string;
        email_state: string;
      }>`select email, email_state from customers where email_state <> 'valid'`,
    );
    expect(states).toEqual([{ email: "bounce-1@example.jp", email_state: "bounced" }]);
  });

  test("everybody refused: failure", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "guest" });
    p.verdict = () => ({ refuseData: 554 });
    const id = await p.started(promotion());
    await p.work();
    await p.rest(id);
    expect((await p.detail(id)).pushes[0]).toMatchObject({ push_status: "failure", failed: 3 });
  });

  test("a mail server that is down costs nobody a try: the send goes on when it is back", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 30, mail: "guest" });
    let down = true;
    const refused = { outcome: "later", reason: "ECONNECTION" } as const;
    const real = p.t.app.mailer;
    p.t.app.mailer = { send: async (mail) => (down ? refused : real.send(mail)), close: () => {} };
    const id = await p.started(promotion());
    await p.work();
    await until(
      "it was tried",
      async () => (await p.query(sql`select from push_action_targets where claimed_by is not null`)).length > 0,
    );
    expect((await p.detail(id)).pushes[0]).toMatchObject({ push_status: "doing", failed: 0 });
    down = false;
    await p.rest(id);
    expect((await p.detail(id)).pushes[0]).toMatchObject({ push_status: "done", sent: 30, failed: 0 });
    expect(new Set(p.sink.received).size).toBe(30);
  });
});

test("no mail server at all: tries cost nothing even for a few recipients", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "guest" });
  const nowhere = openMailer("smtp://127.0.0.1:1");
  const { pushActionId } = await p.frozen(promotion());
  const push = { accountId: p.inn.accountId, pushActionId };
  for (let n = 0; n < 7; n++) {
    const ended = await deliverPush(
      pushEngine({ ...p.t.app, mailer: nowhere }, { ...FAST, outageSeconds: -20 }),
      push,
      new AbortController().signal,
    );
    expect(ended.end).toBe("later");
  }
  nowhere.close();
  expect(await p.query(sql`select attempt_count, outcome from push_action_targets`)).toEqual(
    Array(2).fill({ attempt_count: 0, outcome: "waiting" }),
  );
  expect(await deliverPush(pushEngine(p.t.app, FAST), push, new AbortController().signal)).toEqual({ end: "done" });
  expect(p.sink.received).toHaveLength(2);
});
