import { expect, test } from "vitest";
import { pushEngine } from "../../../main/push-engine.ts";
import { FAST } from "../pipeline.fixture.ts";
import { figuresOf, GIFT, manyStays } from "./many.fixture.ts";
import { meetSome } from "./process-trigger-events.ts";
import { openTriggers } from "./triggers.fixture.ts";

const MANY = 10_000;

test("ten thousand stays that are checked out in one minute are met once each, a thousand in a transaction", async () => {
  const w = await openTriggers();
  const campaign = await w.campaign({ base: "after_check_out", offset_days: 1 }, GIFT);
  await manyStays(w, MANY);
  w.setClock("2026-11-20T10:00");
  const engine = pushEngine(w.t.app, FAST);
  const of = { accountId: w.inn.accountId, campaignId: campaign };
  const began = performance.now();
  let rounds = 0;
  while (await w.t.app.database.inScope({ accountIds: [of.accountId] }, (tx) => meetSome(engine, tx, of))) rounds += 1;
  const seconds = (performance.now() - began) / 1_000;
  process.stdout.write(`${MANY} occasions met in ${seconds.toFixed(1)} s\n`);
  expect(rounds).toBe(10);
  expect(await figuresOf(w)).toEqual({ pushes: MANY, guests: MANY, met: MANY, judged: MANY });
  await w.close();
});
