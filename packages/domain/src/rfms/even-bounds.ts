/** How many customers have each value, smallest value first; whole numbers from 0. */
export type ValueCounts = readonly { value: number; customers: number }[];

const PARTS = 5;

/**
 * Four bounds that part the customers into five scores as evenly as ties allow: of all ways that give each score at least one value, the
 * one whose sizes have the least squared distance from a fifth. Customers with one value are never parted, so where most came once the
 * lowest score is large, and the others share the rest. With fewer than five values the scores above the last one stay empty. Undefined
 * for fewer than five customers.
 */
export function evenBounds(counts: ValueCounts): number[] | undefined {
  const sums = [0];
  for (const { customers } of counts) sums.push((sums.at(-1) ?? 0) + customers);
  const all = sums.at(-1) ?? 0;
  if (all < PARTS) return undefined;
  const values = counts.map(({ value }) => value);
  if (values.length < PARTS) {
    const bounds = values.slice(1);
    while (bounds.length < PARTS - 1) bounds.push((bounds.at(-1) ?? values[0] ?? 0) + 1);
    return bounds;
  }
  return cutsOf(sums, all / PARTS).map((cut) => values[cut] ?? 0);
}

/**
 * Where parts two to five begin. The best last cut moves only upwards as more values are taken in, so each round needs no more than a few
 * looks at every value (divide and conquer).
 */
function cutsOf(sums: readonly number[], target: number): number[] {
  const size = sums.length - 1;
  const cost = (from: number, to: number) => ((sums[to] ?? 0) - (sums[from] ?? 0) - target) ** 2;
  let least = Float64Array.from({ length: size + 1 }, (_, to) => (to === 0 ? Number.POSITIVE_INFINITY : cost(0, to)));
  const cuts: Int32Array[] = [];
  for (let part = 2; part <= PARTS; part++) {
    const next = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
    const cut = new Int32Array(size + 1);
    const before = least;
    const solve = (low: number, high: number, from: number, to: number): void => {
      if (low > high) return;
      const middle = (low + high) >> 1;
      for (let at = from; at <= Math.min(to, middle - 1); at++) {
        const found = (before[at] ?? Number.POSITIVE_INFINITY) + cost(at, middle);
        if (found < (next[middle] ?? Number.POSITIVE_INFINITY)) {
          next[middle] = found;
          cut[middle] = at;
        }
      }
      solve(low, middle - 1, from, cut[middle] ?? from);
      solve(middle + 1, high, cut[middle] ?? from, to);
    };
    solve(part, size, part - 1, size - 1);
    cuts.push(cut);
    least = next;
  }
  const found: number[] = [];
  let end = size;
  for (const cut of cuts.reverse()) {
    end = cut[end] ?? 0;
    found.unshift(end);
  }
  return found;
}
