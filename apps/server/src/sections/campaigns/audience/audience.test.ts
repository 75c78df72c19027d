import {
  type AudienceStep,
  OMISSION_REASONS,
  STEP_OF_REASON,
} from "@okaeri/contract/campaigns/audience/audience-steps";
import { afterAll, beforeAll, expect, test } from "vitest";
import { all, EVERYBODY } from "../campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";
import { makeEverySort } from "./audience.fixture.ts";

// docs/adr/0440: from those who meet the conditions to those whom it reaches, segment by segment and all together.

let p: Pipeline;
beforeAll(async () => {
  p = await openPipeline();
  await makeEverySort(p);
});
afterAll(() => p.close());

const REGULAR = all({ field: "stay_count", operator: ">=", value: 3 });
const counted = (...segments: object[]) => p.call("POST", "/campaigns/audience", { segments });

test("each segment names where its guests drop out; the first that matches takes them", async () => {
  const asked = performance.now();
  const { segments, milliseconds } = await counted(
    { target: REGULAR, types: ["point", "mail"], benefits_to_reached: false },
    { target: EVERYBODY, types: ["mail"] },
    { target: EVERYBODY, types: ["point"] },
  );
  expect(segments[0]).toMatchObject({
    matched: 4,
    not_earlier: 4,
    consented: 4,
    reachable: 4,
    not_capped: 3,
    will_receive: 3,
    taken_by: [],
    reasons: { no_message: 0, no_consent: 0, no_address: 0, bounced: 0, opted_out: 0, capped: 1, no_coupon: 0 },
    benefits_for: 4,
    points_only: 1,
  });
  expect(segments[0].examples).toHaveLength(3);
  expect(segments[1]).toMatchObject({
    matched: 14,
    not_earlier: 10,
    consented: 5,
    reachable: 2,
    not_capped: 2,
    will_receive: 2,
    taken_by: [{ segment: 0, count: 4 }],
    reasons: { no_message: 0, no_consent: 2, no_address: 2, bounced: 1, opted_out: 3, capped: 0, no_coupon: 0 },
    points_only: 0,
  });
  expect(segments[2]).toMatchObject({
    matched: 14,
    not_earlier: 0,
    taken_by: [
      { segment: 0, count: 4 },
      { segment: 1, count: 10 },
    ],
  });
  expect(milliseconds).toBeGreaterThan(0);
  expect(milliseconds).toBeLessThanOrEqual(Math.ceil(performance.now() - asked));
});

type Counts = Record<AudienceStep, number> & {
  taken_by: { count: number }[];
  reasons: Record<string, number>;
};
/** What a step takes away, by the figures beneath its bar. */
function lost(of: Counts, step: AudienceStep): number {
  if (step === "not_earlier") return of.taken_by.reduce((sum, { count }) => sum + count, 0);
  return OMISSION_REASONS.filter((reason) => STEP_OF_REASON[reason] === step).reduce(
    (sum, reason) => sum + (of.reasons[reason] ?? 0),
    0,
  );
}
const STEPS = ["matched", "not_earlier", "consented", "reachable", "not_capped", "will_receive"] as const;

test.each<[string, object[]]>([
  ["one segment", [{ target: EVERYBODY, types: ["mail"] }]],
  ["nobody", [{ target: all({ field: "stay_count", operator: ">=", value: 99 }), types: ["mail"] }]],
  [
    "benefits alone beside a mail",
    [
      { target: REGULAR, types: ["point"] },
      { target: EVERYBODY, types: ["mail"] },
    ],
  ],
  [
    "a mail beside benefits alone",
    [
      { target: REGULAR, types: ["mail"] },
      { target: EVERYBODY, types: ["point"] },
    ],
  ],
  ["a mail of a coupon that nobody has", [{ target: EVERYBODY, types: ["mail"], tells_of: "coupon" }]],
  [
    "a coupon for fewer than match",
    [
      { target: REGULAR, types: ["mail"] },
      {
        target: EVERYBODY,
        types: ["coupon", "mail"],
        tells_of: "coupon",
        coupons: [{ action_id: null, given: "each", limit: 1 }],
      },
    ],
  ],
  ["the same three times", Array.from({ length: 3 }, () => ({ target: EVERYBODY, types: ["point", "mail"] }))],
])("%s: every difference is the sum of its reasons, and all together the sum of the segments", async (_, asked) => {
  const { segments, all: together } = await counted(...asked);
  for (const of of [...segments, together] as Counts[]) {
    const differences = STEPS.slice(1).map((step, at) => of[STEPS[at] as AudienceStep] - of[step]);
    expect(differences).toEqual(STEPS.slice(1).map((step) => lost(of, step)));
  }
  for (const step of STEPS)
    expect(together[step]).toBe(segments.reduce((sum: number, one: Counts) => sum + one[step], 0));
  for (const { not_earlier, will_receive, benefits_for, points_only } of segments) {
    expect(benefits_for).toBeLessThanOrEqual(not_earlier);
    expect(will_receive + points_only).toBeLessThanOrEqual(not_earlier);
  }
});
