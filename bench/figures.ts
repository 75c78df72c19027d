/** One line of a result: a product's figure beside its limit's. */
export type FigureLine = {
  bench: string;
  /** What was done. */
  work: string;
  /** Customers, or rows of the file. */
  size: number;
  unit: string;
  product: number;
  /** Absent where the line is a count of its own. */
  limit: number | null;
  ratio: number | null;
  /** As in the quality goals; empty where the line only explains another. */
  goal: string;
  reached: boolean | null;
  /** Pairs the medians were taken from. */
  pairs: number;
  more?: Record<string, number | string>;
};

export type BenchSettings = { sizes: readonly number[]; pairs: number; fresh: boolean; say: (text: string) => void };

/** A line in few words, told as soon as it is known: what comes later may fail. */
export function lineText(line: FigureLine): string {
  const comparison = line.limit === null ? "" : ` beside ${line.limit}, ratio ${line.ratio}`;
  return `  ${line.work}: ${line.product}${comparison} ${line.unit}`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/**
 * Runs the sides in turn, pair after pair, and gives each pair's results. A first pair warms both up and is not counted. Ends early
 * when `seconds` are used up, but never before one counted pair.
 */
export async function inPairs<Sides extends Record<string, (pair: number) => Promise<unknown>>>(
  sides: Sides,
  options: { pairs: number; warmUp: boolean; seconds: number },
): Promise<{ [Side in keyof Sides]: Awaited<ReturnType<Sides[Side]>> }[]> {
  type Pair = { [Side in keyof Sides]: Awaited<ReturnType<Sides[Side]>> };
  const names = Object.keys(sides) as (keyof Sides)[];
  const results: Pair[] = [];
  const started = performance.now();
  for (let pair = options.warmUp ? -1 : 0; pair < options.pairs; pair++) {
    if (results.length > 0 && performance.now() - started > options.seconds * 1000) break;
    const result: Partial<Pair> = {};
    // The order turns from pair to pair: who goes second finds warmer caches.
    for (const name of pair % 2 === 0 ? names : [...names].reverse()) {
      result[name] = (await sides[name]?.(pair)) as Pair[typeof name];
    }
    if (pair >= 0) results.push(result as Pair);
  }
  return results;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** @throws Error when the sides came to other results: a ratio between them would mean nothing. */
export function mustAgree(work: string, own: unknown, other: unknown): void {
  const [a, b] = [JSON.stringify(own), JSON.stringify(other)];
  if (a !== b) throw new Error(`${work}: the sides disagree: ${a} and ${b}`);
}

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));
