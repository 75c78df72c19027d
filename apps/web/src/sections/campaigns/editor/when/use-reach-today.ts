import { sendReach } from "../../audience-question.ts";
import { useEditor } from "../editor-context.ts";
import { useAudience } from "../use-audience.ts";

/** How many guests the campaign would reach today; undefined while they are counted. */
export function useReachToday(): number | undefined {
  const { draft } = useEditor();
  const { query, done } = useAudience(draft);
  return query.data && sendReach(done, query.data).people;
}
