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

/** The latest end of each option type that ran once and does not run today: shown to people whose section it closed. */
export function endedPlanOptions(
  options: readonly AccountOptionPeriod[],
  today: CalendarDate,
): { option_type: OptionType; ended_on: CalendarDate }[] {
  const running = activePlanOptions(options, today);
  return OPTION_TYPES.filter((type) => !running.includes(type)).flatMap((option_type) => {
    const ends = options.flatMap((one) =>
      one.option_type === option_type && one.option_ended_at !== null && one.option_ended_at < today
        ? [one.option_ended_at]
        : [],
    );
    const ended_on = ends.sort().at(-1);
    return ended_on === undefined ? [] : [{ option_type, ended_on }];
  });
}

const CRM = ["crm_option", "crm_option_parent"] as const satisfies readonly OptionType[];

/**
 * What works only while one of its options runs (specification §6, product §1). Guards, keys and jobs read it here, the account's options
 * tab shows it, and `main/plan-options.test.ts` walks through it. Nothing else ends with an option.
 */
export const PLAN = {
  /** Pages and calls of RFM for the client's staff. */
  rfm: CRM,
  /** The scores of each night, and those after an import. */
  rfm_scores: CRM,
  /** What the permission value crm_option opens: ranks, RFM, customers, campaigns, reports. */
  crm_permission: CRM,
  /** That the client's administrators change names, settings and keys of their accounts. */
  own_settings: CRM,
  /** Keys of booking engines. */
  engine_keys: CRM,
  /** Keys of systems that send reservations and stays. */
  feed_keys: [...CRM, "registration_card_option"],
  /** The tab of the registration cards and its calls. */
  registration_cards: ["registration_card_option"],
} as const satisfies Record<string, readonly OptionType[]>;
export type PlanPart = keyof typeof PLAN;
export const PLAN_PARTS = Object.keys(PLAN) as PlanPart[];

/** Whether the options that run have it. */
export function planHas(part: PlanPart, planOptions: readonly string[]): boolean {
  return PLAN[part].some((option) => planOptions.includes(option));
}

/** What the option opens. */
export function openedBy(option: OptionType): PlanPart[] {
  return PLAN_PARTS.filter((part) => planHas(part, [option]));
}
