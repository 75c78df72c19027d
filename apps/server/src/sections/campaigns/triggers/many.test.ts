import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pushEngine } from "../../../main/push-engine.ts";
import { pointAction } from "../campaigns.fixture.ts";
import { FAST } from "../pipeline.fixture.ts";
import { judgedOccasions } from "./end-judged.ts";
import { meetSome } from "./meet-occasions.ts";
import { openTriggers, type TriggerWorld } from "./triggers.fixture.ts";
import { triggerJobs } from "./triggers.jobs.ts";

// Many at once, several at work, one of them dying.

const MANY = 10_000;

let w: TriggerWorld;
beforeEach(async () => {
  w = await openTriggers();
});
afterEach(() => w.close());

const GIFT = {
  segments: [{ id: null, priority_seq: 1, target: { combinator: "and" as const, rules: [] }, actions: [pointAction(100)] }],
};

/** So many stays that are checked out on the same day. */
async function manyStays(count: number): Promise<void> {
  const guests = await w.guests("many", count);
  await w.query(sql`with reservation as (
      insert into stay_reservations (account_id, facility_account_id, customer_id, original_reservation_code, check_in_date, check_out_date)
      select ${w.inn.accountId}, ${w.inn.accountId}, guest, 'M' || guest, '2026-11-18', '2026-11-19'
      from unnest(${guests}::bigint[]) guest
      returning *
    )
    insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id, transaction_code, confirmed_date,
      use_price, check_in_date, check_out_date)
    select account_id, facility_account_id, id, customer_id, original_reservation_code, check_out_date, 10000, check_in_date, check_out_date
    from reservation`);
}

const figures = async () =>
  (
    await w.query(sql`select (select count(*)::int from push_actions) as pushes, (select count(*)::int from push_action_targets) as guests,
      (select count(*)::int from trigger_occasions where campaign_action_id is not null) as met,
      (select count(*)::int from trigger_occasions where campaign_action_id is null) as judged`)
  )[0];

test("ten thousand stays that are checked out in one minute are met once each, a thousand in a transaction", async () => {
  const campaign = await w.campaign({ base: "after_check_out", offset_days: 1 }, GIFT);
  await manyStays(MANY);
  w.setClock("2026-11-20T10:00");
  const engine = pushEngine(w.t.app, FAST);
  const of = { accountId: w.inn.accountId, campaignId: campaign };
  const began = performance.now();
  let rounds = 0;
  while (await w.t.app.database.inScope({ accountIds: [of.accountId] }, (tx) => meetSome(engine, tx, of, 6))) rounds += 1;
  const seconds = (performance.now() - began) / 1_000;
  process.stdout.write(`${MANY} occasions met in ${seconds.toFixed(1)} s\n`);
  expect(rounds).toBe(10);
  expect(await figures()).toEqual({ pushes: MANY, guests: MANY, met: MANY, judged: MANY });
});

test("two workers, and a third one that dies in the middle of its work: everybody is met once", async () => {
  const campaign = await w.campaign({ base: "after_check_out", offset_days: 1 }, GIFT);
  await manyStays(2_500);
  w.setClock("2026-11-20T10:00");
  const engine = pushEngine(w.t.app, FAST);
  const data = { account_id: w.inn.accountId, campaign_id: campaign };
  const of = { accountId: w.inn.accountId, campaignId: campaign };
  const dying = w.t.app.database.inScope({ accountIds: [of.accountId] }, async (tx) => {
    await meetSome(engine, tx, of, 6);
    throw new Error("the process is gone");
  });
  const run = { signal: new AbortController().signal };
  const work = () => triggerJobs(engine)["meet-occasions"](data, run);
  await Promise.all([expect(dying).rejects.toThrow("gone"), work(), work()]);
  expect(await figures()).toEqual({ pushes: 2_500, guests: 2_500, met: 2_500, judged: 2_500 });
});

test("a stop is heard between two of them, and the rest is met when it goes on", async () => {
  const campaign = await w.campaign({ base: "after_check_out", offset_days: 1 }, GIFT);
  await manyStays(1_500);
  w.setClock("2026-11-20T10:00");
  const engine = pushEngine(w.t.app, FAST);
  const of = { accountId: w.inn.accountId, campaignId: campaign };
  const some = () => w.t.app.database.inScope({ accountIds: [of.accountId] }, (tx) => meetSome(engine, tx, of, 6));
  expect(await some()).toBe(true);
  await w.query(sql`update campaigns set status = 'stopped' where id = ${campaign}`);
  expect(await some()).toBe(false);
  expect(await figures()).toMatchObject({ met: 1_000 });
  await w.query(sql`update campaigns set status = 'active' where id = ${campaign}`);
  expect(await some()).toBe(true);
  expect(await figures()).toMatchObject({ met: 1_500 });
});

test("what was judged is kept for a week, whom an action met for good", async () => {
  await w.campaign({ base: "after_check_out", offset_days: 1 }, GIFT);
  await manyStays(3);
  await w.at("2026-11-20T10:00");
  const end = (now: string, most: number) =>
    w.t.app.database.inScope({ accountIds: [w.inn.accountId] }, (tx) =>
      judgedOccasions.steps(w.inn.accountId)(tx, { accountId: w.inn.accountId, now: new Date(now), most }),
    );
  expect(await end("2026-11-27T00:59:59Z", 2)).toEqual({ ended: 0, more: false });
  expect(await end("2026-11-27T01:00:01Z", 2)).toEqual({ ended: 2, more: true });
  expect(await end("2026-11-27T01:00:01Z", 2)).toEqual({ ended: 1, more: false });
  expect(await figures()).toMatchObject({ met: 3, judged: 0 });
});
