import { countOf, type Expected } from "../../../parts/campaigns/runs/expected.ts";
import type { CalendarLine } from "../../../parts/campaigns/runs/lines.ts";
import type { CampaignDetail } from "../campaigns.api.ts";

type Segments = Pick<CampaignDetail, "segments">;

/** The actions that happen by themselves. */
export const timedActions = ({ segments }: Segments) =>
  segments
    .flatMap(({ id, actions }) => actions.map((action) => ({ ...action, segment_id: id ?? 0 })))
    .filter(({ schedule, trigger }) => schedule !== null || trigger !== null);

/** Whether it goes out without anybody pressing a button. */
export const isAutomatic = (campaign: Segments): boolean => timedActions(campaign).length > 0;

/** The next runs, each with all its actions and, once they are counted, its guests; those that were left out stand among them. */
export function comingLines(campaign: CampaignDetail, expected: Expected | undefined): CalendarLine[] {
  const known = new Map(timedActions(campaign).map((action) => [action.id, action]));
  const runs = [
    ...campaign.next_runs.map((run) => ({ ...run, omitted: false })),
    ...campaign.omitted_runs.map((run) => ({ ...run, quiet: false, omitted: true })),
  ];
  const lines = [...Map.groupBy(runs, ({ at, omitted }) => `${at} ${omitted}`)].map(([key, actions]): CalendarLine => {
    const [{ at, omitted }] = actions as [(typeof runs)[number]];
    return {
      key,
      campaign_id: campaign.id,
      campaign_name: campaign.name,
      at,
      kind: omitted ? "missed" : "schedule",
      omitted,
      trigger: null,
      basis: null,
      quiet: actions.some(({ quiet }) => quiet),
      actions: actions.flatMap(({ action_id, planned_at }) => {
        const action = known.get(action_id);
        const count = countOf({ action_id, at }, expected);
        if (!action) return [];
        return { action_id, planned_at, action_type: action.type, segment_id: action.segment_id, count, reason: null };
      }),
    };
  });
  return lines.sort((a, b) => a.at.localeCompare(b.at));
}
