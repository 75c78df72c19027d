import { DEFAULT_GROUPS, DEFAULT_THRESHOLDS } from "@okaeri/domain/rfms/groups";
import { RFM_AXES, toRfmDetails } from "@okaeri/domain/rfms/score";
import { describe, expect, it } from "vitest";
import {
  boundPath,
  changedParts,
  countedEdit,
  draftOf,
  editOf,
  figureErrors,
  groupPath,
  moved,
  nameErrors,
  putOver,
  scoreAtBound,
} from "./rfm-draft.ts";
import type { Rfm } from "./rfms.api.ts";

const rfm: Rfm = {
  id: 1,
  account_id: 1,
  account_name: "花の湯",
  group_id: null,
  group_name: null,
  group_accounts: [],
  frequency_aggregation_years: 2,
  monetary_aggregation_years: 3,
  scored_on: null,
  customers_scored: 0,
  customers_without_stay: 0,
  details: toRfmDetails(DEFAULT_THRESHOLDS),
  groups: DEFAULT_GROUPS.map((group, index) => ({ ...group, id: index + 10, count: 0 })),
  heatmap: [],
  version: 1,
  page_actions: ["edit"],
};
const draft = draftOf(rfm);

describe("an edit over somebody else's version", () => {
  const theirs = draftOf({ ...rfm, monetary_aggregation_years: 5, groups: rfm.groups.slice(1) });

  it("takes what was not changed here from them, and keeps what was", () => {
    const mine = { ...draft, bounds: { ...draft.bounds, recency: [1, 2, 3, 4] } };
    expect(changedParts(draft, mine)).toEqual(["recency"]);
    expect(putOver(theirs, mine, ["recency"])).toEqual({
      ...theirs,
      bounds: { ...theirs.bounds, recency: [1, 2, 3, 4] },
    });
  });
  it("keeps changed groups as a whole; one they took away is new again", () => {
    const groups = draft.groups.map((group) => ({ ...group, name: `${group.name}2` }));
    const over = putOver(theirs, { ...draft, groups }, ["groups"]);
    expect(over.groups.map(({ id }) => id)).toEqual([null, ...theirs.groups.map(({ id }) => id)]);
    expect(over.monetaryYears).toBe(5);
  });
});

describe("the edit screen's fields", () => {
  it("send back exactly what was loaded", () => {
    expect(editOf(draft)).toEqual({
      frequency_aggregation_years: 2,
      monetary_aggregation_years: 3,
      details: rfm.details,
      groups: rfm.groups.map(({ count: _count, ...group }) => group),
    });
    expect(changedParts(draft, draft)).toEqual([]);
  });

  it("name each bound as the call does: the row that holds it", () => {
    for (const axis of RFM_AXES) {
      for (const index of [0, 1, 2, 3]) {
        const edited = {
          ...draft,
          bounds: { ...draft.bounds, [axis]: draft.bounds[axis].map((b, i) => (i === index ? 999 : b)) },
        };
        const [, row = "", field = ""] = boundPath(axis, index).split(".");
        const sent = editOf(edited).details[Number(row)] as unknown as Record<string, number>;
        expect([axis, index, sent[field]]).toEqual([axis, index, 999]);
      }
    }
    expect([0, 1, 2, 3].map((index) => scoreAtBound("recency", index))).toEqual([5, 4, 3, 2]);
    expect([0, 1, 2, 3].map((index) => scoreAtBound("monetary", index))).toEqual([2, 3, 4, 5]);
  });

  it("find what is wrong with figures and names", () => {
    expect(figureErrors(draft)).toEqual({});
    const wrong = { ...draft, frequencyYears: 11, bounds: { ...draft.bounds, recency: [90, 90, "" as const, 730] } };
    expect(figureErrors(wrong)).toEqual({
      frequency_aggregation_years: { code: "out_of_range", min: 1, max: 10 },
      [boundPath("recency", 1)]: { code: "not_ascending" },
      [boundPath("recency", 2)]: { code: "whole_number" },
    });
    const named = (...names: string[]) =>
      names.map((name) => ({ ...draft.groups[0], name }) as (typeof draft.groups)[number]);
    expect(nameErrors(named("優良", " 優良 ", "", "あ".repeat(41)))).toEqual({
      [groupPath(1)]: { code: "twice" },
      [groupPath(2)]: { code: "required" },
      [groupPath(3)]: { code: "too_long", max: 40 },
    });
  });

  it("ask for the same counts whatever the groups are called", () => {
    const renamed = { ...draft, groups: draft.groups.map((group) => ({ ...group, name: `${group.name}様` })) };
    expect(countedEdit(renamed)).toEqual(countedEdit(draft));
    expect(changedParts(draft, renamed)).toEqual(["groups"]);
  });

  it("move groups by one place, and not past the ends", () => {
    expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
    expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
    expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
  });
});
