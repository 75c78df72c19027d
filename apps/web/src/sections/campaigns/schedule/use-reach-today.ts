import { sendReach } from "../audience/audience-question.ts";
import { useAudience } from "../audience/use-audience.ts";
import { useEditor } from "../editor/editor-context.ts";

/** How many guests the campaign would reach today; undefined while they are counted. */
export function useReachToday(): number | undefined {
  const { draft } = useEditor();
  const { query, done } = useAudience(draft);
  return query.data && sendReach(done, query.data).people;
}
