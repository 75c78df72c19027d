import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { handlersFor, makeGuests } from "../campaigns/campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { deliverEvents } from "./deliver-events.ts";
import { FULL_MOON, moonlit, nights, rise } from "./events.fixture.ts";
import type { Cause, DeliveredBatch, DeliveryBatch, PushEngine } from "./ports.ts";
import { pushJobs } from "./pushes.jobs.ts";

// A delivery of many at a time, made up: a house that takes each key once, and a cause that has no campaign.

type Delivery = { key: string; guests: number[] };
let p: Pipeline;
let deliveries: Delivery[];
/** What each guest has got. */
let got: Map<number, number>;
let says: (batch: Delivery) => DeliveredBatch | Promise<DeliveredBatch>;
beforeEach(async () => {
  p = await openPipeline();
  deliveries = [];
  got = new Map();
  says = () => answered;
});
afterEach(() => p.close());

const answered: DeliveredBatch = {
  outcome: "answered",
  requestId: "r",
  detail: null,
  of: () => ({ outcome: "sent", reason: null }),
};
const silence: DeliveredBatch = { outcome: "unknown", reason: "timeout", requestId: null, detail: null };
const everybody = { joins: sql``, reason: sql<null>`null::text` };

function engine(): PushEngine {
  const deliver: DeliveryBatch["deliver"] = async ({ key, recipients }) => {
    const batch = { key, guests: recipients.map((one) => one.customer_id) };
    const first = !deliveries.some((one) => one.key === key);
    deliveries.push(batch);
    const answer = await says(batch);
    if (first && answer.outcome !== "down") for (const guest of batch.guests) got.set(guest, (got.get(guest) ?? 0) + 1);
    return answer;
  };
  const line: DeliveryBatch = {
    kind: "batch",
    size: 5,
    ...FAST,
    outageSeconds: 0.2,
    deliver,
    recheckAtSend: () => ({ ...everybody, columns: sql`null as nothing_else` }),
  };
  const moon: Cause = {
    kind: FULL_MOON,
    channels: { line: { eligibility: async () => () => everybody, open: async () => line } },
    goesOn: async () => true,
  };
  return { ...moonlit(p.t.app), causes: [moon] };
}

const content = [{ channel: "line" as const, campaign: null }];
const guestsOf = (count = 12) => makeGuests(p.t.app, p.inn.accountId, { count, mail: null });
const drain = () => p.t.app.jobs.drain(handlersFor(p.t.app, FAST, pushJobs(engine())));
const outcomes = () =>
  p.query(sql`select outcome, reason, count(*)::int as n from push_action_targets group by 1, 2 order by 1`);
const each = (guests: number[]) => new Map(guests.map((id) => [id, 1]));

test("guests of one by one pushes go out in batches, each under its key, and each has an outcome of its own", async () => {
  const guests = await guestsOf();
  says = () => ({
    ...answered,
    of: ({ customerId }) =>
      customerId === guests[3] ? { outcome: "failed", reason: "refused" } : { outcome: "sent", reason: null },
  });
  await rise(p, { content }, nights(guests));
  expect(await rise(p, { content }, nights(guests))).toBe(0);
  await drain();
  expect(deliveries.map((batch) => batch.guests.length)).toEqual([5, 5, 2]);
  expect(new Set(deliveries.map(({ key }) => key)).size).toBe(3);
  expect(got).toEqual(each(guests));
  expect(await outcomes()).toEqual([
    { outcome: "failed", reason: "refused", n: 1 },
    { outcome: "sent", reason: null, n: 11 },
  ]);
  const statuses = await p.query(
    sql`select push_status, count(*)::int as n from push_actions where campaign_id is null group by 1 order by 1`,
  );
  expect(statuses).toEqual([
    { push_status: "done", n: 11 },
    { push_status: "failure", n: 1 },
  ]);
});

test("where nobody knows whether it was taken it is told again, the same guests under the same key; at last it is unknown", async () => {
  const guests = await guestsOf();
  // The first is silent once, the second for good.
  says = () => (deliveries.length === 1 || new Set(deliveries.map(({ key }) => key)).size === 2 ? silence : answered);
  await rise(p, { content }, nights(guests));
  await drain();
  expect(deliveries.map(({ key }) => deliveries.findIndex((one) => one.key === key))).toEqual([0, 0, 2, 2, 2, 2, 2, 7]);
  expect(deliveries[1]).toEqual(deliveries[0]);
  expect(got).toEqual(each(guests));
  expect(await outcomes()).toEqual([
    { outcome: "sent", reason: null, n: 7 },
    { outcome: "unknown", reason: "timeout", n: 5 },
  ]);
});

test("what a dead worker had told is told again under its key by the one that takes over: nobody is lost, and nobody gets it twice", async () => {
  const guests = await guestsOf();
  const silent = Promise.withResolvers<DeliveredBatch>();
  says = () => (deliveries.length === 2 ? silent.promise : answered);
  await rise(p, { content }, nights(guests));
  const work = () => deliverEvents(engine(), p.inn.accountId, new AbortController().signal);
  const dying = work();
  while (deliveries.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const guest of deliveries[1]?.guests ?? []) got.set(guest, 1);
  await p.query(
    sql`update push_actions set fencing_token = fencing_token + 1, heartbeat_at = null where push_status = 'doing'`,
  );
  says = () => answered;
  await work();
  expect(deliveries.filter(({ key }) => key === deliveries[1]?.key)).toEqual([deliveries[1], deliveries[1]]);
  expect(got).toEqual(each(guests));
  expect(await outcomes()).toEqual([{ outcome: "sent", reason: null, n: 12 }]);
  silent.resolve({ outcome: "down", reason: "connection", requestId: null, detail: null });
  await dying;
  expect(await outcomes()).toEqual([{ outcome: "sent", reason: null, n: 12 }]);
});

test("an outage of the other side costs nobody a try", async () => {
  const guests = await guestsOf(5);
  says = () =>
    deliveries.length <= 8 ? { outcome: "down", reason: "connection", requestId: null, detail: "503" } : answered;
  await rise(p, { content }, nights(guests));
  for (let n = 0; n < 12; n++) {
    await p.query(sql`update push_actions set heartbeat_at = null where push_status = 'doing'`);
    await drain();
  }
  expect(got).toEqual(each(guests));
  expect(await outcomes()).toEqual([{ outcome: "sent", reason: null, n: 5 }]);
});
