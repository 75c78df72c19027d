import { tokyoDay } from "../../../ui/format.ts";
import type { CalendarItem } from "./calendar.ts";

/** What stands on a day of the calendar: a run with all its actions, or a trigger with what it does that day. */
export type CalendarLine = Pick<
  CalendarItem,
  "campaign_id" | "campaign_name" | "at" | "kind" | "omitted" | "trigger" | "quiet" | "basis"
> & {
  key: string;
  actions: Pick<CalendarItem, "action_id" | "action_type" | "segment_id" | "planned_at" | "count" | "reason">[];
};

const ORDER = ["missed", "schedule", "done", "trigger"] as const satisfies CalendarItem["kind"][];

/** What makes one line of several actions. */
export const calendarLineKey = ({ campaign_id, kind, at, omitted, trigger }: CalendarItem): string =>
  [kind, omitted, campaign_id, kind === "trigger" ? tokyoDay(at) : at, trigger?.base, trigger?.offset_days].join(" ");

function linesOf(items: readonly CalendarItem[]): CalendarLine[] {
  return [...Map.groupBy(items, calendarLineKey)].map(([key, actions]): CalendarLine => {
    const [{ campaign_id, campaign_name, at, kind, omitted, trigger, quiet, basis }] = actions as [CalendarItem];
    return { key, campaign_id, campaign_name, at, kind, omitted, trigger, quiet, basis, actions };
  });
}

const byClock = (a: CalendarLine, b: CalendarLine) => a.at.localeCompare(b.at);

/** By day, in the order of the clock; all that is missed first, what guests themselves set off last. */
export function linesByDay(items: readonly CalendarItem[]): Map<string, CalendarLine[]> {
  const lines = linesOf(items).sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || byClock(a, b));
  return Map.groupBy(lines, ({ at }) => tokyoDay(at));
}

/** The guests of all its actions, as far as they are counted: one guest gets all actions of a segment, and is in one segment alone. */
export function peopleOf({ actions }: Pick<CalendarLine, "actions">): number | null {
  const counted = actions.flatMap(({ segment_id, count }) => (count === null ? [] : { segment_id, count }));
  if (counted.length === 0) return null;
  const segments = Map.groupBy(counted, ({ segment_id }) => segment_id);
  return [...segments.values()].reduce((sum, own) => sum + Math.max(...own.map(({ count }) => count)), 0);
}

const SOON = 5;

/** What comes next, of all campaigns; a trigger comes nearly every day, so that the next day of each is enough. */
export function comingOf(items: readonly CalendarItem[]): CalendarLine[] {
  const coming = linesOf(items.filter(({ kind }) => kind === "schedule" || kind === "trigger")).sort(byClock);
  const firsts = Map.groupBy(coming, ({ key, kind, campaign_id, trigger }) =>
    kind === "trigger" ? [campaign_id, trigger?.base, trigger?.offset_days].join(" ") : key,
  );
  return [...firsts.values()].flatMap(([first]) => first ?? []).slice(0, SOON);
}

/** What did not go out, the latest first. */
export function missedOf(items: readonly CalendarItem[]): CalendarLine[] {
  return linesOf(items.filter(({ kind, omitted }) => kind === "missed" && !omitted))
    .sort(byClock)
    .toReversed();
}
