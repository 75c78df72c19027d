/** Repeatable choices: the same seed gives the same stream on every machine (mulberry32). */
export type BenchRandom = {
  /** At least 0, below 1. */
  next(): number;
  /** Whole number from 0 up to and without `bound`. */
  below(bound: number): number;
  chance(probability: number): boolean;
  /** Normally distributed, mean 0, deviation 1. */
  normal(): number;
};

export function randomOf(seed: number): BenchRandom {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (bound) => Math.floor(next() * bound),
    chance: (probability) => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
