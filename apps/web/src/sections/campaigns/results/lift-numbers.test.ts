import { expect, test } from "vitest";
import { axisOf, endOfBars, roundedUp, writtenPoints } from "./lift-numbers.ts";

test("differences carry their sign, and none that is not 0 is written as 0", () => {
  const points = writtenPoints([0.0209, 0.004, 0.0378]);
  expect([0.0209, 0.004, -0.0378, 0].map(points)).toEqual(["+2.1", "+0.4", "-3.8", "0.0"]);
  expect([0.0001, 0.02].map(writtenPoints([0.0001, 0.02]))).toEqual(["+0.01", "+2.00"]);
  expect([0, 0.2].map(writtenPoints([0, 0.2]))).toEqual(["0.0", "+20.0"]);
  expect(writtenPoints([0, 0, 0])(0)).toBe("0.0");
});

test("what is asked for is rounded up to two figures", () => {
  expect([1, 9, 12, 101, 1_457, 12_300, 999_999].map(roundedUp)).toEqual([1, 9, 12, 110, 1_500, 13_000, 1_000_000]);
});

test("the axis holds the interval and 0, with at most eight marks", () => {
  const { marks, at } = axisOf(0.004, 0.0378);
  expect(marks).toEqual([0, 1, 2, 3, 4]);
  expect([0, 0.02, 0.04].map(at)).toEqual([0, 0.5, 1]);
  expect(axisOf(-0.008, 0.0019).marks).toEqual([-0.8, -0.6, -0.4, -0.2, 0, 0.2]);
  expect(axisOf(-1, 1).marks).toEqual([-100, -50, 0, 50, 100]);
  expect(axisOf(0, 0).marks).toContain(0);
});

test("bars end beyond the larger share", () => {
  expect(
    [
      [0.112, 0.091],
      [0, 0],
      [1, 0.2],
    ].map(endOfBars),
  ).toEqual([0.15, 0.01, 1]);
});
