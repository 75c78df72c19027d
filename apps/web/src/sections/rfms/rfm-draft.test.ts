import { DEFAULT_GROUPS, DEFAULT_THRESHOLDS } from "@okaeri/domain/rfms/groups";
import { priorityOf, RFM_AXES, toRfmDetails } from "@okaeri/domain/rfms/score";
import { describe, expect, it } from "vitest";
import { combinationsOf, groupErrors, groupPath, numbersAt, paintedWith, rowsOf } from "./painted-groups.ts";
import {
  boundPath,
  changedRfmParts,
  countedEdit,
  figureErrors,
  mergeRfmDrafts,
  rfmDraftOf,
  rfmEditOf,
  scoreAtBound,
  withEntryMoved,
} from "./rfm-draft.ts";
import { rfmOf } from "./rfms.fixture.ts";

const rfm = rfmOf({
  monetary_aggregation_years: 3,
  details: toRfmDetails(DEFAULT_THRESHOLDS).map((row) => ({ ...row, priority: priorityOf(row.score) })),
  groups: DEFAULT_GROUPS.map((group, index) => ({ ...group, id: index + 10, count: 0 })),
});
const draft = rfmDraftOf(rfm);

describe("an edit over somebody else's version", () => {
  const theirs = rfmDraftOf({ ...rfm, monetary_aggregation_years: 5, groups: rfm.groups.slice(1) });

  it("takes what was not changed here from them, and keeps what was", () => {
    const mine = { ...draft, bounds: { ...draft.bounds, recency: [1, 2, 3, 4] } };
    expect(changedRfmParts(draft, mine)).toEqual(["recency"]);
    expect(mergeRfmDrafts(theirs, mine, ["recency"])).toEqual({
      ...theirs,
      bounds: { ...theirs.bounds, recency: [1, 2, 3, 4] },
    });
  });
  it("keeps changed groups as a whole; one they took away is new again", () => {
    const groups = draft.painted.groups.map((group) => ({ ...group, name: `${group.name}2` }));
    const over = mergeRfmDrafts(theirs, { ...draft, painted: { ...draft.painted, groups } }, ["groups"]);
    const rows = rowsOf(over.painted, over.rows);
    expect(rows[0]).toMatchObject({ name: "最優良2", id: null });
    const second = rows.find((row) => row.name === "優良2");
    expect(second?.id).toBe(theirs.rows[0]?.id);
    expect(over.monetaryYears).toBe(5);
  });
});

describe("the edit screen's fields", () => {
  it("send back exactly what was loaded", () => {
    expect(rfmEditOf(draft)).toEqual({
      frequency_aggregation_years: 2,
      monetary_aggregation_years: 3,
      details: rfm.details.map(({ priority: _priority, ...chosen }) => chosen),
      groups: rfm.groups.map(({ count: _count, ...group }) => group),
    });
    expect(changedRfmParts(draft, draft)).toEqual([]);
  });

  it("name each bound as the call does: the row that holds it", () => {
    for (const axis of RFM_AXES) {
      for (const index of [0, 1, 2, 3]) {
        const edited = {
          ...draft,
          bounds: { ...draft.bounds, [axis]: draft.bounds[axis].map((b, i) => (i === index ? 999 : b)) },
        };
        const [, row = "", field = ""] = boundPath(axis, index).split(".");
        const sent = rfmEditOf(edited).details[Number(row)] as unknown as Record<string, number>;
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
    const named = (...names: string[]) => {
      const groups = names.map((name, at) => ({ key: `g${at}`, ids: [], name }));
      return { groups, paint: draft.painted.paint.map((_, at) => (at < names.length - 1 ? `g${at}` : null)) };
    };
    expect(groupErrors(named("優良", " 優良 ", "", "あ".repeat(41), "空"), [])).toEqual({
      [groupPath(1)]: { code: "twice" },
      [groupPath(2)]: { code: "required" },
      [groupPath(3)]: { code: "too_long", max: 40 },
      [groupPath(4)]: { code: "nothing_painted" },
    });
    expect(groupErrors(draft.painted, draft.rows)).toEqual({});
  });

  it("a painted group is several rows of one name, and keeps its first row", () => {
    const [best, good] = draft.painted.groups;
    const painted = paintedWith(draft.painted, numbersAt(1, 1, [1, 5]), best?.key ?? null);
    const rows = rowsOf(painted, draft.rows).filter((row) => row.name === "最優良");
    expect(rows.map((row) => [row.id, row.recency_score, row.frequency_score, row.monetary_score])).toEqual([
      [10, 1, 1, 1],
      [null, 1, 1, 5],
      [null, 5, 5, 5],
    ]);
    const edited = { ...draft, painted };
    const back = rfmDraftOf({ ...rfm, groups: rfmEditOf(edited).groups.map((group) => ({ ...group, count: 0 })) });
    expect(combinationsOf(back.painted, back.painted.groups[0]?.key ?? "")).toEqual(
      combinationsOf(painted, best?.key ?? ""),
    );
    expect(combinationsOf(painted, good?.key ?? "")).toEqual(combinationsOf(draft.painted, good?.key ?? ""));
    expect(changedRfmParts(draft, edited)).toEqual(["groups"]);
  });

  it("ask for the same counts whatever the groups are called", () => {
    const groups = draft.painted.groups.map((group) => ({ ...group, name: `${group.name}様` }));
    const renamed = { ...draft, painted: { ...draft.painted, groups } };
    expect(countedEdit(renamed)).toEqual(countedEdit(draft));
    expect(changedRfmParts(draft, renamed)).toEqual(["groups"]);
  });

  it("move groups by one place, and not past the ends", () => {
    expect(withEntryMoved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
    expect(withEntryMoved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
    expect(withEntryMoved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
    expect(withEntryMoved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
  });
});
