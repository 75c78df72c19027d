import { describeList, WORDS_FILTER } from "@okaeri/contract/lists/list";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { dayInSearch, idInSearch, listSearch, numberInSearch, oneOfInSearch, wordsInSearch } from "./-list-search.ts";

describe("what a URL may say; anything else counts as absent", () => {
  it.each([
    ["an id", idInSearch, { "7": 7, "0": undefined, "-1": undefined, "1.5": undefined, x: undefined, "": undefined }],
    ["a number of a range", numberInSearch(1, 5), { "1": 1, "5": 5, "0": undefined, "6": undefined, "1e9": undefined }],
    ["one of some words", oneOfInSearch(["a", "b"]), { a: "a", b: "b", c: undefined, A: undefined, "": undefined }],
    ["a day", dayInSearch, { "2026-11-21": "2026-11-21", "2026-13-01": undefined, "21.11.2026": undefined }],
    [
      "words",
      wordsInSearch,
      { 山田: "山田", "": "", ["あ".repeat(200)]: "あ".repeat(200), ["あ".repeat(201)]: undefined },
    ],
  ] as const)("%s", (_name, schema, table) => {
    for (const [given, wanted] of Object.entries(table))
      expect([given, v.parse(schema, given)]).toEqual([given, wanted]);
    expect(v.parse(schema, undefined)).toBeUndefined();
  });

  it("a list: page, size, a known sort in both directions, each kind of condition; unknown keys are dropped", () => {
    const list = describeList({
      path: "/things",
      sorts: ["name", "at"],
      sort: "name",
      filters: {
        q: WORDS_FILTER,
        state: { kind: "choice", of: ["on", "off"] },
        score: { kind: "number", min: 1, max: 5 },
        month: { kind: "numbers", min: 1, max: 12 },
        owner: { kind: "record" },
        rank: { kind: "records" },
        period: { kind: "days", from: "from", to: "to" },
        nights: { kind: "counts", from: "nights_min", to: "nights_max" },
      },
      columns: {},
    });
    const read = (given: object) => v.parse(listSearch(list), given);
    const right = {
      page: "3",
      size: "100",
      sort: "-at",
      q: "山",
      state: "on",
      score: "5",
      month: "1,12",
      owner: "7",
      rank: "2,1",
      from: "2026-01-01",
      to: "2026-12-31",
      nights_min: "0",
      nights_max: "3",
    };
    expect(read({ ...right, other: "x" })).toEqual({
      page: 3,
      size: 100,
      sort: "-at",
      q: "山",
      state: "on",
      score: 5,
      month: "1,12",
      owner: 7,
      rank: "2,1",
      from: "2026-01-01",
      to: "2026-12-31",
      nights_min: 0,
      nights_max: 3,
    });
    const wrong = {
      page: "0",
      size: "30",
      sort: "id",
      q: "あ".repeat(201),
      state: "x",
      score: "6",
      month: "1,13",
      owner: "0",
      rank: "1,,2",
      from: "yesterday",
      nights_min: "-1",
      nights_max: "x",
    };
    expect(read(wrong)).toEqual({});
    expect(read({ q: ["a", "b"], month: "1", rank: "0" })).toEqual({ q: "a,b", month: "1" });
    expect(read({ rank: Array(101).fill("1").join(",") })).toEqual({});
  });
});
