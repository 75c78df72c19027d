import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SHARE_OF_ONE_DOMAIN } from "../../mail/gate.ts";
import { MAIL_CONNECTIONS, openMailer } from "../../mail/mailer.ts";
import { pushEngine } from "../../main/push-engine.ts";
import { EVERYBODY, mailAction, makeGuests, pointAction, promotion, until } from "../campaigns/campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { deliverPush } from "./deliver-push.ts";

// What lists and pages show stands on the push itself. It must say what a recount of the recipients and of the ledger says, at any
// moment of a send.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
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

/** Figures that differ from a recount, by push. */
const untrue = () =>
  p.query(sql`select push.id, push.channel, push.push_status, to_jsonb(n) as counted, push.target_count, push.sent_count,
    push.skipped_count,
      push.failed_count, push.unknown_count, push.granted_points
    from push_actions push
    cross join lateral (select count(*) as targets, count(*) filter (where target.outcome = 'sent') as sent,
        count(*) filter (where target.outcome = 'skipped') as skipped, count(*) filter (where target.outcome = 'failed') as failed,
        count(*) filter (where target.outcome = 'unknown') as unknown, coalesce(sum(target.granted_points), 0) as points
      from push_action_targets target where target.account_id = push.account_id and target.push_action_id = push.id) n
    cross join lateral (select coalesce(sum(point_grant.grant_point), 0) as points from grant_points point_grant
      where point_grant.account_id = push.account_id and point_grant.push_action_id = push.id
        and point_grant.campaign_id = push.campaign_id) g
    where (push.target_count, push.sent_count, push.skipped_count, push.failed_count, push.unknown_count, push.granted_points,
      push.granted_points)
      is distinct from (n.targets, n.sent, n.skipped, n.failed, n.unknown, n.points, g.points)`);
const run = () => ({ signal: new AbortController().signal, attempt: 0 });

test("figures equal a recount after freeze, stop, resume, retries, refusals, a takeover and the end", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 40, mail: "guest" });
  await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "silent", consent: null });
  for (const mail of ["later", "bounce", "cut"]) await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail });
  const [gone = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 1, mail: "gone" });
  const tried = new Set<string>();
  let half = false;
  p.verdict = async (recipient, received) => {
    half ||= received.length >= 15;
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (recipient.startsWith("bounce")) return { refuseRecipient: 550, text: "5.1.1 unknown user" };
    if (recipient.startsWith("cut")) return "drop_after_dot";
    if (recipient.startsWith("later") && !tried.has(recipient)) {
      tried.add(recipient);
      return { refuseRecipient: 451 };
    }
    return "take";
  };
  const { id } = await p.frozen(both());
  expect(await untrue()).toEqual([]);
  await p.query(sql`update customers set active_status = 'inactive' where id = ${gone}`);
  await p.work();
  await until("half of it", () => half);
  await p.call("POST", `/campaigns/${id}/stop`);
  expect(await untrue()).toEqual([]);
  await until(
    "the worker left",
    async () => (await p.query(sql`select from push_action_targets where outcome = 'sending'`)).length === 0,
  );
  expect(await untrue()).toEqual([]);
  await p.call("POST", `/campaigns/${id}/resume`);
  await p.rest(id);
  expect(await untrue()).toEqual([]);
  const pushes: { type: string }[] = (await p.detail(id)).pushes;
  expect(pushes.find(({ type }) => type === "mail")).toMatchObject({
    targets: 46,
    sent: 41,
    skipped: 3,
    failed: 1,
    unknown: 1,
    waiting: 0,
  });
  expect(pushes.find(({ type }) => type === "point")).toMatchObject({ targets: 46, sent: 45, points_granted: 4_500 });
});

test("figures equal a recount after a crash, and after the frozen worker has said what it knows", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 30, mail: "guest" });
  const { pushActionId } = await p.frozen(promotion());
  const push = { accountId: p.inn.accountId, pushActionId };
  let thaw = () => {};
  const ice = new Promise<void>((resolve) => {
    thaw = resolve;
  });
  let held = 0;
  const real = p.t.app.mailer;
  const mailer: typeof real = {
    send: (mail, mayEnd) =>
      real.send(mail, async () => {
        const may = (await mayEnd?.()) ?? true;
        held++;
        await ice;
        return may;
      }),
    close: () => {},
  };
  const first = deliverPush(pushEngine({ ...p.t.app, mailer }, FAST), push, run().signal);
  // Of the connections one receiving domain has its share.
  await until("it hangs", () => held === MAIL_CONNECTIONS * SHARE_OF_ONE_DOMAIN);
  await p.query(sql`update push_actions set heartbeat_at = now() - interval '1 hour'`);
  const second = openMailer(p.sink.url);
  const other = pushEngine({ ...p.t.app, mailer: second }, FAST);
  expect(await deliverPush(other, push, run().signal)).toEqual({ end: "done" });
  second.close();
  expect(await p.query(sql`select unknown_count from push_actions`)).toEqual([{ unknown_count: held }]);
  expect(await untrue()).toEqual([]);
  thaw();
  expect(await first).toEqual({ end: "left" });
  expect(await p.query(sql`select sent_count, unknown_count from push_actions`)).toEqual([
    { sent_count: 30, unknown_count: 0 },
  ]);
  expect(await untrue()).toEqual([]);
});

test("a run that breaks off gives the push to the retry of its own job at once", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "guest" });
  const { id } = await p.frozen(both());
  const [given] = await p.query<{ id: number }>(sql`select id from push_actions where channel = 'point'`);
  const push = { accountId: p.inn.accountId, pushActionId: given?.id ?? 0 };
  const broken = { ...p.t.app, clock: { now: () => new Date(Number.NaN) } };
  await expect(deliverPush(pushEngine(broken, FAST), push, run().signal)).rejects.toThrow();
  expect(await p.query(sql`select fencing_token::int as n from push_actions where id = ${given?.id}`)).toEqual([
    { n: 1 },
  ]);
  expect(await deliverPush(pushEngine(p.t.app, FAST), push, run().signal)).toEqual({ end: "done" });
  expect((await p.detail(id)).points_granted).toBe(300);
  expect(await untrue()).toEqual([]);
});
