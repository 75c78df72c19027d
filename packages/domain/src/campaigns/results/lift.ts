// How sure a share of guests is, and a difference of two. Wilson's limits and Newcombe's (method 10, without correction for continuity):
// they hold for few guests, and for shares of 0 and 1, where the usual formula says nothing.

/** Of the standard normal distribution: 95 percent lie within it. */
const z = 1.959963984540054;

/** The smallest difference that is worth waiting for: one point. */
export const POINT = 0.01;
/** As many or more: nobody sends to so many to learn it. */
export const MOST_NEEDED = 1_000_000;

export type Interval = { low: number; high: number };

/** Guests of two groups, and how many of each stayed. `stayed` is never more than there are. */
export type LiftCounts = { treated: number; treated_stayed: number; control: number; control_stayed: number };

export type Lift = {
  /** Share of the treated who stayed less that of the control group, -1 to 1, and its interval of 95 percent. */
  difference: number;
  low: number;
  high: number;
  /** The difference in guests among the treated, whole, and its interval. */
  guests: number;
  guests_low: number;
  guests_high: number;
  /**
   * How many more guests it takes, in both groups together and divided between them as now, until the interval leaves out 0. Asked with
   * the shares as they are, but with one point between them where they differ by less; 0: one point would show already. At most MOST_NEEDED.
   * Null: the interval leaves out 0.
   */
  needed: number | null;
};

/** Interval of 95 percent, within 0 to 1, of a share: `part` of `whole` guests (0 to `whole`, need not be whole numbers); null of nobody. */
export function shareInterval(part: number, whole: number): Interval | null {
  return whole > 0 ? wilson(part / whole, whole) : null;
}

function wilson(share: number, whole: number): Interval {
  const middle = share + z ** 2 / (2 * whole);
  const half = z * Math.sqrt((share * (1 - share)) / whole + (z / (2 * whole)) ** 2);
  const scale = 1 + z ** 2 / whole;
  // Of 0 and 1 the limit is the share itself, which rounding would miss by a hair.
  return {
    low: share === 0 ? 0 : Math.min(share, Math.max(0, (middle - half) / scale)),
    high: share === 1 ? 1 : Math.max(share, Math.min(1, (middle + half) / scale)),
  };
}

type Group = { share: number; whole: number };

function difference(one: Group, other: Group): Interval {
  const first = wilson(one.share, one.whole);
  const second = wilson(other.share, other.whole);
  const between = one.share - other.share;
  return {
    low: Math.max(-1, between - Math.hypot(one.share - first.low, second.high - other.share)),
    high: Math.min(1, between + Math.hypot(first.high - one.share, other.share - second.low)),
  };
}

const leavesOutZero = ({ low, high }: Interval): boolean => low > 0 || high < 0;

/** Null where one of the groups is empty: there is nothing to compare. */
export function liftOf(counts: LiftCounts): Lift | null {
  if (counts.treated <= 0 || counts.control <= 0) return null;
  const treated = { share: counts.treated_stayed / counts.treated, whole: counts.treated };
  const control = { share: counts.control_stayed / counts.control, whole: counts.control };
  const interval = difference(treated, control);
  // Adding 0 makes 0 of -0.
  const inGuests = (share: number) => Math.round(share * counts.treated) + 0;
  const between = treated.share - control.share;
  return {
    difference: between,
    ...interval,
    guests: inGuests(between),
    guests_low: inGuests(interval.low),
    guests_high: inGuests(interval.high),
    needed: leavesOutZero(interval) ? null : guestsNeeded(treated, control),
  };
}

function guestsNeeded(treated: Group, control: Group): number {
  const share = shareToTell(treated.share, control.share);
  const all = treated.whole + control.whole;
  const tells = (more: number) => {
    const times = 1 + more / all;
    return leavesOutZero(
      difference({ share, whole: treated.whole * times }, { ...control, whole: control.whole * times }),
    );
  };
  // With the shares as they are an interval only shrinks, so that halving finds where it first leaves out 0.
  let [low, high] = [0, MOST_NEEDED];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (tells(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The share of the treated, a point away from the control group's where they are closer: equal shares no number of guests tells apart. */
function shareToTell(treated: number, control: number): number {
  if (Math.abs(treated - control) >= POINT) return treated;
  const away = treated < control ? -POINT : POINT;
  const share = control + away;
  return share < 0 || share > 1 ? control - away : share;
}
