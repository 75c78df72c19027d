// How a lift's figures are written: shares in points of a hundred, and the axis they stand on.

/** A difference of shares as +2.1, -0.4 or 0.0. */
export type Written = (share: number) => string;

/** As many decimals, at most 3, as keep a bound that is not 0 from being written as 0: where an interval leaves out 0 it has to show. */
export function writtenPoints(shares: readonly number[]): Written {
  const smallest = Math.min(...shares.filter((share) => share !== 0).map((share) => Math.abs(share * 100)));
  const digits = smallest >= 0.05 ? 1 : smallest >= 0.005 ? 2 : 3;
  return (share) => {
    const text = Math.abs(share * 100).toFixed(digits);
    return Number(text) === 0 ? text : `${share > 0 ? "+" : "-"}${text}`;
  };
}

/** Rounded up to two figures: 1,457 → 1,500. What is asked for must suffice. */
export function roundedUp(n: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(n)) - 1);
  return Math.ceil(n / unit) * unit;
}

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
const MOST_STEPS = 7;

/** Marks in points, from one below the interval to one above it, 0 among them; `at`: where a share stands, 0 to 1 of the width. */
export function axisOf(low: number, high: number): { marks: number[]; at: (share: number) => number } {
  const [from, to] = [Math.min(low, 0) * 100, Math.max(high, 0) * 100];
  const spans = (step: number) => Math.ceil(to / step) - Math.floor(from / step);
  const step = STEPS.find((one) => spans(one) <= MOST_STEPS) ?? 50;
  const first = Math.floor(from / step);
  const last = Math.max(first + 1, Math.ceil(to / step));
  const marks = Array.from({ length: last - first + 1 }, (_, n) => Math.round((first + n) * step * 100) / 100);
  const width = (last - first) * step;
  return { marks, at: (share) => (share * 100 - first * step) / width };
}

/** Where the bars of shares end: the first of these that is beyond all of them. */
export function endOfBars(shares: readonly number[]): number {
  const largest = Math.max(...shares);
  return [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5].find((end) => end > largest * 1.05) ?? 1;
}
