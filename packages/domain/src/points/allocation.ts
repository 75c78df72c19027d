import type { CalendarDate } from "../calendar-date.ts";
import { isExpired } from "./expiry.ts";

// The ledger's arithmetic as pure functions. The server does the same in one SQL statement; a test compares both.

/** One grant as far as spending asks. */
export interface Lot {
  id: number;
  /** Points left, ≥ 0. */
  remaining: number;
  /** Last valid day, inclusive; null = never expires. */
  lastDay: CalendarDate | null;
}

/** A share of one grant. */
export interface GrantShare {
  grant_id: number;
  amount: number;
}

function byExpiryThenId(a: Lot, b: Lot): number {
  if (a.lastDay !== b.lastDay) {
    if (a.lastDay === null) return 1;
    if (b.lastDay === null) return -1;
    return a.lastDay < b.lastDay ? -1 : 1;
  }
  return a.id - b.id;
}

function requireAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 1) throw new RangeError(`points must be a whole number ≥ 1: ${amount}`);
}

/** The lots that can be spent today: something left, unexpired; earliest expiry first, then the lowest grant id. */
export function spendableLots(lots: readonly Lot[], today: CalendarDate): Lot[] {
  return lots.filter((lot) => lot.remaining > 0 && !isExpired(lot.lastDay, today)).sort(byExpiryThenId);
}

/** Points a customer can spend today. */
export function balanceOf(lots: readonly Lot[], today: CalendarDate): number {
  return spendableLots(lots, today).reduce((sum, lot) => sum + lot.remaining, 0);
}

function take(lots: readonly Lot[], amount: number): { parts: GrantShare[]; missing: number } {
  const parts: GrantShare[] = [];
  let missing = amount;
  for (const lot of lots) {
    if (missing === 0) break;
    const share = Math.min(lot.remaining, missing);
    parts.push({ grant_id: lot.id, amount: share });
    missing -= share;
  }
  return { parts, missing };
}

export type Allocation = { ok: true; parts: GrantShare[] } | { ok: false; code: "insufficient"; balance: number };

/** Allocates a use fully or refuses it. Throws RangeError unless `amount` is a whole number ≥ 1. */
export function allocateUse(lots: readonly Lot[], amount: number, today: CalendarDate): Allocation {
  requireAmount(amount);
  const { parts, missing } = take(spendableLots(lots, today), amount);
  return missing === 0 ? { ok: true, parts } : { ok: false, code: "insufficient", balance: amount - missing };
}

export interface Cancellation {
  /** Given back to the same grants, after the debt. */
  restored: GrantShare[];
  /** Given back and at once taken for the debt: as if the points had never been spent. */
  settled: GrantShare[];
  /** Expired meanwhile, stays expired. */
  lapsed: GrantShare[];
  /** Debt left. */
  debt: number;
}

/** Cancelling a use gives back to the same grants; a debt is paid first, so that balance and debt never stand together. */
export function cancelUse(
  parts: readonly GrantShare[],
  lots: readonly Lot[],
  today: CalendarDate,
  debt: number,
): Cancellation {
  const lastDays = new Map(lots.map((lot) => [lot.id, lot.lastDay]));
  const result: Cancellation = { restored: [], settled: [], lapsed: [], debt };
  for (const part of parts) {
    if (isExpired(lastDays.get(part.grant_id) ?? null, today)) {
      result.lapsed.push(part);
      continue;
    }
    const { paid, usable, debt: left } = settleDebt(part.amount, result.debt);
    result.debt = left;
    if (paid > 0) result.settled.push({ grant_id: part.grant_id, amount: paid });
    if (usable > 0) result.restored.push({ grant_id: part.grant_id, amount: usable });
  }
  return result;
}

/** A new grant pays the debt first. `usable` is what its lot starts with. */
export function settleDebt(granted: number, debt: number): { paid: number; usable: number; debt: number } {
  const paid = Math.min(granted, debt);
  return { paid, usable: granted - paid, debt: debt - paid };
}

export interface Reversal {
  /** Taken back, the reversed grant's own lot first, then the customer's other lots in spending order. */
  parts: GrantShare[];
  /** What could not be taken back: owed, and paid by the next grants. */
  debt: number;
}

/**
 * Takes back a grant, or a part of it, whose stay was cancelled or corrected. `amount` is what is left to take once expired points of
 * the same grant have given theirs (they were never earned, and owe nothing). Throws RangeError unless it is a whole number ≥ 1.
 */
export function reverseGrant(lots: readonly Lot[], grantId: number, amount: number, today: CalendarDate): Reversal {
  requireAmount(amount);
  const spendable = spendableLots(lots, today);
  const ordered = [...spendable.filter((lot) => lot.id === grantId), ...spendable.filter((lot) => lot.id !== grantId)];
  const { parts, missing } = take(ordered, amount);
  return { parts, debt: missing };
}
