import type { ScheduleFields } from "../schedule/schedule.ts";
import { BY_HAND, type ScheduleOnce, type Timing, type Trigger } from "../schedule/timing.ts";

// When an action of a preset happens.

const AT_TEN: ScheduleFields = {
  minute: "0",
  hour: "10",
  day_of_month: "*",
  month: "*",
  day_of_week: "*",
  year: "*",
};

/** At ten in the morning of the days that are named. */
export function atTen(days: Partial<ScheduleFields>, once: ScheduleOnce): Timing {
  return { ...BY_HAND, schedule: { ...AT_TEN, ...days }, schedule_once: once };
}

/** So many days before or after what the base names, at a time of Tokyo. */
export function on(
  base: Trigger["base"],
  offset_days: number,
  time: string,
  once_per: Exclude<Trigger["once_per"], "days">,
): Timing {
  return { ...BY_HAND, trigger: { base, offset_days, time, once_per, once_days: null } };
}

/** With each stay, as long as the campaign runs. */
export const EACH_STAY = BY_HAND;
