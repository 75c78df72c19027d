import { type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import { tokyoDay } from "../../../ui/format.ts";
import type { DraftAction } from "../editor/draft.ts";
import { useEditor } from "../editor/editor-context.ts";
import { typedSchedule } from "./draft-when.ts";
import { useNextRuns } from "./use-next-runs.ts";

/**
 * Returns the day of the action's next run by its schedule, with runs that were moved or skipped; null without a schedule, or without a run.
 * `id` null: any action of the campaign's own time.
 */
export function useFirstRunOn({ id, when: own }: Pick<DraftAction, "id" | "when">): CalendarDate | null {
  const { draft, record } = useEditor();
  const when = own ?? draft.when;
  const isScheduled = draft.type !== "basic" && when.by === "schedule";
  const { runs } = useNextRuns(isScheduled ? typedSchedule(when.schedule) : null);
  const planned = new Set(runs.map(({ at }) => Date.parse(at)));
  const saved = record.next_runs.find(
    (run) => (id === null || run.action_id === id) && planned.has(Date.parse(run.planned_at)),
  );
  const first = saved?.at ?? runs[0]?.at;
  return first === undefined ? null : calendarDate(tokyoDay(first));
}
