import { describe, expect, it } from "vitest";
import { rowsToChoose, withTicked } from "./member-tree.ts";

const account = (id: number, name: string, parent_id: number | null, active = true) => ({
  id,
  code: `C${id}`,
  name,
  parent_id,
  depth: 0,
  active_status: active ? ("active" as const) : ("inactive" as const),
});
const all = [
  account(1, "本部", null),
  account(2, "箱根", 1),
  account(3, "離れ", 2),
  account(4, "閉館", 1, false),
  account(5, "ｻｸﾗ", null),
];
const shown = (chosen: number[], words: string) =>
  rowsToChoose(all, new Set(chosen), words).map((row) => `${row.account.id}${row.context ? "?" : ""}`);

describe("rowsToChoose", () => {
  it.each([
    ["all active ones", [], "", ["1", "2", "3", "5"]],
    ["inactive ones that are chosen, so that they can be taken out", [4], "", ["1", "2", "3", "4", "5"]],
    ["what is found with those above it", [], "離れ", ["1?", "2?", "3"]],
    ["by code, whatever the case and width", [], "ｃ２", ["1?", "2"]],
    ["by name, whatever the width", [], "サクラ", ["5"]],
    ["nothing", [], "xyz", []],
  ] as const)("%s", (_name, chosen, words, expected) => {
    expect(shown([...chosen], words)).toEqual(expected);
  });
});

describe("withTicked", () => {
  it("keeps the hierarchy's order and what is not on the list", () => {
    expect(withTicked(all, [5, 99], [2, 1], true)).toEqual([1, 2, 5, 99]);
    expect(withTicked(all, [1, 2, 5], [1, 5], false)).toEqual([2]);
  });
});
