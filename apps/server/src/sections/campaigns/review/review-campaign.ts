import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import { actionDetailOf } from "@okaeri/contract/campaigns/document";
import type { campaignReview } from "@okaeri/contract/campaigns/review/review";
import type { Language } from "@okaeri/contract/errors";
import { cautionText, type FieldCaution } from "@okaeri/contract/problems/cautions";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { furtherOf } from "@okaeri/domain/campaigns/actions/further-details";
import { carriesOut } from "@okaeri/domain/campaigns/actions/offered-types";
import type { AudienceCounting } from "@okaeri/domain/campaigns/audience/counting";
import { messageClassOf } from "@okaeri/domain/campaigns/delivery/message-class";
import { type GrantDay, grantDay } from "@okaeri/domain/campaigns/schedule/grant-day";
import { occasionsOf } from "@okaeri/domain/campaigns/triggers/occasions";
import type { CampaignType } from "@okaeri/domain/enumerations";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { quietUntil } from "@okaeri/domain/pushes/quiet-hours";
import { isLarge, needsApproval } from "@okaeri/domain/pushes/send-rules";
import { checkedTarget } from "@okaeri/domain/segments/target";
import type { z } from "zod";
import type { Tx } from "../../../database/connection.ts";
import { CallError } from "../../../http/errors.ts";
import type { Scope } from "../../../session/scope.ts";
import { sendRulesOf } from "../../pushes/send-rules.read.ts";
import type { AudienceCount } from "../../segments/audience.ts";
import { guestSet } from "../../segments/guests-in-common.ts";
import type { ActionEstimate, ReviewedPlace, Reviewing } from "../actions/action-kind.ts";
import { kindNamed } from "../actions/each-kind.ts";
import { countSaved } from "../audience/count-saved.ts";
import { type SavedSegment, segmentsOf } from "../audience/read-segments.ts";
import { findCampaign } from "../campaigns.queries.ts";
import { type CampaignEditContext, campaignContextOf } from "../save-campaign.ts";
import { nextComingRun } from "../schedule/forecast-runs.ts";
import { plannedActions } from "../schedule/plans.read.ts";
import { prefixed } from "./check-document.ts";
import { overlappingCampaigns } from "./overlapping-campaigns.ts";

type Review = z.output<typeof campaignReview>;
type Counted = AudienceCount["segments"][number];
/** An action that the campaign carries out, where it stands, with its segment's figures. */
type Place = ReviewedPlace<unknown> & { type: KindName; segment: number; path: string; counted: Counted };

/** What the saved campaign comes to, and what could go wrong with it. @throws CallError NOT_FOUND. */
export async function reviewCampaign(
  tx: Tx,
  scope: Scope,
  id: number,
  writer: CampaignEditContext,
  language: Language,
): Promise<Review> {
  const campaign = await findCampaign(tx, scope.accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  const { type, purpose, priority, campaign_start_dt, campaign_end_dt } = campaign;
  const [start, end] = [campaign_start_dt as CalendarDate | null, campaign_end_dt as CalendarDate | null];
  const segments = await segmentsOf(tx, writer.kinds, scope.accountId, id);
  const occasions = segments.map((segment) => occasionsOf({ type, segments }, segment));
  const run = await nextComingRun(tx, scope.accountId, id, writer.now);
  const { asked, audience } = await countSaved(tx, scope, { ...campaign, segments }, writer, run);
  const planned = await plannedActions(tx, scope.accountId, { campaignId: id, since: writer.now });
  const known = new Map(planned.map(({ actionId, plan }) => [actionId, plan.known]));
  const givenBy = ({ id: actionId, schedule, trigger }: SavedSegment["actions"][number]) =>
    grantDay({ schedule, trigger, start, end, known: known.get(actionId) }, writer.now);
  const places = placesOf({ type, segments, givenBy }, asked, audience);
  const targets = segments.map(({ target }, at) => ({ form: checkedTarget(target).form, occasions: occasions[at] }));
  const matchedGuests = await guestSet(tx, scope, targets, writer);
  const messageClass = messageClassOf({ ...campaign, segments });
  const terms = { purpose, priority, messageClass, plannedAt: writer.now, pushActionId: null };
  const estimates = await estimateEach(tx, scope, places, { type, terms, guests: matchedGuests.guests }, writer);
  const cautions = [
    ...(type === "basic" ? [] : audience.segments.flatMap(reachCautions)),
    ...(await overlappingCampaigns(tx, scope, campaign, matchedGuests, writer)),
    ...places.flatMap(({ path, type: kind }, at) => [
      ...prefixed(`${path}.${kind}`, estimates[at]?.cautions ?? []),
      ...prefixed(path, estimates[at]?.furtherCautions ?? []),
    ]),
  ];
  return {
    version: campaign.version,
    audience,
    estimates: places.map((place, at) => estimateItem(place, estimates[at] as ActionEstimate, writer)),
    sender: estimates.find(({ sender }) => sender)?.sender ?? null,
    holds: await holdsOf(tx, scope, type, places, writer),
    cautions: cautions.map((caution) => cautionItem(caution, language)),
  };
}

type Saved = {
  type: CampaignType;
  segments: readonly SavedSegment[];
  givenBy(action: SavedSegment["actions"][number]): GrantDay;
};

function placesOf(
  { type, segments, givenBy }: Saved,
  asked: readonly AudienceCounting<KindName>[],
  { segments: counted }: AudienceCount,
): Place[] {
  return segments.flatMap(({ actions }, segment) =>
    actions.flatMap((action, at) => {
      const detail = actionDetailOf(action);
      return detail === null || !carriesOut(type, action.type)
        ? []
        : [
            {
              id: action.id,
              type: action.type,
              detail,
              further: furtherOf(action),
              segment,
              path: `segments.${segment}.actions.${at}`,
              counted: counted[segment] as Counted,
              asked: asked[segment] as AudienceCounting,
              given: givenBy(action),
            },
          ];
    }),
  );
}

/** Of an action that costs nothing and has no risks. */
const NO_ESTIMATE: ActionEstimate = { total: null, until: null, endless: false, cautions: [] };

/** Asks each kind once about all of its actions; the answers come in the order of the places. */
async function estimateEach(
  tx: Tx,
  scope: Scope,
  places: readonly Place[],
  of: Reviewing,
  writer: CampaignEditContext,
): Promise<ActionEstimate[]> {
  const answers = new Map<Place, ActionEstimate>();
  for (const kind of writer.kinds) {
    const own = places.filter(({ type }) => type === kind.type);
    const estimates = await kind.review?.(tx, campaignContextOf(scope, writer), own, of);
    for (const [at, place] of own.entries()) answers.set(place, estimates?.[at] ?? NO_ESTIMATE);
  }
  return places.map((place) => answers.get(place) as ActionEstimate);
}

function estimateItem(
  { type, path, counted, asked }: Place,
  estimates: ActionEstimate,
  { kinds }: CampaignEditContext,
) {
  const { total, until, countedFrom = null, endless } = estimates;
  const counted_from = countedFrom && { on: countedFrom.on, because: countedFrom.because };
  const { counts } = kindNamed(kinds, type);
  const short = kinds.some((kind) => kind.counts.isShort?.(counted));
  const count = counts.reaches(counted);
  return { path, type, count, at_most: count > 0 && counts.atMost(asked, short), total, until, counted_from, endless };
}

/** A segment of a send that nobody gets anything of. */
function reachCautions(counted: Counted, at: number): FieldCaution[] {
  const path = `segments.${at}.target`;
  if (counted.matched === 0) return [{ path, code: "meets_nobody" }];
  if (counted.not_earlier === 0) return [{ path, code: "taken_earlier" }];
  const reached = Math.max(counted.will_receive, counted.benefits_for);
  return reached === 0 ? [{ path, code: "reaches_nobody", count: counted.not_earlier }] : [];
}

/** What stands between the press of the button and the guests, by how many people it reaches; when they are fixed, it is asked again. */
async function holdsOf(
  tx: Tx,
  scope: Scope,
  type: CampaignType,
  places: readonly Place[],
  { kinds, now }: CampaignEditContext,
): Promise<Review["holds"]> {
  if (type === "basic") return { approval: false, grace_seconds: null, quiet_until: null };
  const rules = await sendRulesOf(tx, scope.accountId);
  const reached = new Map<number, number>();
  for (const { segment, type: kind, counted } of places)
    reached.set(segment, Math.max(reached.get(segment) ?? 0, kindNamed(kinds, kind).counts.reaches(counted)));
  const people = [...reached.values()].reduce((sum, count) => sum + count, 0);
  const sends = places.some(({ type: kind }) => isMessage(kind));
  return {
    approval: needsApproval(rules, people),
    grace_seconds: isLarge(rules, people) ? rules.graceSeconds : null,
    quiet_until: sends ? (quietUntil(rules.quiet, now)?.toISOString() ?? null) : null,
  };
}

function cautionItem(caution: FieldCaution, language: Language) {
  const { path, code, at: _, ...params } = caution;
  return { path, code, params: params as Record<string, string | number>, message: cautionText(caution, language) };
}
