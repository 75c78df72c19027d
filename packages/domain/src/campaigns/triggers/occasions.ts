import type { CampaignType } from "../../enumerations.ts";
import type { EvaluationTime } from "../../segments/as-of.ts";
import { isAboutReservation, type RESERVATION_BASES, type TriggerBase } from "./trigger.ts";

export type ReservationBase = (typeof RESERVATION_BASES)[number];

/** When something about a reservation makes a campaign act. */
export type Occasion = { base: ReservationBase; offset_days: number };

/** What of an action says when it happens. */
type Timed = {
  schedule?: unknown;
  trigger?: { base: TriggerBase; offset_days: number } | null | undefined;
};
type Campaign = { type: CampaignType; segments: readonly { actions: readonly Timed[] }[] };

/** The occasions of a campaign whose every timed action is about a reservation; none of any other. */
export function occasionsIn({ type, segments }: Campaign): readonly Occasion[] {
  const timed = segments.flatMap(({ actions }) => actions.filter(({ schedule, trigger }) => schedule || trigger));
  const occasions = timed.flatMap(({ trigger }) => occasionOf(trigger));
  return type !== "basic" && occasions.length === timed.length ? occasions : [];
}

function occasionOf(trigger: Timed["trigger"]): Occasion[] {
  if (!trigger || !isAboutReservation(trigger.base)) return [];
  return [{ base: trigger.base as ReservationBase, offset_days: trigger.offset_days }];
}

/** The same for one of its segments: its own, or while it has none yet, those of the others. */
export function occasionsOf(
  campaign: Campaign,
  segment: Pick<Campaign["segments"][number], "actions">,
): readonly Occasion[] {
  const all = occasionsIn(campaign);
  const own = all.length === 0 ? [] : segment.actions.flatMap(({ trigger }) => occasionOf(trigger));
  return own.length > 0 ? own : all;
}

/** What the targets of a campaign may ask for. */
export function judgedIn(campaign: Campaign): EvaluationTime {
  if (campaign.type === "basic") return "evening";
  return occasionsIn(campaign).length > 0 ? "occasion" : "now";
}

/** Whether targets alone say whom it means on a day: no trigger counts from another day of a guest's own, as a birthday is. */
export const isMatchedByTargets = ({ segments }: Pick<Campaign, "segments">): boolean =>
  segments.every(({ actions }) => actions.every(({ trigger }) => !trigger || isAboutReservation(trigger.base)));
