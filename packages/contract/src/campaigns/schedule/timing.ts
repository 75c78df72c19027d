import { MAX_ONCE_DAYS, SCHEDULE_ONCE_PER, TRIGGER_ONCE_PER } from "@okaeri/domain/campaigns/schedule/timing";
import { MAX_OFFSET_DAYS, TRIGGER_BASES } from "@okaeri/domain/campaigns/triggers/trigger";
import { z } from "zod";
import { timeOfDay } from "../../time-of-day.ts";
import { scheduleFields } from "./runs.ts";

const onceDays = z.number().int().min(1).max(MAX_ONCE_DAYS).nullable().default(null);

const trigger = z.strictObject({
  base: z.enum(TRIGGER_BASES),
  offset_days: z.number().int().min(0).max(MAX_OFFSET_DAYS),
  time: timeOfDay,
  once_per: z.enum(TRIGGER_ONCE_PER),
  once_days: onceDays,
});

/** When an action happens, by hand where all are null. */
export const SAVED_TIMING = {
  schedule: scheduleFields.nullable(),
  /** How often the schedule meets one guest at most. */
  schedule_once: z.strictObject({ once_per: z.enum(SCHEDULE_ONCE_PER), once_days: onceDays }).nullable(),
  trigger: trigger.nullable(),
};
/** With none of them said, a saved action keeps its own; else what is not said is null. */
export const ACTION_TIMING = {
  schedule: SAVED_TIMING.schedule.optional(),
  schedule_once: SAVED_TIMING.schedule_once.optional(),
  trigger: SAVED_TIMING.trigger.optional(),
};
