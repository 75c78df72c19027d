import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pushEngine, pushHandlers } from "../../../main/push-engine.ts";
import { deliverPush } from "../../pushes/deliver-push.ts";
import { couponAction, EVERYBODY, makeGuests, pointAction, promotion } from "../campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// A stop while points and coupons are given, which takes no time at all: what is given then, what each row says, and what goes on.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

const benefits = (...actions: CampaignAction[]) =>
  promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions }] });
const rowsOf = async (id: number) =>
  Object.fromEntries((await p.detail(id)).pushes.map((push: { type: string }) => [push.type, push]));

/** An engine that presses stop once a push has committed so many transactions. */
const stoppedAfter = (commits: number, id: number) => {
  let n = 0;
  const { database } = p.t.app;
  const inScope: typeof database.inScope = async (scope, work) => {
    const answer = await database.inScope(scope, work);
    if (++n === commits) await p.call("POST", `/campaigns/${id}/stop`);
    return answer;
  };
  return { ...p.t.app, database: { ...database, inScope } };
};
const deliver = (app: Pipeline["t"]["app"], pushActionId: number) =>
  pushHandlers(app, FAST)["deliver-push"](
    { account_id: p.inn.accountId, push_action_id: pushActionId },
    { signal: new AbortController().signal, attempt: 0 },
  );

test.each([
  ["points", pointAction(100)],
  ["coupons", { ...couponAction(), seq: 1 }],
])(
  "a stop between two batches of %s: nobody else gets any, the row says so, and the rest follows once each",
  async (_what, action) => {
    await p.rules({ grace_above_count: null });
    await makeGuests(p.t.app, p.inn.accountId, { count: 600, mail: null });
    const { id, pushActionId } = await p.frozen(benefits(action));
    // Whether the starter may, whether it is due, the taking, and the first batch.
    await deliver(stoppedAfter(4, id), pushActionId);
    const [stopped] = (await p.detail(id)).pushes;
    expect(stopped).toMatchObject({ push_status: "doing", stop_requested: true, sent: 500, waiting: 100 });
    await p.drain();
    expect((await p.detail(id)).pushes[0].sent).toBe(500);
    await p.call("POST", `/campaigns/${id}/resume`);
    await p.drain();
    expect((await p.detail(id)).pushes[0]).toMatchObject({ push_status: "done", sent: 600, waiting: 0 });
    const given = await p.query<{
      n: number;
      guests: number;
    }>(sql`select count(*)::int as n, count(distinct customer_id)::int as guests
    from (select customer_id from grant_points union all select customer_id from acquire_coupons) g`);
    expect(given).toEqual([{ n: 600, guests: 600 }]);
  },
);

test("a stop after the last point: the row is done, what waits is stopped, and with nothing left the campaign is at rest", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: null });
  const { id, pushActionId } = await p.frozen(benefits(pointAction(100), { ...couponAction(), seq: 2 }));
  const [point] = await p.query<{ id: number }>(sql`select id from push_actions where channel = 'point'`);
  const push = { accountId: p.inn.accountId, pushActionId: point?.id ?? pushActionId };
  await deliverPush(pushEngine(p.t.app, FAST), push, new AbortController().signal);
  const stopped = await p.call("POST", `/campaigns/${id}/stop`);
  expect([stopped.status, stopped.commands]).toEqual(["stopped", ["edit", "resume", "revoke", "copy"]]);
  expect(await rowsOf(id)).toMatchObject({
    point: { push_status: "done", stop_requested: false, sent: 3, waiting: 0, points_granted: 300 },
    coupon: { push_status: "standby", stop_requested: true, sent: 0, waiting: 3 },
  });

  const only = await p.frozen(benefits(pointAction(100)));
  await deliverPush(
    pushEngine(p.t.app, FAST),
    { accountId: p.inn.accountId, pushActionId: only.pushActionId },
    new AbortController().signal,
  );
  expect(await p.call("POST", `/campaigns/${only.id}/stop`)).toMatchObject({
    status: "inactive",
    sending: false,
    pushes: [{ push_status: "done", stop_requested: false }],
  });
});
