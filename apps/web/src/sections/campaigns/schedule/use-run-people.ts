import { useQuery } from "@tanstack/react-query";
import { countOf, expectedQuery } from "../../../parts/campaigns/runs/expected.ts";
import { peopleOf } from "../../../parts/campaigns/runs/lines.ts";
import { useEditor } from "../editor/editor-context.ts";
import { isAutomatic, timedActions } from "./timed.ts";

/** Returns for how many guests a run is: of the saved campaign, null while it is counted and for runs that it does not have. */
export function useRunPeople(): (at: string) => number | null {
  const { record } = useEditor();
  const { data } = useQuery(expectedQuery(record.id, isAutomatic(record)));
  return (at) =>
    peopleOf({
      actions: timedActions(record).map(({ id, type, segment_id }) => ({
        action_id: id ?? 0,
        action_type: type,
        segment_id,
        planned_at: at,
        reason: null,
        count: countOf({ action_id: id ?? 0, at }, data),
      })),
    });
}
