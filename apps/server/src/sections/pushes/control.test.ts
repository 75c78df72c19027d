import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  EVERYBODY,
  handlersFor,
  mailAction,
  makeGuests,
  pointAction,
  promotion,
} from "../campaigns/campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { controlReason } from "./control.ts";
import { makeMoonCampaign, moonlit, nights, rise } from "./events.fixture.ts";
import { pushJobs } from "./pushes.jobs.ts";

// Whom sends leave out to be compared with: docs/adr/0510.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
});
afterEach(() => p.close());

const guestsOf = (count: number, spec: Partial<Parameters<typeof makeGuests>[2]> = {}) =>
  makeGuests(p.t.app, p.inn.accountId, { count, mail: "guest", ...spec });
const rate = (id: number, percent: number) =>
  p.query(sql`update campaigns set control_rate = ${percent} where id = ${id}`);
const standing = (percent: number) => p.query(sql`update account_settings set standing_control_rate = ${percent}`);
/** Who is left out of the newest send by each of its channels, and how many are not. */
async function omitted(id: number) {
  const rows = await p.query<{
    channel: string;
    reason: string | null;
    ids: number[];
  }>(sql`select push.channel, target.reason,
      array_agg(target.customer_id order by target.customer_id) as ids
    from push_action_targets target
    join push_actions push on push.id = target.push_action_id
    where push.campaign_id = ${id}
      and push.trigger_key = (select trigger_key from push_actions where campaign_id = ${id} order by id desc limit 1)
    group by 1, 2`);
  return (channel: string, reason: string | null) =>
    rows.find((row) => row.channel === channel && row.reason === reason)?.ids ?? [];
}

test("of everybody who could get it the share is left out of all that a send gives and says, and stays left out", async () => {
  await guestsOf(60);
  const silent = await guestsOf(20, { mail: "silent", consent: null });
  const actions = [pointAction(100), mailAction()];
  const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, benefits_to_reached: false, actions }];
  const { id } = await p.call("POST", "/campaigns", promotion({ segments }));
  await rate(id, 50);
  const send = async () => {
    await p.call("POST", `/campaigns/${id}/activate`, { version: (await p.detail(id)).version });
    await p.drain();
    return omitted(id);
  };
  const asked = {
    campaign_id: id,
    control_rate: 50,
    segments: [{ target: EVERYBODY, types: ["point", "mail"], benefits_to_reached: false }],
  };
  const [counted] = (await p.call("POST", "/campaigns/audience", asked)).segments;
  const first = await send();
  const held = first("point", "control_group");
  expect(held.length).toBeGreaterThan(20);
  expect(first("point", null)).toHaveLength(80 - held.length);
  // Everything else comes first.
  expect(first("mail", "no_consent")).toEqual(silent);
  expect(first("mail", "control_group")).toEqual(held.filter((one) => !silent.includes(one)));
  expect(p.sink.received).toHaveLength(first("mail", null).length);

  // Known to the guest before it goes out.
  expect(counted).toMatchObject({
    not_capped: 60,
    not_control: p.sink.received.length,
    will_receive: p.sink.received.length,
    benefits_for: first("point", null).length,
    reasons: { no_consent: 20, control_group: 60 - p.sink.received.length, standing_control: 0 },
  });
  const left = { ...asked, segment: null, step: "not_control", who: "left" };
  expect((await p.call("POST", "/campaigns/audience-names", left)).total).toBe(counted.reasons.control_group);
  const guest = { ...asked, customer_id: first("mail", "control_group")[0] };
  expect(await p.call("POST", "/campaigns/audience-explanation", guest)).toMatchObject({
    verdict: "nothing",
    reason: "control_group",
  });
  expect(await p.detail(id)).toMatchObject({ control_count: held.length });

  // A smaller share lets nobody go, a larger one takes nobody who got something, and none is compared with nobody.
  await rate(id, 1);
  expect((await send())("point", "control_group")).toEqual(held);
  await rate(id, 50);
  expect((await send())("point", "control_group")).toEqual(held);
  await rate(id, 0);
  expect((await send())("point", "control_group")).toEqual([]);
});

test("the standing group gets nothing that advertises, of sends and of what happens; what is about the stay goes to all", async () => {
  const guests = await guestsOf(12);
  await standing(50);
  const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction(100), mailAction()] }];
  const id = await p.started(promotion({ segments }));
  await p.drain();
  const sent = await omitted(id);
  const held = sent("mail", "standing_control");
  expect(held.length).toBeGreaterThan(0);
  expect(sent("point", "standing_control")).toEqual(held);
  expect(p.sink.received).toHaveLength(12 - held.length);

  const moon = await makeMoonCampaign(p);
  await rate(moon.id, 50);
  const happen = async (key: string) => {
    await rise(p, moon, nights(guests, key));
    await p.t.app.jobs.drain(handlersFor(p.t.app, FAST, pushJobs(moonlit(p.t.app))));
    return p.query<{ customer_id: number; reason: string }>(sql`select distinct target.customer_id, target.reason
      from push_action_targets target
      join push_actions push on push.id = target.push_action_id
      where push.campaign_id = ${moon.id} and push.trigger_key like ${`${key}-%`} and target.outcome = 'skipped' order by 1`);
  };
  const first = await happen("night");
  expect(first.filter(({ reason }) => reason === "standing_control").map((one) => one.customer_id)).toEqual(held);
  const own = first.filter(({ reason }) => reason === "control_group");
  expect(own.length + held.length).toBe(first.length);
  expect(p.sink.received).toHaveLength(12 - held.length + 12 - first.length);

  await p.query(
    sql`update campaigns set type = 'customer_service', purpose = 'service', control_rate = 0 where id = ${moon.id}`,
  );
  expect(await happen("noon")).toEqual([]);
});

test("who was left out stays so with whom they are made one, and is it again alone when that is undone", async () => {
  const guests = await guestsOf(40);
  const { id } = await p.call("POST", "/campaigns", promotion());
  await rate(id, 50);
  const send = async () => {
    await p.call("POST", `/campaigns/${id}/activate`, { version: (await p.detail(id)).version });
    await p.drain();
    return (await omitted(id))("mail", "control_group");
  };
  const held = await send();
  const [one = 0] = held;
  const other = guests.find((guest) => !held.includes(guest)) ?? 0;
  const version = async (guest: number) => (await p.call("GET", `/customers/${guest}`)).version;
  const both = { survivor_id: other, source_id: one, fields: {} };
  const { winners } = await p.call("POST", "/merges/preview", both);
  const versions = { survivor_version: await version(other), source_version: await version(one) };
  const { merge_id } = await p.call("POST", "/merges/merge", { ...both, ...versions, fields: winners });
  await rate(id, 1);
  expect(await send()).toEqual([...held.slice(1), other].sort((a, b) => a - b));
  await p.call("POST", `/merges/done/${merge_id}/undo`, {});
  expect(await send()).toEqual(held);
});

test("the share is what was asked, of each campaign and of all, and none says anything of another", async () => {
  const { accountId } = p.inn;
  await p.query(sql`insert into customers (account_id, name) select ${accountId}, 'x' from generate_series(1, 10000)`);
  const reason = (campaignId: number, controlRate: number, standingRate: number) =>
    controlReason("set", { accountId, campaignId, purpose: "marketing", controlRate, standingRate });
  const [shares] = await p.query<Record<string, number>>(sql`select
      (count(*) filter (where one = 'control_group'))::int as one, (count(*) filter (where other = 'control_group'))::int as other,
      (count(*) filter (where standing is not null))::int as standing,
      (count(*) filter (where one = 'control_group' and other is not null))::int as both,
      (count(*) filter (where one = 'control_group' and standing is not null))::int as one_and_standing
    from (select ${reason(1, 30, 0)} as one, ${reason(2, 20, 0)} as other, ${reason(3, 0, 10)} as standing from customers customer) c`);
  const expected = { one: 0.3, other: 0.2, standing: 0.1, both: 0.06, one_and_standing: 0.03 };
  for (const [figure, share] of Object.entries(expected)) {
    const bound = 4 * Math.sqrt(10_000 * share * (1 - share));
    expect(Math.abs((shares?.[figure] ?? 0) - 10_000 * share), figure).toBeLessThan(bound);
  }
});
