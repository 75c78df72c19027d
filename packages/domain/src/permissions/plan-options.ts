import type { CalendarDate } from "../calendar-date.ts";

// specification §6, account option types.
export const OPTION_TYPES = ["crm_option", "crm_option_parent", "registration_card_option"] as const;
export type OptionType = (typeof OPTION_TYPES)[number];

export interface AccountOptionPeriod {
  option_type: OptionType;
  /** First day, inclusive; null = since always. */
  option_started_at: CalendarDate | null;
  /** Last day, inclusive; null = open end. */
  option_ended_at: CalendarDate | null;
}

/** specification §3: active when the end is null, today or later; and, by the product rules, already started. */
export function isOptionActive(option: AccountOptionPeriod, today: CalendarDate): boolean {
  const started = option.option_started_at === null || option.option_started_at <= today;
  return started && (option.option_ended_at === null || option.option_ended_at >= today);
}

/** The option types active today, each once, in the order of OPTION_TYPES: the session's planOptions. */
export function activePlanOptions(options: readonly AccountOptionPeriod[], today: CalendarDate): OptionType[] {
  return OPTION_TYPES.filter((type) => options.some((o) => o.option_type === type && isOptionActive(o, today)));
}

/** Options with which the CRM is part of the plan: an account's, and a group's headquarters'. */
export const CRM_OPTION_TYPES = ["crm_option", "crm_option_parent"] as const satisfies readonly OptionType[];

/** Whether the CRM is part of the plan, for one account or for a group's headquarters. */
export function includesCrm(planOptions: readonly string[]): boolean {
  return CRM_OPTION_TYPES.some((option) => planOptions.includes(option));
}

/** RFM comes with the CRM option of either kind. */
export function includesRfm(planOptions: readonly string[]): boolean {
  return includesCrm(planOptions);
}
