import type { CalendarDate } from "../calendar-date.ts";
import type { AccountOptionPeriod } from "../permissions/plan-options.ts";

/** The state of a contract on a day; both ends are inclusive and null is open (product §1). */
export type ContractState = "before" | "running" | "ended";

/** The contract's state on `today` (Asia/Tokyo). */
export function contractState(
  contract: { contract_started_at: string | null; contract_ended_at: string | null },
  today: CalendarDate,
): ContractState {
  if (contract.contract_started_at !== null && contract.contract_started_at > today) return "before";
  return contract.contract_ended_at !== null && contract.contract_ended_at < today ? "ended" : "running";
}

function overlaps(a: AccountOptionPeriod, b: AccountOptionPeriod): boolean {
  if (a.option_type !== b.option_type) return false;
  const startsInTime = (first: AccountOptionPeriod, second: AccountOptionPeriod) =>
    first.option_started_at === null ||
    second.option_ended_at === null ||
    first.option_started_at <= second.option_ended_at;
  return startsInTime(a, b) && startsInTime(b, a);
}

/** Positions of periods that share a day with an earlier one of the same type: one type runs once at a time. */
export function overlappingOptions(options: readonly AccountOptionPeriod[]): number[] {
  return options.flatMap((option, index) =>
    options.slice(0, index).some((earlier) => overlaps(earlier, option)) ? [index] : [],
  );
}
