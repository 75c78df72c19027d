import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Caller, makeUser } from "../../test/app.ts";
import { EVERYBODY, mailAction, makeGuests, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";

// Above the account's number of recipients a send needs a second person, who approves exactly what goes out.

let p: Pipeline;
let second: Caller;
beforeEach(async () => {
  p = await openPipeline();
  await p.rules({ approval_above_count: 3 });
  second = await p.t.as(await makeUser(p.t.app, p.inn, "role_user", ["campaigns/all"]));
});
afterEach(() => p.close());

const both = (body = "{{ name }}様") =>
  promotion({
    segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction(100), mailAction({ body })] }],
  });

type Answer = Awaited<ReturnType<Caller>>;
const ask = (who: Caller, id: number, command: string, payload?: object): Promise<Answer> =>
  who({ method: "POST", url: `/api/campaigns/${id}/${command}`, ...(payload ? { payload } : {}) });
const approve = async (who: Caller, id: number) => ask(who, id, "approve", { version: (await p.detail(id)).version });
const seenBy = async (who: Caller, id: number) => (await who({ method: "GET", url: `/api/campaigns/${id}` })).json();
const reached = async () => ({
  mails: p.sink.received.length,
  points: (await p.query<{ n: number }>(sql`select count(*)::int as n from grant_points`))[0]?.n,
});
const audited = () =>
  p.query<{ action: string }>(sql`select action, actor_user_id is null as by_itself from audit_logs
    where entity = 'campaigns' and action not in ('create', 'update', 'send') order by id`);

/** A send to four guests that waits for approval. */
async function waiting(document = both()): Promise<number> {
  await makeGuests(p.t.app, p.inn.accountId, { count: 4, mail: "guest" });
  const id = await p.started(document);
  await p.drain();
  return id;
}

describe("a send that needs a second person", () => {
  test("rests with everybody's recipients fixed; the one who started it cannot approve, another one can, once", async () => {
    const id = await waiting();
    const mine = await p.detail(id);
    expect([mine.held, mine.sending, mine.status, mine.commands]).toEqual([
      "approval",
      true,
      "active",
      ["stop", "cancel", "copy"],
    ]);
    expect(mine.pushes.map((push: { targets: number; held: object }) => [push.targets, push.held])).toEqual([
      [4, { for: "approval", until: null }],
      [4, { for: "approval", until: null }],
    ]);
    expect(await reached()).toEqual({ mails: 0, points: 0 });

    const own = await approve(p.staff, id);
    expect([own.statusCode, own.json().message]).toEqual([
      403,
      "配信を始めた方は承認できません。別の方に確認してもらってください",
    ]);
    const reader = await p.t.as(await makeUser(p.t.app, p.inn, "role_user", ["campaigns/read"]));
    expect((await approve(reader, id)).statusCode).toBe(403);
    expect((await ask(second, id, "approve", { version: mine.version - 1 })).statusCode).toBe(412);
    expect(await reached()).toEqual({ mails: 0, points: 0 });

    const seen = await seenBy(second, id);
    expect(seen.commands).toEqual(["stop", "approve", "refuse", "cancel", "copy"]);
    expect((await approve(second, id)).statusCode).toBe(200);
    expect((await approve(second, id)).statusCode).toBe(200);
    await p.drain();
    const done = await p.detail(id);
    const approval = { by_name: expect.any(String), at: "2026-11-20T03:00:00.000Z", void: false };
    expect(done.pushes.map((push: { approval: object; sent: number }) => [push.approval, push.sent])).toEqual([
      [approval, 4],
      [approval, 4],
    ]);
    expect([done.status, done.held, await reached()]).toEqual(["inactive", null, { mails: 4, points: 4 }]);
    expect(await audited()).toEqual([{ action: "approve_send", by_itself: false }]);
    expect((await approve(second, id)).statusCode).toBe(400);
  });

  test("up to the number nobody is asked, and a setting that is changed later frees no send that waits", async () => {
    await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "few" });
    await p.started(both());
    await p.drain();
    expect(await reached()).toEqual({ mails: 3, points: 3 });
    const id = await waiting();
    await p.rules({ approval_above_count: null });
    await p.query(sql`update push_actions set updated_at = now() - interval '1 hour'`);
    await p.wake();
    expect([(await p.detail(id)).held, (await reached()).mails]).toEqual(["approval", 3]);
  });

  test("is void as soon as the content has changed, and stays so; without a change it holds over stop and resume", async () => {
    const id = await waiting();
    await approve(second, id);
    await p.call("POST", `/campaigns/${id}/stop`);
    await p.call("POST", `/campaigns/${id}/resume`);
    expect((await p.detail(id)).held).toBe(null);
    await p.call("POST", `/campaigns/${id}/stop`);
    const saved = await p.detail(id);
    const segments = saved.segments.map(
      ({ target_count: _count, lua_script: _lua, ...segment }: Record<string, unknown>) => segment,
    );
    segments[0].actions[1].mail.body = "別の文面です";
    const edit = { name: saved.name, type: saved.type, campaign_start_dt: null, campaign_end_dt: null, segments };
    await p.call("PUT", `/campaigns/${id}`, { ...edit, version: saved.version });
    await p.call("POST", `/campaigns/${id}/resume`);
    await p.drain();
    const held = await p.detail(id);
    expect([held.held, held.pushes[0].approval.void, await reached()]).toEqual([
      "approval",
      true,
      { mails: 0, points: 0 },
    ]);
    expect((await audited()).at(-1)).toEqual({ action: "resume", by_itself: false });
    expect(await audited()).toContainEqual({ action: "approval_void", by_itself: true });
    await approve(second, id);
    await p.drain();
    expect(await reached()).toEqual({ mails: 4, points: 4 });
    expect((await p.sink.parsed("guest1@example.jp")).text).toContain("別の文面です");
  });

  test("is void when the sender's own words change before it goes out", async () => {
    const id = await waiting();
    await approve(second, id);
    await p.query(sql`update account_settings set mail_signature = '別の署名'`);
    await p.drain();
    expect([(await p.detail(id)).held, await reached()]).toEqual(["approval", { mails: 0, points: 0 }]);
  });

  test("who resumed it asks for approval too: neither they nor who started it may give it", async () => {
    const id = await waiting();
    await ask(second, id, "stop");
    await ask(second, id, "resume");
    expect((await approve(p.staff, id)).statusCode).toBe(403);
    expect((await approve(second, id)).statusCode).toBe(403);
    const third = await p.t.as(await makeUser(p.t.app, p.inn, "role_user", ["campaigns/all"]));
    expect((await approve(third, id)).statusCode).toBe(200);
  });

  test("is refused with a reason: nobody gets anything, the campaign can be changed and sent again", async () => {
    const id = await waiting();
    expect((await ask(p.staff, id, "refuse", { reason: "いいえ" })).statusCode).toBe(403);
    expect((await ask(second, id, "refuse", { reason: " " })).statusCode).toBe(400);
    expect((await ask(second, id, "refuse", { reason: "日付が違います" })).statusCode).toBe(200);
    await p.drain();
    const back = await p.detail(id);
    expect([back.status, back.sending, back.commands, back.last_sent_at]).toEqual([
      "inactive",
      false,
      ["edit", "activate", "copy"],
      null,
    ]);
    const ended = { by_name: expect.any(String), at: expect.any(String), refusal: "日付が違います" };
    expect(back.pushes[0]).toMatchObject({ called_off: ended, targets: 4, skipped: 4, waiting: 0, sent: 0 });
    expect(await p.outcomes(id)).toMatchObject({ "guest1@example.jp": ["skipped", "配信が止められました"] });
    expect(await audited()).toEqual([{ action: "refuse_send", by_itself: false }]);
    await p.call("POST", `/campaigns/${id}/activate`, { version: back.version });
    await p.drain();
    expect([(await p.detail(id)).held, await reached()]).toEqual(["approval", { mails: 0, points: 0 }]);
  });

  test("a lost job does not lose an approved send, and none gets through before", async () => {
    const id = await waiting();
    const lose = () => p.t.past.pool.query("delete from pgboss.job");
    const grow = () =>
      p.query(sql`update push_actions set updated_at = now() - interval '1 hour', heartbeat_at = null`);
    await lose();
    await grow();
    await p.wake();
    expect(await reached()).toEqual({ mails: 0, points: 0 });
    await approve(second, id);
    await lose();
    await grow();
    await p.wake();
    expect(await reached()).toEqual({ mails: 4, points: 4 });
  });
});
