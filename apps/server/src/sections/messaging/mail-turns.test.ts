import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pushHandlers } from "../../main/push-engine.ts";
import { makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { takeTurns } from "./mail-turns.ts";

// Rates hold whatever process sends, and whoever receives slowly holds nobody else up.

let p: Pipeline;
beforeAll(async () => {
  p = await openPipeline();
  await makeGuests(p.t.app, p.inn.accountId, { count: 41, mail: "guest" });
});
afterAll(() => p.close());
beforeEach(async () => {
  p.sink.received.length = 0;
  p.verdict = () => "take";
  await p.query(sql`delete from mail_turns`);
});

/** Guests after the first few receive elsewhere. */
const slowAre = (count: number) =>
  p.query(sql`update customers set active_status = case when number <= ${count + 1} then 'active' else 'inactive' end,
      email = 'guest' || number || case when number <= ${count} then '@slow.jp' else '@other.jp' end
    from (select id as place, row_number() over (order by id) as number from customers) c
    where id = place`);
const once = async (pushActionId: number, signal = new AbortController().signal) => {
  const data = { account_id: p.inn.accountId, push_action_id: pushActionId };
  await pushHandlers(p.t.app, FAST)["deliver-push"](data, { signal, attempt: 0 });
};

test("of what several send at the same time, mails of all together and to each domain leave one after the other", async () => {
  const rates = { perMinute: 1_200, perDomainAndMinute: 600 };
  const take = (domain: string) =>
    p.t.app.database.inScope({ accountIds: [p.inn.accountId] }, async (tx) => {
      const turns = await takeTurns(tx, p.inn.accountId, rates, [`a@${domain}`, `b@${domain}`]);
      return turns.map((ms) => ({ domain, at: performance.now() + (ms ?? Number.NaN) }));
    });
  const all = (await Promise.all(["x.jp", "y.jp", "x.jp", "y.jp"].map(take))).flat();
  const apart = (turns: typeof all) => {
    const at = turns.map((turn) => turn.at).toSorted((a, b) => a - b);
    return Math.min(...at.slice(1).map((one, i) => one - (at[i] ?? 0)));
  };
  // A few milliseconds go by before the test asks for the time.
  expect(apart(all)).toBeGreaterThan(30);
  expect(apart(all.filter(({ domain }) => domain === "x.jp"))).toBeGreaterThan(80);
});

test("a domain at its rate is waited for by its own guests alone, and the send leaves its lane meanwhile", async () => {
  await slowAre(3);
  const { version } = await p.call("GET", `/accounts/${p.inn.accountId}/mail-delivery`);
  const limit = (domain_mails_per_minute: number | null, at: number) =>
    p.call("PUT", `/accounts/${p.inn.accountId}/mail-delivery`, { version: at, via: "smtp", domain_mails_per_minute });
  await limit(1, version);
  const { id, pushActionId } = await p.frozen(promotion());
  await once(pushActionId);
  expect(p.sink.received.toSorted()).toEqual(["guest1@slow.jp", "guest4@other.jp"]);
  expect((await p.outcomes(id))["guest2@slow.jp"]).toEqual(["waiting", null]);
  expect(await p.query(sql`select attempt_count from push_action_targets where outcome = 'waiting'`)).toEqual([
    { attempt_count: 0 },
    { attempt_count: 0 },
  ]);
  // Another process keeps to the same turns.
  await p.wake();
  expect(p.sink.received).toHaveLength(2);
  await limit(null, version + 1);
  await p.query(sql`update push_actions set heartbeat_at = null`);
  await once(pushActionId);
  expect(p.sink.received).toHaveLength(4);
});

test("a domain that takes its mails slowly does not keep the connections from the others", async () => {
  await slowAre(40);
  p.verdict = (recipient) => (recipient.endsWith("@slow.jp") ? { afterMs: 1_700 } : "take");
  const { pushActionId } = await p.frozen(promotion());
  const stop = new AbortController();
  const run = once(pushActionId, stop.signal);
  await expect.poll(() => p.sink.received.length, { timeout: 5_000, interval: 10 }).toBeGreaterThan(0);
  stop.abort();
  await run;
  expect(p.sink.received[0]).toBe("guest41@other.jp");
});
