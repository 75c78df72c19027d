import { afterAll, beforeAll, expect, test } from "vitest";
import { all, EVERYBODY, makeGuests, makeInn } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";
import { makeEverySort } from "./audience.fixture.ts";

// Who is left at each step of an audience, who is not, and why (docs/adr/0440).

let p: Pipeline;
let sorts: Awaited<ReturnType<typeof makeEverySort>>;
beforeAll(async () => {
  p = await openPipeline();
  sorts = await makeEverySort(p);
  await makeGuests(p.t.app, (await makeInn(p.t.app, "別の宿")).accountId, { count: 2, mail: "other" });
});
afterAll(() => p.close());

const SEGMENTS = [
  { target: all({ field: "stay_count", operator: ">=", value: 3 }), types: ["mail"] },
  { target: EVERYBODY, types: ["mail"] },
];
type Name = { customer_id: number; name: string; segment: number; reason: string | null; taken_by: number | null };
const names = (asked: object, segments: object[] = SEGMENTS): Promise<{ items: Name[]; total: number }> =>
  p.call("POST", "/campaigns/audience-names", { segment: null, who: "left", segments, ...asked });
const sorted = (...ids: number[][]) => ids.flat().sort((a, b) => a - b);

test("whom a step took away stands there with the reason, in the order of their numbers", async () => {
  const consent = await names({ step: "consented" });
  expect(consent.items.map((one) => one.customer_id)).toEqual(sorted(sorts.opted_out, sorts.no_consent));
  const reasonOf = new Map(consent.items.map((one) => [one.customer_id, one.reason]));
  for (const reason of ["opted_out", "no_consent"] as const)
    for (const id of sorts[reason]) expect(reasonOf.get(id)).toBe(reason);
  const reach = await names({ step: "reachable" });
  expect([reach.total, reach.items.map(({ reason }) => reason)]).toEqual([3, ["no_address", "no_address", "bounced"]]);
  expect(await names({ step: "not_capped" })).toEqual({
    items: [{ customer_id: sorts.capped[0], name: "常連 一子", segment: 0, reason: "capped", taken_by: null }],
    total: 1,
  });
  const earlier = await names({ step: "not_earlier" });
  expect(earlier.items.map(({ segment, taken_by }) => [segment, taken_by])).toEqual(
    Array.from({ length: 4 }, () => [1, 0]),
  );
});

test("ten at most are named, how many there are is said, and a guest of two segments stands there twice", async () => {
  const matched = await names({ step: "matched", who: "remaining" });
  expect([matched.items.length, matched.total]).toEqual([10, 18]);
  expect(matched.items.slice(0, 2).map(({ customer_id, segment }) => [customer_id, segment])).toEqual([
    [sorts.capped[0], 0],
    [sorts.capped[0], 1],
  ]);
  expect((await names({ step: "matched", who: "remaining", segment: 0 })).total).toBe(4);
});

test("of every step and segment there are as many as the count says", async () => {
  const { segments, all: together } = await p.call("POST", "/campaigns/audience", { segments: SEGMENTS });
  const steps = ["matched", "not_earlier", "consented", "reachable", "not_capped", "will_receive"] as const;
  for (const [place, of] of [
    [null, together],
    [0, segments[0]],
    [1, segments[1]],
  ] as const)
    for (const [at, step] of steps.entries()) {
      const remaining = await names({ step, who: "remaining", segment: place });
      const left = await names({ step, segment: place });
      const before = at === 0 ? of.matched : of[steps[at - 1] as (typeof steps)[number]];
      expect([step, remaining.total, left.total]).toEqual([step, of[step], before - of[step]]);
    }
});

test("where nothing is sent, who gets benefits alone leaves with that reason", async () => {
  const { items, total } = await names({ step: "consented" }, [{ target: EVERYBODY, types: ["point"] }]);
  expect([total, new Set(items.map(({ reason }) => reason))]).toEqual([14, new Set(["no_message"])]);
});

test.each<[string, object, string]>([
  ["a segment that is not there", { step: "matched", segment: 2 }, "segment"],
  ["a step that is none", { step: "opened" }, "step"],
  ["neither kept nor left", { step: "matched", who: "all" }, "who"],
])("%s is refused by its name", async (_, asked, field) => {
  const payload = { segment: null, who: "left", segments: SEGMENTS, ...asked };
  const refused = await p.staff({ method: "POST", url: "/api/campaigns/audience-names", payload });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]]);
});
