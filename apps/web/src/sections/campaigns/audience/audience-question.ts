import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import { carriesOut } from "@okaeri/domain/campaigns/actions/offered-types";
import { countingOf } from "@okaeri/domain/campaigns/audience/counting";
import { messageClassOf } from "@okaeri/domain/campaigns/delivery/message-class";
import { occasionsOf } from "@okaeri/domain/campaigns/triggers/occasions";
import type { CampaignType } from "@okaeri/domain/enumerations";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import type { Counting } from "../actions/kind.ts";
import { ALL_KINDS, kindOf } from "../actions/kinds.ts";
import type { Audience, AudienceQuestion, CampaignDetail, SegmentAudience } from "../campaigns.api.ts";
import { type TargetDescription, targetDescription } from "./target-description.ts";

/** A segment as it is saved, or as it would be. */
type Counted = TargetDescription & {
  benefits_to_reached?: boolean | undefined;
  actions: readonly CampaignAction[];
};

/** What is counted and promised: actions that are left from another type do nothing. */
export const doneFor = (type: CampaignType, { actions }: Pick<Counted, "actions">): Counting =>
  countingOf(type, actions, kindOf);

/** What of the campaign decides who is left out, beside its segments. */
type Terms = Pick<CampaignDetail, "preset_type" | "purpose" | "priority" | "control_rate">;

/**
 * What is asked of the server for these segments. While nothing is chosen yet, a target is counted for what is chosen most. `saved`: the
 * campaign that has them, with its own control group.
 */
export function audienceQuestion(
  type: CampaignType,
  segments: readonly Counted[],
  saved?: { id: number; terms: Terms },
): AudienceQuestion {
  const offered = ALL_KINDS.map((kind) => kind.type).filter((kind) => carriesOut(type, kind));
  const assumed = offered.find(isMessage) ?? offered[0];
  const { purpose, priority, control_rate } = saved?.terms ?? {};
  return {
    type,
    message_class: messageClassOf({ type, preset_type: saved?.terms.preset_type, segments }),
    ...(saved && { campaign_id: saved.id, purpose, priority, control_rate }),
    segments: segments.map((segment) => {
      const done = doneFor(type, segment);
      const types = done.types.length > 0 || assumed === undefined ? done.types : [assumed];
      const { benefits_to_reached } = segment;
      const target = targetDescription(segment);
      const occasions = [...occasionsOf({ type, segments }, segment)];
      return { ...done, target, types, benefits_to_reached, occasions };
    }),
  };
}

/** What a send reaches: people, and by each kind. `atMost`: not for everybody, and who comes first is not known before. */
export type Reached = { people: number; byKind: { type: KindName; count: number; atMost: boolean }[] };

/** Whether something of the segment does not suffice for everybody who matches. */
export const isShort = (counted: SegmentAudience): boolean => ALL_KINDS.some((kind) => kind.isShort?.(counted));

/** What a send reaches, messages first. Benefits suffice or not; a message needs consent. */
export function sendReach(done: readonly Counting[], audience: Pick<Audience, "segments">): Reached {
  const reach: Reached = { people: 0, byKind: [] };
  for (const [index, asked] of done.entries()) {
    const counted = audience.segments[index];
    if (counted === undefined) continue;
    const short = isShort(counted);
    const counts = asked.types.map((type) => {
      const count = kindOf(type).reaches(counted);
      return { type, count, atMost: count > 0 && kindOf(type).atMost(asked, short) };
    });
    reach.people += Math.max(0, ...counts.map(({ count }) => count));
    reach.byKind.push(...counts);
  }
  return { people: reach.people, byKind: summedUp(reach.byKind) };
}

function summedUp(counts: Reached["byKind"]): Reached["byKind"] {
  const ordered = ALL_KINDS.map(({ type }) => type).toSorted((a, b) => Number(isMessage(b)) - Number(isMessage(a)));
  return ordered.flatMap((type) => {
    const own = counts.filter((one) => one.type === type && one.count > 0);
    const count = own.reduce((sum, one) => sum + one.count, 0);
    return count === 0 ? [] : [{ type, count, atMost: own.some((one) => one.atMost) }];
  });
}
