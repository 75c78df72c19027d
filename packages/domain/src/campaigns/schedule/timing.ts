import type { CampaignType } from "../../enumerations.ts";
import { isAboutReservation, type TriggerBase } from "../triggers/trigger.ts";
import { checkSchedule, type ScheduleFields, type ScheduleProblem } from "./schedule.ts";

// When an action happens: by a schedule, by a trigger, or, with neither, when a person sends the campaign.

/** How often a schedule's action meets one guest at most; `days`: once in so many. */
export const SCHEDULE_ONCE_PER = ["year", "days", "ever"] as const;
/** The same of a trigger's. `stay`: once for each reservation. */
export const TRIGGER_ONCE_PER = ["stay", ...SCHEDULE_ONCE_PER] as const;
export const MAX_ONCE_DAYS = 3_650;

interface Once<Per> {
  once_per: Per;
  /** For `days` alone. */
  once_days: number | null;
}
export type ScheduleOnce = Once<(typeof SCHEDULE_ONCE_PER)[number]>;
export interface Trigger extends Once<(typeof TRIGGER_ONCE_PER)[number]> {
  base: TriggerBase;
  /** Before or after what the base names. */
  offset_days: number;
  /** "HH:MM" in Tokyo. */
  time: string;
}

export interface Timing {
  schedule: ScheduleFields | null;
  schedule_once: ScheduleOnce | null;
  trigger: Trigger | null;
}
export const TIMING_FIELDS = ["schedule", "schedule_once", "trigger"] as const satisfies (keyof Timing)[];
/** When a person sends the campaign. */
export const BY_HAND: Timing = { schedule: null, schedule_once: null, trigger: null };

/** Whether it goes out when a person sends the campaign. What is not said waits for nothing. */
export const isByHand = ({ schedule, trigger }: { [F in "schedule" | "trigger"]?: Timing[F] | undefined }): boolean =>
  !schedule && !trigger;

type WithoutField<Problem> = Problem extends ScheduleProblem ? Omit<Problem, "field"> : never;
export type TimingProblem = { path: string } & (WithoutField<ScheduleProblem> | { code: TimingCode });
type TimingCode =
  | "required"
  | "timing_each_stay"
  | "schedule_and_trigger"
  | "once_needs_schedule"
  | "once_days_unused"
  | "once_per_no_stay";

/** What of an action's timing can be carried out in no campaign of this type. */
export function timingProblems(
  { schedule, schedule_once: once, trigger }: Timing,
  type: CampaignType,
): TimingProblem[] {
  const problems: TimingProblem[] = [];
  if (type === "basic") {
    if (schedule !== null) problems.push({ path: "schedule", code: "timing_each_stay" });
    if (trigger !== null) problems.push({ path: "trigger", code: "timing_each_stay" });
  }
  const read = schedule && checkSchedule(schedule);
  if (read && !read.ok)
    problems.push(...read.problems.map(({ field, ...problem }) => ({ ...problem, path: `schedule.${field}` })));
  if (schedule !== null && trigger !== null) problems.push({ path: "trigger", code: "schedule_and_trigger" });
  if (once !== null) {
    if (schedule === null) problems.push({ path: "schedule_once", code: "once_needs_schedule" });
    problems.push(...onceProblems("schedule_once", once));
  }
  if (trigger !== null) {
    problems.push(...onceProblems("trigger", trigger));
    if (trigger.once_per === "stay" && !isAboutReservation(trigger.base))
      problems.push({ path: "trigger.once_per", code: "once_per_no_stay" });
  }
  return problems;
}

function onceProblems(path: string, { once_per, once_days }: Once<string>): TimingProblem[] {
  if (once_per === "days" && once_days === null) return [{ path: `${path}.once_days`, code: "required" }];
  if (once_per !== "days" && once_days !== null) return [{ path: `${path}.once_days`, code: "once_days_unused" }];
  return [];
}
