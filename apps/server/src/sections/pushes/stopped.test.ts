import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MAIL_CONNECTIONS } from "../../mail/mailer.ts";
import type { SinkVerdict } from "../../test/smtp-sink.ts";
import { handlersFor, makeGuests, promotion, until } from "../campaigns/campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { makeMoonCampaign, moonlit, nights, rise } from "./events.fixture.ts";
import { pushJobs } from "./pushes.jobs.ts";

// A stop takes effect within five seconds, whatever it was that sends, and a resume sends the rest, each once.

const GUESTS = 200;
let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

const started: Record<string, (guests: readonly number[]) => Promise<number>> = {
  "a send": () => p.started(promotion()),
  "what happens": async (guests) => {
    const moon = await makeMoonCampaign(p);
    await rise(p, moon, nights(guests));
    return moon.id;
  },
};

test.each(Object.keys(started))("%s is stopped on its way", async (kind) => {
  const guests = await makeGuests(p.t.app, p.inn.accountId, { count: GUESTS, mail: "guest" });
  let last = 0;
  p.verdict = async (): Promise<SinkVerdict> => {
    await sleep(40);
    last = performance.now();
    return "take";
  };
  const id = (await started[kind]?.(guests)) ?? 0;
  await p.t.app.jobs.work(handlersFor(p.t.app, FAST, pushJobs(moonlit(p.t.app))));
  await until("the first mails are there", async () => p.sink.received.length >= 20);
  await p.call("POST", `/campaigns/${id}/stop`);
  const [answered, before] = [performance.now(), p.sink.received.length];
  await sleep(500);
  expect(p.sink.received.length - before).toBeLessThanOrEqual(MAIL_CONNECTIONS);
  expect(last - answered).toBeLessThan(5_000);
  const rest = p.sink.received.length;
  await sleep(300);
  expect([rest < GUESTS, p.sink.received.length]).toEqual([true, rest]);
  await p.call("POST", `/campaigns/${id}/resume`);
  await until("everybody has it", async () => p.sink.received.length === GUESTS);
  expect(new Set(p.sink.received).size).toBe(GUESTS);
});
