import type { CalendarDate } from "../calendar-date.ts";
import { type CouponTerms, overFromTheStart } from "./coupon.ts";
import { isGiven } from "./pool.ts";
import { earliest } from "./valid-until.ts";

/** A coupon as one guest has it, by what a page shows of it. */
export interface TicketFacts {
  /** It was taken out of use. */
  isRemoved: boolean;
  used_in_all: number;
  acquired_in_all: number;
  /** Null: the guest has none of it. */
  held: {
    /** It was taken back from the guest. */
    isWithdrawn: boolean;
    /** Last night of what the guest has; null where nothing is counted. */
    valid_until: CalendarDate | null;
  } | null;
  used_by_guest: number;
  /** What offers it still runs. */
  isOpen: boolean;
}

/**
 * `takeable`: the guest may take it now. `closed`, `none_left`: it can no longer be taken. `used`: by this guest, as often as may be.
 * `used_up`: by all together. `over`: its last day, or the last night that is left for it, is past.
 */
export const TICKET_STATES = [
  "usable",
  "takeable",
  "used",
  "used_up",
  "over",
  "ended",
  "withdrawn",
  "closed",
  "none_left",
] as const;
export type TicketState = (typeof TICKET_STATES)[number];

/** Whether a guest can begin anything with the coupon on the day, and if not, why. */
export function ticketState(terms: CouponTerms, facts: TicketFacts, today: CalendarDate): TicketState {
  const { held } = facts;
  const times = terms.use_times_limit;
  if (held?.isWithdrawn) return "withdrawn";
  if (times !== null && facts.used_by_guest >= times) return "used";
  if (facts.isRemoved) return "ended";
  if (isOver(terms, held, today)) return "over";
  if (terms.use_amount_limit !== null && facts.used_in_all >= terms.use_amount_limit) return "used_up";
  if (!isGiven(terms) || held !== null) return "usable";
  if (!terms.taken_by_guest || !facts.isOpen) return "closed";
  const most = terms.acquire_amount_limit;
  return most !== null && facts.acquired_in_all >= most ? "none_left" : "takeable";
}

/** What the guest has ends by its own day, which was fixed then; what is counted from today is asked of who has none. */
function isOver(terms: CouponTerms, held: TicketFacts["held"], today: CalendarDate): boolean {
  const effective: CouponTerms =
    held === null
      ? terms
      : {
          ...terms,
          valid_days_from_acquire: null,
          valid_months_from_acquire: null,
          stay_end_date: earliest(terms.stay_end_date, held.valid_until),
        };
  return overFromTheStart(effective, today, today).length > 0;
}
