import { describe, expect, it } from "vitest";
import { placeAtEnd, rowsToMove } from "./code-order.ts";

const items = (...orders: number[]) => orders.map((sort_order, index) => ({ name: "abcdef"[index], sort_order }));
/** The list as the server would answer after the rows were written. */
function after(before: ReturnType<typeof items>, from: number, step: 1 | -1) {
  const written = rowsToMove(before, from, step);
  const rows = before.map((row) => written.find((one) => one.name === row.name) ?? row);
  const names = rows.toSorted((a, b) => a.sort_order - b.sort_order).map((row) => row.name);
  return [names.join(""), written.length];
}

describe("rowsToMove", () => {
  it.each([
    ["down where there is room", items(10, 20, 30), 0, 1, ["bac", 1]],
    ["up where there is room", items(10, 20, 30), 2, -1, ["acb", 1]],
    ["to the top", items(10, 20, 30), 1, -1, ["bac", 1]],
    ["to the end", items(10, 20, 30), 1, 1, ["acb", 1]],
    ["without room all are numbered anew", items(1, 2, 3, 4), 2, -1, ["acbd", 4]],
    ["with equal places too", items(0, 0, 0), 0, 1, ["bac", 3]],
    ["past the last place", items(9_990, 10_000), 0, 1, ["ba", 2]],
  ] as const)("%s", (_name, before, from, step, expected) => {
    expect(after([...before], from, step)).toEqual(expected);
  });

  it("has nothing to do at the ends", () => {
    expect(rowsToMove(items(10, 20), 0, -1)).toEqual([]);
    expect(rowsToMove(items(10, 20), 1, 1)).toEqual([]);
  });
});

it("puts a new code behind all others, up to the last place", () => {
  expect([placeAtEnd([]), placeAtEnd(items(10, 30)), placeAtEnd(items(9_999))]).toEqual([10, 40, 10_000]);
});
