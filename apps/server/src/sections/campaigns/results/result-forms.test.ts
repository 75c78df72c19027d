import { afterEach, beforeEach, expect, test } from "vitest";
import { makeMoonCampaign, moonlit, rise } from "../../pushes/events.fixture.ts";
import { pushJobs } from "../../pushes/pushes.jobs.ts";
import {
  all,
  couponAction,
  EVERYBODY,
  handlersFor,
  mailAction,
  makeGuests,
  pointAction,
  promotion,
} from "../campaigns.fixture.ts";
import { FAST, openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// Results of campaigns that are not one mail to all at once.

let now: Date;
let p: Pipeline;
beforeEach(async () => {
  now = new Date("2026-11-20T03:00:00Z");
  p = await openPipeline({ clock: { now: () => now } });
  await p.rules({ quiet_from: null, quiet_until: null });
});
afterEach(() => p.close());

const results = (id: number, query = "") => p.call("GET", `/campaigns/${id}/results?${query}`);
const guests = async (id: number, query: string) =>
  (await p.call("GET", `/campaigns/${id}/results/guests?${query}`)).items.map(
    (one: { customer_id: number }) => one.customer_id,
  );
type Row = { type: string; priority_seq: number; name: string | null; delivered: number; sent: number };

test("what events send is one mark a day, on the day on which it went out", async () => {
  const [first = 0, second = 0, third = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "moon" });
  const campaign = await makeMoonCampaign(p);
  const work = () => p.t.app.jobs.drain(handlersFor(p.t.app, FAST, pushJobs(moonlit(p.t.app))));
  await rise(p, campaign, [
    { key: "a", customerId: first },
    { key: "b", customerId: second },
  ]);
  await work();
  now = new Date("2026-11-20T15:00:00Z"); // Midnight in Japan.
  await rise(p, campaign, [{ key: "c", customerId: third }]);
  await work();
  const { sends, rows, total, from, to } = await results(campaign.id, "by=day");
  expect(sends.map((one: { sent: number }) => one.sent)).toEqual([2, 1]);
  expect([from, to]).toEqual(["2026-11-20", "2026-11-21"]);
  expect(rows.map((row: Row & { key: string }) => [row.key, row.sent])).toEqual([
    ["2026-11-20", 2],
    ["2026-11-21", 1],
  ]);
  expect(total).toMatchObject({ sent: 3, delivered: 3, points: 300 });
  expect(await guests(campaign.id, "figure=sent&by=day&key=2026-11-21")).toEqual([third]);
  expect((await guests(campaign.id, "figure=points")).toSorted()).toEqual([first, second, third]);
});

test("without a message the benefit that most got tells whom a segment reached; each benefit tells its own guests", async () => {
  const [first = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: null });
  const actions = [pointAction(), { ...couponAction({ acquire_amount_limit: 1 }), seq: 2 }];
  const id = await p.started(promotion({ segments: [{ ...promotion().segments[0]!, actions }] }));
  await p.drain();
  const { rows, total } = await results(id, "by=action");
  expect(total).toMatchObject({ sent: 3, delivered: 3, coupons_given: 1 });
  expect(rows.map((row: Row) => [row.type, row.delivered])).toEqual([
    ["point", 3],
    ["coupon", 1],
  ]);
  const [, coupon] = rows;
  expect(await guests(id, `figure=delivered&by=action&key=${coupon.key}`)).toEqual([first]);
  expect(await guests(id, `figure=delivered&by=segment&key=${coupon.key}`)).toEqual([]);
});

test("what was taken out of a campaign keeps its figures and its name, behind all that is there", async () => {
  const { accountId } = p.inn;
  await makeGuests(p.t.app, accountId, { count: 2, mail: "guest", stays: 3 });
  await makeGuests(p.t.app, accountId, { count: 1, mail: "new" });
  const [one] = promotion().segments;
  const regular = {
    ...one!,
    target: all({ field: "stay_count", operator: ">=", value: 3 }),
    actions: [mailAction({ title: "常連の方へ" })],
  };
  const rest = { ...one!, priority_seq: 2, target: EVERYBODY, actions: [mailAction({ title: "みなさまへ" })] };
  const id = await p.started(promotion({ segments: [regular, rest] }));
  await p.drain();
  const before = await p.detail(id);
  const [, remaining] = before.segments;
  const saved = {
    ...rest,
    id: remaining.id,
    priority_seq: 1,
    actions: [{ ...rest.actions[0]!, id: remaining.actions[0].id }],
  };
  await p.call("PUT", `/campaigns/${id}`, promotion({ segments: [saved], version: before.version } as object));
  expect((await results(id, "by=action")).rows).toMatchObject([
    { name: "みなさまへ", priority_seq: 1, delivered: 1 },
    { name: "常連の方へ", priority_seq: 0, delivered: 2 },
  ]);
  const { rows } = await results(id, "by=segment");
  expect(rows.map((row: Row) => [row.priority_seq, row.delivered])).toEqual([
    [1, 1],
    [0, 2],
  ]);
  const variants = (await results(id, "by=variant")).rows;
  expect(variants.map((row: Row & { key: string }) => [typeof row.key, row.delivered])).toEqual([
    ["string", 1],
    ["string", 2],
  ]);
});

test("a merge shows who the guest is today, its undoing who it was, and no figure changes", async () => {
  const [survivor = 0, source = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "guest" });
  const id = await p.started(promotion({ segments: [{ ...promotion().segments[0]!, actions: [pointAction()] }] }));
  await p.drain();
  const before = await results(id);
  const version = async (guest: number) => (await p.call("GET", `/customers/${guest}`)).version;
  const { merge_id } = await p.call("POST", "/merges/merge", {
    survivor_id: survivor,
    survivor_version: await version(survivor),
    fields: {},
    source_id: source,
    source_version: await version(source),
  });
  expect(await guests(id, "figure=points")).toEqual([survivor, survivor]);
  expect(await guests(id, "figure=sent")).toEqual([survivor, survivor]);
  expect(await results(id)).toEqual(before);
  await p.call("POST", `/merges/done/${merge_id}/undo`);
  expect((await guests(id, "figure=points")).toSorted()).toEqual([survivor, source]);
  expect(await results(id)).toEqual(before);
});

test("a guest who was erased still counts, without a name", async () => {
  const [remaining = 0, erased = 0] = await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "guest" });
  const id = await p.started(promotion());
  await p.drain();
  const { version } = await p.call("GET", `/customers/${erased}/erasure`);
  await p.call("POST", `/customers/${erased}/erasure`, { version });
  const { items, total } = await p.call("GET", `/campaigns/${id}/results/guests?figure=delivered`);
  expect([total, (await results(id)).total.delivered]).toEqual([2, 2]);
  const named = items.map((one: { customer_id: number; customer_name: string }) => [
    one.customer_id,
    one.customer_name,
  ]);
  expect(named).toEqual([
    [remaining, "山田 太郎"],
    [erased, "-"],
  ]);
});

test("of guests behind a figure, days that end before they begin and a key that no such row has are refused by name", async () => {
  const { id } = await p.call("POST", "/campaigns", promotion());
  const refused = async (query: string) => {
    const { statusCode, body } = await p.staff({
      method: "GET",
      url: `/api/campaigns/${id}/results/guests?figure=sent&${query}`,
    });
    return [query, statusCode, Object.keys(JSON.parse(body).fields ?? {})];
  };
  const wrong = [
    "by=day&key=2026-13-40",
    "by=day&key=2026-02-29",
    "by=day&key=12",
    "by=action&key=12-B",
    "by=facility&key=0",
  ];
  for (const query of [...wrong, "by=segment&key=012", "by=variant&key=12-Z", "by=variant&key=2026-11-02"])
    expect(await refused(query)).toEqual([query, 400, ["key"]]);
  expect(await refused("from=2026-11-03&to=2026-11-02")).toEqual(["from=2026-11-03&to=2026-11-02", 400, ["to"]]);
  expect((await refused("by=variant&key=12-B"))[1]).toBe(200);
});
