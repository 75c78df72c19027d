import type { ScheduleFields } from "@okaeri/domain/campaigns/schedule/schedule";
import { useQuery } from "@tanstack/react-query";
import { tokyoDay } from "../../../ui/format.ts";
import { usePaused } from "../../../ui/use-paused.ts";
import { readDay } from "../actions/typed-days.ts";
import { type NextRunsQuestion, nextRunsQuery } from "../campaigns.api.ts";
import { useEditor } from "../editor/editor-context.ts";

/** Not asked at every key. */
const PAUSE_MS = 350;

/** When a schedule comes next within the campaign's period. `cut`: the period ends before more of it. */
export function useNextRuns(schedule: ScheduleFields | null) {
  const { draft, today } = useEditor();
  const start = readDay(draft.campaign_start_dt);
  const end = readDay(draft.campaign_end_dt);
  const question = schedule && {
    schedule,
    ...(start !== null && start > today
      ? { after: new Date(Date.parse(`${start}T00:00:00+09:00`) - 1).toISOString() }
      : {}),
  };
  const asked = usePaused(question === null ? "" : JSON.stringify(question), PAUSE_MS);
  const query = useQuery(nextRunsQuery(asked === "" ? undefined : (JSON.parse(asked) as NextRunsQuestion)));
  const data = question === null ? undefined : query.data;
  const runs = data?.runs.filter(({ at }) => end === null || tokyoDay(at) <= end) ?? [];
  return { data, runs, cut: data !== undefined && runs.length < data.runs.length, isError: query.isError };
}
