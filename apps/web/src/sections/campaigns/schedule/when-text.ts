import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { type Rhythm, rhythmOf } from "@okaeri/domain/campaigns/schedule/rhythm";
import { SCHEDULE_FIELDS, type ScheduleFields } from "@okaeri/domain/campaigns/schedule/schedule";
import type { ScheduleOnce, Timing, Trigger } from "@okaeri/domain/campaigns/schedule/timing";
import { countsBack } from "@okaeri/domain/campaigns/triggers/occasion";
import type { CampaignType } from "@okaeri/domain/enumerations";
import { formatDayInWords, weekdayName } from "../../../ui/format.ts";
import type { T } from "../actions/kind.ts";

/** Monday first, as hotels plan their weeks. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

/** When an action happens, in one line: 毎月1日 10:00、1年に1度. */
export function whenText(t: T, { schedule, schedule_once: once, trigger }: Timing, type?: CampaignType): string {
  if (type === "basic") return t("when.says.eachStay");
  if (schedule) {
    const when = scheduleText(t, schedule);
    return once === null ? when : t("when.says.with", { when, once: onceText(t, once) });
  }
  if (trigger) return t("when.says.with", { when: triggerText(t, trigger), once: onceText(t, trigger) });
  return t("when.says.hand");
}

/** What an action says of its time; what it does not say is nothing. */
export type TimingDescription = { [Field in keyof Timing]?: Timing[Field] | undefined };
export const timingOf = ({ schedule = null, schedule_once = null, trigger = null }: TimingDescription): Timing => ({
  schedule,
  schedule_once,
  trigger,
});

/** When the actions of a campaign happen, each time once. */
export function timesOf(
  t: T,
  {
    type,
    segments,
  }: Pick<CampaignEdit, "type"> & { segments: readonly Pick<CampaignEdit["segments"][number], "actions">[] },
): string[] {
  if (type === "basic") return [t("when.says.eachStay")];
  const times = segments.flatMap(({ actions }) => actions.map((action) => whenText(t, timingOf(action))));
  return [...new Set(times)];
}

/** A schedule as people say it; what no sentence says stands there in its fields. */
export function scheduleText(t: T, fields: ScheduleFields): string {
  const rhythm = rhythmOf(fields);
  return rhythm === null
    ? t("when.says.other", { fields: SCHEDULE_FIELDS.map((field) => fields[field]).join(" ") })
    : rhythmText(t, rhythm);
}

function rhythmText(t: T, rhythm: Rhythm): string {
  const { time } = rhythm;
  const and = t("when.says.and");
  switch (rhythm.every) {
    case "once":
      return t("when.says.once", { time, day: formatDayInWords(rhythm.on) });
    case "week": {
      const days = WEEK.filter((day) => rhythm.weekdays.includes(day)).map(weekdayName);
      return t("when.says.week", { time, days: days.join(and) });
    }
    case "month":
      return t("when.says.month", { time, days: rhythm.days.map((n) => t("when.says.dayOfMonth", { n })).join(and) });
    case "nth_weekday":
      return t("when.says.nth_weekday", { time, nth: rhythm.nth, day: weekdayName(rhythm.weekday) });
    default:
      return t(`when.says.${rhythm.every}`, { time });
  }
}

function triggerText(t: T, { base, offset_days: count, time }: Trigger): string {
  const of = { base: t(`when.trigger.noun.${base}`), time };
  if (count === 0) return t("when.says.same", of);
  return t(countsBack(base) ? "when.says.before" : "when.says.after", { ...of, count });
}

/** How often one guest is met at most. */
export function onceText(t: T, { once_per, once_days }: ScheduleOnce | Trigger): string {
  if (once_per === "days") return t("when.once.saysDays", { count: once_days ?? 0 });
  return once_per === "ever" ? t("when.once.saysEver") : t(`when.once.${once_per}`);
}
