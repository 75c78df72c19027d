import { describe, expect, it } from "vitest";
import { calendarDate } from "../calendar-date.ts";
import rfm from "./fixtures/rfm_customers.json" with { type: "json" };
import { DEFAULT_GROUPS, DEFAULT_THRESHOLDS, groupFor } from "./groups.ts";
import type { RfmThresholds } from "./score.ts";
import {
  aggregationStart,
  fromRfmDetails,
  priorityOf,
  RFM_AXES,
  recencyDays,
  SCORES,
  scoresOfCustomer,
  thresholdErrors,
  toRfmDetails,
} from "./score.ts";

const customers = rfm.customers.map(([recency, frequency, monetary]) => ({
  recency: recency ?? null,
  frequency: frequency ?? 0,
  monetary: monetary ?? 0,
}));
const published: RfmThresholds = {
  recency: [115, 181, 297, 482],
  frequency: [4, 5, 6, 8],
  monetary: [256, 382, 506, 666],
};

describe("published counts of the R package rfm, 995 customers", () => {
  it.each([
    ["recency", [197, 201, 198, 199, 200]],
    ["frequency", [268, 187, 176, 244, 120]],
    ["monetary", [200, 200, 197, 203, 195]],
  ] as const)("%s scores 1 to 5: %j", (axis, expected) => {
    const scores = customers.map((customer) => scoresOfCustomer(customer, published)?.[axis]);
    expect(SCORES.map((score) => scores.filter((value) => value === score).length)).toEqual(expected);
  });
});

describe("scores", () => {
  it.each([
    [0, 5],
    [89, 5],
    [90, 4],
    [180, 3],
    [364, 3],
    [365, 2],
    [730, 1],
    [10_000, 1],
  ])("recency of %d days scores %d: lower ≤ x < upper, less recent is lower", (recency, expected) => {
    expect(scoresOfCustomer({ recency, frequency: 0, monetary: 0 }, DEFAULT_THRESHOLDS)?.recency).toBe(expected);
  });
  it("who never stayed has no score", () => {
    expect(scoresOfCustomer({ recency: null, frequency: 0, monetary: 0 }, DEFAULT_THRESHOLDS)).toBeUndefined();
  });
  it("counts from the last check-out to the day of evaluation", () => {
    expect(recencyDays(calendarDate("2026-11-10"), calendarDate("2026-11-20"))).toBe(10);
    expect(recencyDays(calendarDate("2026-11-21"), calendarDate("2026-11-20"))).toBe(0);
    expect(aggregationStart(calendarDate("2028-02-29"), 1)).toBe("2027-02-28");
  });
  it("thresholds and RfmDetail rows are the same thing", () => {
    const rows = toRfmDetails(published);
    expect(rows[4]).toEqual({ score: 5, recency: 0, frequency: 8, monetary: 666 });
    expect(rows[0]).toEqual({ score: 1, recency: 482, frequency: 0, monetary: 0 });
    expect(fromRfmDetails([...rows].reverse())).toEqual(published);
    expect(rows.map(({ score }) => priorityOf(score))).toEqual([5, 4, 3, 2, 1]);
  });
});

describe("thresholds", () => {
  it("the default and the published ones are usable", () => {
    expect(thresholdErrors(DEFAULT_THRESHOLDS)).toEqual([]);
    expect(thresholdErrors(published)).toEqual([]);
  });
  it("names each fault by field", () => {
    expect(thresholdErrors({ recency: [10, 10, 30, 20], frequency: [0, 1, 2, 2.5], monetary: [1, 2, 3] })).toEqual([
      { path: "recency.1", code: "not_ascending" },
      { path: "recency.3", code: "not_ascending" },
      { path: "frequency.0", code: "out_of_range", min: 1, max: 100_000 },
      { path: "frequency.3", code: "whole_number" },
      { path: "monetary", code: "wrong_count" },
    ]);
  });
});

describe("groups", () => {
  it("the first by priority wins; an empty score is any", () => {
    const named = (r: 1 | 2 | 3 | 4 | 5, f: 1 | 2 | 3 | 4 | 5, m: 1 | 2 | 3 | 4 | 5) =>
      groupFor({ recency: r, frequency: f, monetary: m }, [...DEFAULT_GROUPS].reverse())?.name;
    expect([named(5, 5, 5), named(5, 5, 1), named(2, 5, 1), named(5, 1, 1), named(5, 1, 5), named(3, 2, 2)]).toEqual([
      "最優良",
      "優良",
      "常連・離反",
      "新規",
      "高単価",
      "離反注意",
    ]);
  });
  it("the default groups cover all 125 combinations, none is out of reach", () => {
    const hit = new Set<string>();
    for (const recency of SCORES) {
      for (const frequency of SCORES) {
        for (const monetary of SCORES) {
          const found = groupFor({ recency, frequency, monetary }, DEFAULT_GROUPS);
          expect(found).toBeDefined();
          hit.add(found?.name ?? "");
        }
      }
    }
    expect(hit.size).toBe(DEFAULT_GROUPS.length);
    expect(RFM_AXES).toHaveLength(3);
  });
  it("no group may match", () => {
    expect(groupFor({ recency: 1, frequency: 1, monetary: 1 }, [])).toBeUndefined();
  });
});
