import { expect, it } from "vitest";
import { calendarDate } from "../calendar-date.ts";
import type { OptionType } from "../permissions/plan-options.ts";
import { contractState, overlappingOptions } from "./option-periods.ts";

const day = (text: string | null) => (text === null ? null : calendarDate(text));
const option = (option_type: OptionType, start: string | null, end: string | null) => ({
  option_type,
  option_started_at: day(start),
  option_ended_at: day(end),
});

it.each([
  [null, null, "running"],
  ["2026-11-20", "2026-11-20", "running"],
  ["2026-11-21", null, "before"],
  [null, "2026-11-19", "ended"],
] as const)("a contract from %s to %s is %s on 20 November 2026", (start, end, state) => {
  const contract = { contract_started_at: start, contract_ended_at: end };
  expect(contractState(contract, calendarDate("2026-11-20"))).toBe(state);
});

it("one option type runs once at a time; the last day belongs to the period", () => {
  const first = option("crm_option", "2026-01-01", "2026-03-31");
  expect(overlappingOptions([first, option("crm_option", "2026-04-01", null)])).toEqual([]);
  expect(overlappingOptions([first, option("crm_option", "2026-03-31", null)])).toEqual([1]);
  expect(overlappingOptions([option("crm_option", "2026-03-31", null), first])).toEqual([1]);
  expect(overlappingOptions([first, option("registration_card_option", "2026-02-01", null)])).toEqual([]);
  expect(overlappingOptions([option("crm_option", null, null), first, first])).toEqual([1, 2]);
});
