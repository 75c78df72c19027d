import fc from "fast-check";
import { expect, test } from "vitest";
import { evenBounds, type ValueCounts } from "./even-bounds.ts";
import { thresholdErrors } from "./score.ts";

const sizesOf = (counts: ValueCounts, bounds: readonly number[]) =>
  [0, ...bounds].map((from, part) =>
    counts.reduce((sum, { value, customers }) => {
      const inside = value >= from && value < (bounds[part] ?? Number.POSITIVE_INFINITY);
      return inside ? sum + customers : sum;
    }, 0),
  );
const unevenness = (sizes: readonly number[]) => {
  const fifth = sizes.reduce((sum, size) => sum + size, 0) / 5;
  return sizes.reduce((sum, size) => sum + (size - fifth) ** 2, 0);
};
const histogram = fc
  .uniqueArray(fc.record({ value: fc.nat(40), customers: fc.integer({ min: 1, max: 200 }) }), {
    selector: ({ value }) => value,
    minLength: 1,
    maxLength: 10,
  })
  .map((found) => found.sort((a, b) => a.value - b.value));

test("of all ways to part the values it is the most even, and every score has a value where there are five", () => {
  fc.assert(
    fc.property(histogram, (counts) => {
      const bounds = evenBounds(counts);
      if (counts.reduce((sum, { customers }) => sum + customers, 0) < 5) {
        expect(bounds).toBeUndefined();
        return;
      }
      expect(thresholdErrors({ recency: bounds ?? [], frequency: bounds ?? [], monetary: bounds ?? [] })).toEqual([]);
      const sizes = sizesOf(counts, bounds ?? []);
      if (counts.length < 5) {
        expect(sizes.filter((size) => size > 0)).toHaveLength(counts.length);
        return;
      }
      expect(Math.min(...sizes)).toBeGreaterThan(0);
      const later = counts.slice(1).map(({ value }) => value);
      let best = Number.POSITIVE_INFINITY;
      for (const a of later)
        for (const b of later)
          for (const c of later)
            for (const d of later)
              if (a < b && b < c && c < d) best = Math.min(best, unevenness(sizesOf(counts, [a, b, c, d])));
      expect(unevenness(sizes)).toBeCloseTo(best, 6);
    }),
  );
});

test("where most came once, they are score 1 and the others share the rest", () => {
  const counts = [6_000, 1_500, 500, 250, 120, 60, 30].map((customers, n) => ({ value: n + 1, customers }));
  const bounds = evenBounds(counts) ?? [];
  expect(bounds).toEqual([2, 3, 4, 5]);
  expect(sizesOf(counts, bounds)).toEqual([6_000, 1_500, 500, 250, 210]);
});

test("two hundred thousand different amounts are parted within a moment, exactly into fifths", () => {
  const counts = Array.from({ length: 200_000 }, (_, value) => ({ value, customers: 1 }));
  expect(evenBounds(counts)).toEqual([40_000, 80_000, 120_000, 160_000]);
});
