import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { dayInSearch, idInSearch, listInSearch, numberInSearch, oneOfInSearch, wordsInSearch } from "./-list-search.ts";

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

  it("a list: page, size, a known sort in both directions, words; unknown keys are dropped", () => {
    const list = v.object(listInSearch(["name", "at"]));
    const given = { page: "3", size: "100", sort: "-at", q: "山", other: "x" };
    expect(v.parse(list, given)).toEqual({ page: 3, size: 100, sort: "-at", q: "山" });
    expect(v.parse(list, { page: "0", size: "30", sort: "id" })).toEqual({});
    expect(v.parse(list, { q: ["a", "b"] })).toEqual({ q: "a,b" });
  });
});
