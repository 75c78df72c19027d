import { expect, it } from "vitest";
import { rankKind } from "./rank-kind.ts";

it("gold is gold, whatever its place; of ranks with other names the best is picked out", () => {
  const ranks = ["プラチナ", "ゴールド", "シルバー", "レギュラー", "Gold members", "常連"];
  expect(ranks.map((name, at) => rankKind({ name, priority: at + 1 }))).toEqual([
    "kaki",
    "gold",
    "silver",
    "neutral",
    "gold",
    "neutral",
  ]);
});
