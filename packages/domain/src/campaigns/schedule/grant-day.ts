import {
  addDays,
  type CalendarDate,
  calendarDate,
  dayOfMonth,
  lastDayOfMonth,
  monthOf,
  todayInTokyo,
  yearOf,
} from "../../calendar-date.ts";
import { dueOn, isDuringTheDay, meetingDay, type TriggerMoment } from "../triggers/occasion.ts";
import { type KnownRun, runsAfter } from "./runs.ts";
import { parseSchedule, type ScheduleFields } from "./schedule.ts";

// The day from which everything relative to a grant is counted: coupon terms, points, and all that is shown of them beforehand.

/** What decides the day. `run`: the schedule's next run. `trigger`: its moment. `start`: the campaign's first day. */
export const GRANT_BASES = ["run", "trigger", "start", "today"] as const;
export type GrantBasis = (typeof GRANT_BASES)[number];

export interface GrantDay {
  on: CalendarDate;
  because: GrantBasis;
  /** Day of the trigger's base, which coupon terms in months count from. Null without a trigger. */
  occasionOn: CalendarDate | null;
}

/** When an action happens, with the campaign's period and the runs that were moved or skipped. */
export interface GrantTiming {
  schedule?: ScheduleFields | null | undefined;
  trigger?: TriggerMoment | null | undefined;
  start?: CalendarDate | null | undefined;
  end?: CalendarDate | null | undefined;
  known?: readonly KnownRun[] | undefined;
}

/**
 * Returns the day on which the action gives next, seen from `now`. `baseDay`: the day of the trigger's base for one guest; without one, or
 * when its moment is past, the trigger's first moment from now on.
 */
export function grantDay(timing: GrantTiming, now: Date, baseDay: CalendarDate | null = null): GrantDay {
  const { schedule, trigger, start = null, end = null, known = [] } = timing;
  const today = todayInTokyo(now);
  if (trigger) return triggerDay(trigger, { now, start, baseDay });
  const read = schedule ? parseSchedule(schedule) : null;
  const [run] = read?.ok
    ? runsAfter({ schedule: read.schedule, period: { start, end }, known }, now, { count: 1 })
    : [];
  if (run) return { on: todayInTokyo(run.at), because: "run", occasionOn: null };
  return start !== null && start > today
    ? { on: start, because: "start", occasionOn: null }
    : { on: today, because: "today", occasionOn: null };
}

type TriggerFacts = { now: Date; start: CalendarDate | null; baseDay: CalendarDate | null };

function triggerDay(trigger: TriggerMoment, { now, start, baseDay }: TriggerFacts): GrantDay {
  const own = baseDay === null ? null : meetingDay(trigger, baseDay);
  const first = firstMeeting(trigger, now, start);
  const on = own === null || own < first ? first : own;
  return { on, because: "trigger", occasionOn: on === own ? baseDay : dueOn(trigger, on).day };
}

/** First day from now on, and within the campaign, on which the trigger acts. */
function firstMeeting(trigger: TriggerMoment, now: Date, start: CalendarDate | null): CalendarDate {
  const today = todayInTokyo(now);
  const isStillToday = isDuringTheDay(trigger) || dueOn(trigger, today).at > now;
  const first = isStillToday ? today : addDays(today, 1);
  return start !== null && start > first ? start : first;
}

/** Days of one guest that triggers count from; null where there is none. */
export interface GuestDays {
  birthday: CalendarDate | null;
  checkIn: CalendarDate | null;
  checkOut: CalendarDate | null;
}

/** Returns the day of the trigger's base for the guest, or null for a base that none of these days decides. */
export function guestBaseDay(trigger: TriggerMoment, guest: GuestDays, now: Date): CalendarDate | null {
  switch (trigger.base) {
    case "before_check_in":
    case "check_in":
      return guest.checkIn;
    case "before_check_out":
    case "after_check_out":
      return guest.checkOut;
    case "birthday":
      return guest.birthday === null ? null : nextBirthday(trigger, guest.birthday, now);
    default:
      return null;
  }
}

/** The first birthday that the trigger can still act on. */
function nextBirthday(trigger: TriggerMoment, birthday: CalendarDate, now: Date): CalendarDate | null {
  const first = firstMeeting(trigger, now, null);
  const year = yearOf(todayInTokyo(now));
  const years = [0, 1, 2, 3, 4].map((more) => birthdayIn(year + more, birthday));
  return years.find((on) => meetingDay(trigger, on) >= first) ?? null;
}

/** 29 February is kept on 28 February in other years. */
function birthdayIn(year: number, birthday: CalendarDate): CalendarDate {
  const month = calendarDate(`${year}-${String(monthOf(birthday)).padStart(2, "0")}-01`);
  return addDays(month, Math.min(dayOfMonth(birthday), dayOfMonth(lastDayOfMonth(month))) - 1);
}
