// When an action of a preset happens, as data.

/** In Unix cron's words, Asia/Tokyo (specification §3, Schedule). */
export interface ScheduleFields {
  minute: string;
  hour: string;
  day_of_month: string;
  month: string;
  day_of_week: string;
  year: string;
}

export const TRIGGER_BASES = ["before_check_in", "before_check_out", "after_check_out", "birthday"] as const;
type TriggerBase = (typeof TRIGGER_BASES)[number];

/** How often one guest is met at most; `days`: once in so many. */
export type OncePer = { per: "stay" | "year" | "ever" } | { per: "days"; days: number };

export type When =
  /** With each stay, as long as the campaign runs. */
  | { by: "each_stay" }
  /** When a person sends it. */
  | { by: "hand" }
  | { by: "schedule"; schedule: ScheduleFields; once: OncePer }
  /** So many days before or after what the base names, at a time of Tokyo. */
  | { by: "trigger"; base: TriggerBase; offset_days: number; time: string; once: OncePer };

const ANY_TIME: ScheduleFields = {
  minute: "0",
  hour: "10",
  day_of_month: "*",
  month: "*",
  day_of_week: "*",
  year: "*",
};

/** At ten in the morning of the days that are named. */
export function atTen(days: Partial<ScheduleFields>, once: OncePer): When {
  return { by: "schedule", schedule: { ...ANY_TIME, ...days }, once };
}

export const EACH_STAY: When = { by: "each_stay" };
export const BY_HAND: When = { by: "hand" };
