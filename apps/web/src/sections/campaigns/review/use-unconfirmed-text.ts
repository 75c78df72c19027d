import { PRESET_TEXT_LIMIT } from "@okaeri/domain/campaigns/presets/text-limit";
import { useQuery } from "@tanstack/react-query";
import { useAudience } from "../audience/use-audience.ts";
import { campaignQuery } from "../campaigns.api.ts";
import { segmentOf } from "../editor/draft-problems.ts";
import { useEditor } from "../editor/editor-context.ts";

export type UnconfirmedText = { paths: readonly string[]; people: number };

/** The preset's own text that a person has to confirm before so many people get it; undefined: there is none. */
export function useUnconfirmedText(): UnconfirmedText | undefined {
  const { draft, record } = useEditor();
  const { query } = useAudience(draft);
  const { data } = useQuery(campaignQuery(record.id));
  // A confirmation leaves the version as it is.
  const { preset_text: text, status } = data?.version === record.version ? data : record;
  if (!text || text.confirmed || status !== "inactive") return undefined;
  const segments = new Set(text.paths.map(segmentOf));
  const people = (query.data?.segments ?? []).reduce(
    (sum, { will_receive }, at) => (segments.has(at) ? sum + will_receive : sum),
    0,
  );
  return people < PRESET_TEXT_LIMIT ? undefined : { paths: text.paths, people };
}
