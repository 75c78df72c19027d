import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { liftOf, MOST_NEEDED, shareInterval } from "./lift.ts";

const z = 1.959963984540054;
const lift = (treated_stayed: number, treated: number, control_stayed: number, control: number) =>
  liftOf({ treated, treated_stayed, control, control_stayed });

/** A group, as [stayed, guests]. */
const group = fc
  .integer({ min: 1, max: 5000 })
  .chain((guests) => fc.tuple(fc.nat({ max: guests }), fc.constant(guests)));

/** Wilson's limits by their definition: the shares whose distance to what was seen is z of their own standard errors. Found by halving. */
function limitsByDefinition(part: number, whole: number): [number, number] {
  const seen = part / whole;
  const isTooFar = (share: number) => Math.abs(seen - share) > z * Math.sqrt((share * (1 - share)) / whole);
  const limit = (outside: number) => {
    let [far, near] = [outside, seen];
    for (let step = 0; step < 100; step += 1) {
      const middle = (far + near) / 2;
      if (isTooFar(middle)) far = middle;
      else near = middle;
    }
    return near;
  };
  return [limit(0), limit(1)];
}

describe("Interval of a share", () => {
  test("nobody has no share", () => {
    expect(shareInterval(0, 0)).toBeNull();
  });

  test("0 and 1 are their own limits", () => {
    expect(shareInterval(0, 10)).toEqual({ low: 0, high: expect.closeTo(0.2775, 4) });
    expect(shareInterval(10, 10)).toEqual({ low: expect.closeTo(0.7225, 4), high: 1 });
    expect(shareInterval(1, 1)).toEqual({ low: expect.closeTo(0.2065, 4), high: 1 });
  });

  test("limits are those of Wilson's definition", () => {
    fc.assert(
      fc.property(group, ([part, whole]) => {
        const [low, high] = limitsByDefinition(part, whole);
        expect(shareInterval(part, whole)).toEqual({ low: expect.closeTo(low, 8), high: expect.closeTo(high, 8) });
      }),
    );
  });
});

describe("Difference of two shares", () => {
  // Newcombe, Interval estimation for the difference between independent proportions, Statistics in Medicine 17 (1998), table II, method 10.
  test.each([
    [56, 70, 48, 80, 0.2, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.6, 0.1705, 0.809],
    [6, 7, 2, 7, 0.5714, 0.0582, 0.8062],
    [5, 56, 0, 29, 0.0893, -0.0381, 0.1926],
    [0, 10, 0, 20, 0, -0.1611, 0.2775],
    [0, 10, 0, 10, 0, -0.2775, 0.2775],
    [10, 10, 0, 20, 1, 0.6791, 1],
    [10, 10, 0, 10, 1, 0.6075, 1],
  ])("%i of %i against %i of %i is as published", (stayed, guests, others, control, difference, low, high) => {
    expect(lift(stayed, guests, others, control)).toMatchObject({
      difference: expect.closeTo(difference, 4),
      low: expect.closeTo(low, 4),
      high: expect.closeTo(high, 4),
    });
  });

  test("an empty group has nothing to be compared with", () => {
    expect(lift(0, 0, 3, 10)).toBeNull();
    expect(lift(3, 10, 0, 0)).toBeNull();
    expect(lift(0, 0, 0, 0)).toBeNull();
  });

  test("one guest in each group tells nothing but how many it takes", () => {
    expect(lift(1, 1, 0, 1)).toEqual({
      difference: 1,
      low: expect.closeTo(-0.1221, 4),
      high: 1,
      guests: 1,
      guests_low: 0,
      guests_high: 1,
      needed: 2,
    });
  });

  test("guests are the difference among those it was sent to", () => {
    const { guests, guests_low, guests_high, needed } = lift(186, 2011, 16, 223) ?? {};
    expect([guests, guests_low, guests_high]).toEqual([42, -45, 103]);
    expect(needed).toBeGreaterThan(0);
    // Less than nobody is nobody.
    expect(Object.is(lift(0, 10, 0, 10)?.guests, 0)).toBe(true);
  });

  test("holds the difference, stays within -1 and 1, and is mirrored when the groups are", () => {
    fc.assert(
      fc.property(group, group, ([stayed, treated], [others, control]) => {
        const seen = lift(stayed, treated, others, control);
        const mirrored = lift(others, control, stayed, treated);
        if (!seen || !mirrored) throw new Error("no group is empty");
        expect(seen.low).toBeGreaterThanOrEqual(-1);
        expect(seen.high).toBeLessThanOrEqual(1);
        expect(seen.low).toBeLessThanOrEqual(seen.difference);
        expect(seen.high).toBeGreaterThanOrEqual(seen.difference);
        expect([mirrored.difference, mirrored.low, mirrored.high]).toEqual([
          expect.closeTo(-seen.difference, 10),
          expect.closeTo(-seen.high, 10),
          expect.closeTo(-seen.low, 10),
        ]);
      }),
    );
  });

  test("shrinks with the groups", () => {
    fc.assert(
      fc.property(group, group, fc.integer({ min: 2, max: 20 }), ([stayed, treated], [others, control], times) => {
        const few = lift(stayed, treated, others, control);
        const many = lift(stayed * times, treated * times, others * times, control * times);
        if (!few || !many) throw new Error("no group is empty");
        expect(many.high - many.low).toBeLessThan(few.high - few.low);
      }),
    );
  });
});

describe("How many more guests it takes", () => {
  test("none where the interval leaves out 0", () => {
    expect(lift(56, 70, 48, 80)?.needed).toBeNull();
    expect(lift(48, 80, 56, 70)?.needed).toBeNull();
  });

  test("as many as make the interval leave out 0, and not one fewer", () => {
    fc.assert(
      fc.property(group, group, ([stayed, treated], [others, control]) => {
        const seen = lift(stayed, treated, others, control);
        if (!seen || seen.needed === null || seen.needed === MOST_NEEDED || Math.abs(seen.difference) < 0.01) return;
        const withMore = (more: number) => {
          const times = 1 + more / (treated + control);
          return lift(stayed * times, treated * times, others * times, control * times)?.needed;
        };
        expect(withMore(seen.needed)).toBeNull();
        expect(withMore(seen.needed - 1)).not.toBeNull();
      }),
    );
  });

  test("of shares that are less than a point apart: until a point would show", () => {
    // Nobody stayed yet.
    const { needed } = lift(0, 950, 0, 50) ?? {};
    expect(needed).toBeGreaterThan(5000);
    const all = 1000 + (needed ?? 0);
    expect(lift(all * 0.95 * 0.01, all * 0.95, 0, all * 0.05)?.low).toBeGreaterThan(0);
    // Everybody stayed: a point less.
    expect(lift(950, 950, 50, 50)?.needed).toBeGreaterThan(0);
    // 5.0 against 5.1 of a hundred: a point would have shown.
    expect(lift(5000, 100_000, 5100, 100_000)?.needed).toBe(0);
  });

  test("never more than a million", () => {
    expect(lift(500_000, 1_000_000, 0, 1)?.needed).toBe(MOST_NEEDED);
  });
});
