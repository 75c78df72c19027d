import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EVERYBODY, handlersFor, makeGuests, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { makeMoonCampaign, moonlit, nights, rise } from "../pushes/events.fixture.ts";
import { pushJobs } from "../pushes/pushes.jobs.ts";

// Whom real sends went to and left out, as what a campaign brought counts them (docs/adr/0563).

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

const GUESTS = 30;
const rate = (id: number, percent: number) =>
  p.query(sql`update campaigns set control_rate = ${percent} where id = ${id}`);
const send = async (id: number) =>
  p.call("POST", `/campaigns/${id}/activate`, { version: (await p.detail(id)).version });
const lift = async (id: number) => {
  const separate = await p.call("GET", `/campaigns/${id}/lift`);
  const { lift, standing_lift } = await p.call("GET", `/campaigns/${id}/results?by=day`);
  expect({ lift, standing_lift }).toEqual(separate);
  return lift;
};
const omitted = async (id: number) => (await p.detail(id)).control_count as number;

test("of a send, and of the same one again, each guest is in one group", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: GUESTS, mail: "guest" });
  await makeGuests(p.t.app, p.inn.accountId, { count: 5, mail: "silent", consent: null });
  p.verdict = (recipient) => (recipient.startsWith("guest1") ? { refuseRecipient: 550 } : "take");
  const { id } = await p.call("POST", "/campaigns", promotion());
  await rate(id, 50);
  await send(id);
  await p.drain();
  const control = await omitted(id);
  expect(control).toBeGreaterThan(0);
  expect(await lift(id)).toMatchObject({ treated: GUESTS - control, control, treated_stayed: 0, control_stayed: 0 });
  p.verdict = () => "take";
  await send(id);
  await p.drain();
  expect(await lift(id)).toMatchObject({ treated: GUESTS - control, control });
});

test("a send that gives points alone goes to those who got them", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: GUESTS, mail: null });
  const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction(100)] }];
  const { id } = await p.call("POST", "/campaigns", promotion({ segments }));
  await rate(id, 50);
  await send(id);
  await p.drain();
  const control = await omitted(id);
  expect(await lift(id)).toMatchObject({ treated: GUESTS - control, control });
});

test("what was called off before it began left nobody out", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: GUESTS, mail: "guest" });
  await p.rules({ grace_above_count: 1, grace_seconds: 3_600 });
  const { id } = await p.call("POST", "/campaigns", promotion());
  await rate(id, 50);
  await send(id);
  await p.drain();
  expect(await omitted(id)).toBeGreaterThan(0);
  expect(await lift(id)).toBeNull();
  const { version, pushes } = await p.detail(id);
  await p.call("POST", `/campaigns/${id}/cancel`, { version, push_action_id: pushes[0].id });
  expect(await lift(id)).toBeNull();
});

test("of what happens to guests by itself, too", async () => {
  const guests = await makeGuests(p.t.app, p.inn.accountId, { count: GUESTS, mail: "guest" });
  const moon = await makeMoonCampaign(p);
  await rate(moon.id, 50);
  await rise(p, moon, nights(guests, "night"));
  await p.t.app.jobs.drain(handlersFor(p.t.app, FAST, pushJobs(moonlit(p.t.app))));
  const control = await omitted(moon.id);
  expect(control).toBeGreaterThan(0);
  expect(await lift(moon.id)).toMatchObject({ treated: GUESTS - control, control });
});
