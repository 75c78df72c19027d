import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ACTION_KINDS } from "../../../main/action-kinds.ts";
import { pushEngine } from "../../../main/push-engine.ts";
import { FAST } from "../pipeline.fixture.ts";
import { figuresOf, GIFT, manyStays } from "./many.fixture.ts";
import { meetSome } from "./process-trigger-events.ts";
import { judgedOccasions } from "./purge-judged.ts";
import { openTriggers, type TriggerWorld } from "./triggers.fixture.ts";
import { triggerJobs } from "./triggers.jobs.ts";

// Many at once, several at work, one of them dying.

let w: TriggerWorld;
beforeEach(async () => {
  w = await openTriggers();
});
afterEach(() => w.close());

test("two workers, and a third one that dies in the middle of its work: everybody is met once", async () => {
  const campaign = await w.campaign({ base: "after_check_out", offset_days: 1 }, GIFT);
  await manyStays(w, 1_200);
  w.setClock("2026-11-20T10:00");
  const engine = pushEngine(w.t.app, FAST);
  const data = { account_id: w.inn.accountId, campaign_id: campaign };
  const of = { accountId: w.inn.accountId, campaignId: campaign };
  const dying = w.t.app.database.inScope({ accountIds: [of.accountId] }, async (tx) => {
    await meetSome(engine, tx, of);
    throw new Error("the process is gone");
  });
  const run = { signal: new AbortController().signal };
  const work = () => triggerJobs(engine, ACTION_KINDS)["process-trigger-events"](data, run);
  await Promise.all([expect(dying).rejects.toThrow("gone"), work(), work()]);
  expect(await figuresOf(w)).toEqual({ pushes: 1_200, guests: 1_200, met: 1_200, judged: 1_200 });
});

test("a stop is heard between two of them, and the rest is met when it goes on", async () => {
  const campaign = await w.campaign({ base: "after_check_out", offset_days: 1 }, GIFT);
  await manyStays(w, 1_100);
  w.setClock("2026-11-20T10:00");
  const engine = pushEngine(w.t.app, FAST);
  const of = { accountId: w.inn.accountId, campaignId: campaign };
  const some = () => w.t.app.database.inScope({ accountIds: [of.accountId] }, (tx) => meetSome(engine, tx, of));
  expect(await some()).toBe(true);
  await w.query(sql`update campaigns set status = 'stopped' where id = ${campaign}`);
  expect(await some()).toBe(false);
  expect(await figuresOf(w)).toMatchObject({ met: 1_000 });
  await w.query(sql`update campaigns set status = 'active' where id = ${campaign}`);
  expect(await some()).toBe(true);
  expect(await figuresOf(w)).toMatchObject({ met: 1_100 });
});

test("what was judged is kept for a week, whom an action met for good", async () => {
  await w.campaign({ base: "after_check_out", offset_days: 1 }, GIFT);
  await manyStays(w, 3);
  await w.at("2026-11-20T10:00");
  const end = (now: string, most: number) =>
    w.t.app.database.inScope({ accountIds: [w.inn.accountId] }, (tx) =>
      judgedOccasions.steps(w.inn.accountId)(tx, { accountId: w.inn.accountId, now: new Date(now), most }),
    );
  expect(await end("2026-11-27T00:59:59Z", 2)).toEqual({ ended: 0, more: false });
  expect(await end("2026-11-27T01:00:01Z", 2)).toEqual({ ended: 2, more: true });
  expect(await end("2026-11-27T01:00:01Z", 2)).toEqual({ ended: 1, more: false });
  expect(await figuresOf(w)).toMatchObject({ met: 3, judged: 0 });
});
