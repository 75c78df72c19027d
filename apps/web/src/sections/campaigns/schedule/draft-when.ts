import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { parseDate } from "@okaeri/domain/calendar-date";
import { type Rhythm, rhythmOf, scheduleOf } from "@okaeri/domain/campaigns/schedule/rhythm";
import type { ScheduleFields } from "@okaeri/domain/campaigns/schedule/schedule";
import { BY_HAND, type ScheduleOnce, type Timing, type Trigger } from "@okaeri/domain/campaigns/schedule/timing";
import { isAboutReservation, type TriggerBase } from "@okaeri/domain/campaigns/triggers/trigger";
import type { CampaignType } from "@okaeri/domain/enumerations";
import type { FigureInput } from "../../../ui/fields/field-props.ts";
import { type TimingDescription, timingOf, WEEK } from "./when-text.ts";

export const WHEN_WAYS = ["hand", "schedule", "trigger"] as const;
export type WhenWay = (typeof WHEN_WAYS)[number];

/** How often one guest is met at most; a schedule may leave it open (`any`). */
export type OnceWay = Trigger["once_per"] | "any";
type DraftOnce = { once_per: OnceWay; once_days: FigureInput };

export type DraftSchedule = {
  /** The sentence that was chosen; `other`: the six fields themselves. */
  every: Rhythm["every"] | "other";
  on: string;
  time: string;
  weekdays: readonly number[];
  days: readonly number[];
  nth: number;
  weekday: number;
  fields: ScheduleFields;
};
/** What is offered of it, the usual first. */
export const RHYTHMS = [
  "once",
  "day",
  "week",
  "month",
  "month_end",
  "nth_weekday",
  "other",
] as const satisfies readonly DraftSchedule["every"][];

export type DraftTrigger = { base: TriggerBase; offset_days: FigureInput; time: string } & DraftOnce;

/** When something happens, as it is typed. What another way needs stays, so that choosing back and forth loses nothing. */
export type DraftWhen = { by: WhenWay; schedule: DraftSchedule; schedule_once: DraftOnce; trigger: DraftTrigger };

const EVERY_DAY_AT_TEN: ScheduleFields = {
  minute: "0",
  hour: "10",
  day_of_month: "*",
  month: "*",
  day_of_week: "*",
  year: "*",
};
const DEFAULT_DAYS = 30;
/** As the presets have it: guests are written to in the morning. */
const MORNING = "10:00";

export function newWhen(): DraftWhen {
  return {
    by: "hand",
    schedule: {
      every: "month",
      on: "",
      time: MORNING,
      weekdays: [2],
      days: [1],
      nth: 1,
      weekday: 2,
      fields: EVERY_DAY_AT_TEN,
    },
    schedule_once: { once_per: "any", once_days: DEFAULT_DAYS },
    trigger: { base: "before_check_in", offset_days: 3, time: MORNING, once_per: "stay", once_days: DEFAULT_DAYS },
  };
}

/** What most campaigns of a type wait for, offered as long as nobody chose otherwise. */
export function withWay(when: DraftWhen, by: WhenWay, type: CampaignType): DraftWhen {
  const blank = newWhen().trigger;
  const untouched = JSON.stringify(when.trigger) === JSON.stringify(blank);
  if (by !== "trigger" || type !== "repeat_promotion" || !untouched) return { ...when, by };
  return { ...when, by, trigger: { ...blank, base: "birthday", offset_days: 14, once_per: "year" } };
}

/** The schedule that is chosen so far; null while something in it cannot be read. */
export function typedSchedule(typed: DraftSchedule): ScheduleFields | null {
  if (typed.every === "other") return typed.fields;
  const rhythm = typedRhythm(typed);
  return rhythm === null ? null : scheduleOf(rhythm);
}

function typedRhythm(typed: DraftSchedule): Rhythm | null {
  const { every, time, weekdays, days, nth, weekday } = typed;
  const on = parseDate(typed.on);
  if (unsupportedSchedule(typed).length > 0) return null;
  switch (every) {
    case "other":
      return null;
    case "once":
      return on === undefined ? null : { every, time, on };
    case "week":
      return weekdays.length === WEEK.length ? { every: "day", time } : { every, time, weekdays };
    case "month":
      return { every, time, days };
    case "nth_weekday":
      return { every, time, nth, weekday };
    default:
      return { every, time };
  }
}

/** What the save calls take. Of a campaign that works on each stay nothing has a time of its own. */
export function sentWhen(when: DraftWhen, type?: CampaignType): Timing {
  if (type === "basic") return BY_HAND;
  if (when.by === "schedule") {
    const schedule = typedSchedule(when.schedule);
    // What happens once meets everybody once.
    const once = when.schedule.every === "once" ? null : sentOnce(when.schedule_once);
    return { ...BY_HAND, schedule, schedule_once: schedule === null ? null : once };
  }
  return when.by === "hand" ? BY_HAND : { ...BY_HAND, trigger: readTrigger(when.trigger) };
}

/** A trigger as it is typed; null while something in it cannot be read. */
export function readTrigger(typed: DraftTrigger): Trigger | null {
  const { base, offset_days, time, once_per } = typed;
  if (typeof offset_days !== "number" || once_per === "any" || unsupportedTrigger(typed).length > 0) return null;
  return { base, offset_days, time, once_per, once_days: sentDays(typed) };
}

function sentOnce(once: DraftOnce): ScheduleOnce | null {
  const { once_per } = once;
  return once_per === "any" || once_per === "stay" ? null : { once_per, once_days: sentDays(once) };
}

const sentDays = ({ once_per, once_days }: DraftOnce) =>
  once_per === "days" && typeof once_days === "number" ? once_days : null;

/** A saved action's time as the editor holds it: the sentence it is, else its fields. */
export function whenOf(timing: TimingDescription): DraftWhen {
  const { schedule, schedule_once, trigger } = timingOf(timing);
  const blank = newWhen();
  if (schedule)
    return {
      ...blank,
      by: "schedule",
      schedule: { ...blank.schedule, ...(rhythmOf(schedule) ?? { every: "other" }), fields: schedule },
      schedule_once: schedule_once ? onceOf(schedule_once) : blank.schedule_once,
    };
  if (trigger) return { ...blank, by: "trigger", trigger: { ...trigger, ...onceOf(trigger) } };
  return blank;
}

/** The time that most actions of a campaign have. */
export function commonWhen(actions: readonly TimingDescription[]): DraftWhen {
  const times = actions.map(whenOf);
  const alike = (one: DraftWhen) => times.filter((other) => isSameWhen(one, other)).length;
  const [first = newWhen()] = times.toSorted((a, b) => alike(b) - alike(a));
  return first;
}

export const isSameWhen = (one: DraftWhen, other: DraftWhen): boolean =>
  JSON.stringify(sentWhen(one)) === JSON.stringify(sentWhen(other));

const onceOf = ({ once_per, once_days }: Pick<Trigger, "once_per" | "once_days">): DraftOnce => ({
  once_per,
  once_days: once_days ?? DEFAULT_DAYS,
});

/** Another base, with what is usual for it. */
export function withBase(trigger: DraftTrigger, base: TriggerBase): DraftTrigger {
  const { once_per } = trigger;
  const stays = isAboutReservation(base);
  if (stays === isAboutReservation(trigger.base)) return { ...trigger, base };
  return { ...trigger, base, once_per: stays ? "stay" : once_per === "stay" ? "year" : once_per };
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What cannot be read where a day, a time or a figure belongs. */
export function unsupportedWhen(when: DraftWhen): FieldProblem[] {
  const under = (part: string, problems: FieldProblem[]) =>
    problems.map((problem) => ({ ...problem, path: `${part}.${problem.path}` }));
  switch (when.by) {
    case "hand":
      return [];
    case "schedule":
      return [
        ...under("schedule", unsupportedSchedule(when.schedule)),
        ...under("schedule_once", unsupportedOnce(when.schedule_once)),
      ];
    case "trigger":
      return under("trigger", unsupportedTrigger(when.trigger));
  }
}

const unsupportedTrigger = (typed: DraftTrigger): FieldProblem[] => [
  ...figure("offset_days", typed.offset_days),
  ...timeOfDay(typed.time),
  ...unsupportedOnce(typed),
];

function unsupportedSchedule({ every, on, time, weekdays, days }: DraftSchedule): FieldProblem[] {
  if (every === "other") return [];
  const own: FieldProblem[] = [];
  if (every === "once" && parseDate(on) === undefined)
    own.push({ path: "day_of_month", code: on === "" ? "required" : "not_a_day" });
  if (every === "month" && days.length === 0) own.push({ path: "day_of_month", code: "required" });
  if (every === "week" && weekdays.length === 0) own.push({ path: "day_of_week", code: "required" });
  return [...own, ...timeOfDay(time, "hour")];
}

const unsupportedOnce = ({ once_per, once_days }: DraftOnce) =>
  once_per === "days" ? figure("once_days", once_days) : [];

function figure(path: string, typed: FigureInput): FieldProblem[] {
  if (typeof typed === "number") return [];
  return [{ path, code: typed === "" ? "required" : "not_a_figure" }];
}

const timeOfDay = (time: string, path = "time"): FieldProblem[] =>
  TIME.test(time) ? [] : [{ path, code: "required" }];
