import type {
  AudienceCheck,
  AudienceExplanation,
  AudienceSegment,
  AudienceTerms,
} from "@okaeri/contract/campaigns/audience/audience";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { messageClassOf } from "@okaeri/domain/campaigns/delivery/message-class";
import type { Occasion } from "@okaeri/domain/campaigns/triggers/occasions";
import type { CampaignType } from "@okaeri/domain/enumerations";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { checkedTarget, parseTarget } from "@okaeri/domain/segments/target";
import type { Tx } from "../../../database/connection.ts";
import { CallError, refuseProblems } from "../../../http/errors.ts";
import type { Scope } from "../../../session/scope.ts";
import { type ForecastMessages, type MessageTerms, standingRateOf } from "../../pushes/campaign-terms.read.ts";
import { type ControlTerms, controlOf, controlReason } from "../../pushes/control.ts";
import { unrestricted } from "../../pushes/ports.ts";
import { type AudienceCount, audienceOf } from "../../segments/audience.ts";
import { type NamesAsked, namesOfStep } from "../../segments/audience-names.ts";
import {
  type SegmentChannel,
  type AudienceSetSegment as SegmentToCount,
  sendsMessage,
} from "../../segments/audience-sets.ts";
import { ruleCounts } from "../../segments/counts.ts";
import { explainTargets } from "../../segments/explain-target.ts";
import { kindNamed } from "../actions/each-kind.ts";
import { prefixed } from "../review/check-document.ts";
import { type CampaignEditContext, campaignContextOf } from "../save-campaign.ts";

/** How many guests each segment reaches as it is typed. @throws CallError INVALID_INPUT. */
export async function countAudience(
  tx: Tx,
  scope: Scope,
  asked: Composed,
  writer: CampaignEditContext,
): Promise<AudienceCount> {
  return audienceOf(tx, scope, await segmentsToCount(tx, scope, asked, writer), writer);
}

/** Typed segments, and of which campaign. */
export type Composed = AudienceTerms & {
  segments: readonly AudienceSegment[];
  /** Messages of forecast runs before it. */
  forecast?: readonly ForecastMessages[];
};

/** Typed segments with what their kinds of action say of them. @throws CallError INVALID_INPUT. */
export async function segmentsToCount(
  tx: Tx,
  scope: Scope,
  { segments, ...terms }: Composed,
  writer: CampaignEditContext,
): Promise<SegmentToCount[]> {
  const compared = await comparedIn(tx, scope, terms);
  const message = messageTerms(terms, writer);
  const asking = campaignContextOf(scope, writer);
  const parsed = segments.map(({ target }) => parseTarget(target));
  const wrong: FieldProblem[] = parsed.flatMap((one, at) =>
    one.ok ? [] : prefixed(`segments.${at}.target`, one.errors),
  );
  refuseProblems(wrong);
  const benefits = await Promise.all(
    writer.kinds.map(async (kind) => kind.delivery?.limitedBenefits?.(tx, scope.accountId, segments) ?? []),
  );
  const toCount: SegmentToCount[] = [];
  for (const [at, { form }] of parsed.flatMap((one) => (one.ok ? [one.target] : [])).entries()) {
    const segment = segments[at] as AudienceSegment;
    const channels: SegmentChannel[] = [];
    for (const channel of channelsOf(segment)) {
      const eligibility = (await kindNamed(writer.kinds, channel).delivery?.eligibility?.(tx, asking))?.(
        segment,
        message,
        writer,
      );
      channels.push({ channel, eligibility: eligibility ?? unrestricted });
    }
    toCount.push({
      form,
      occasions: segment.occasions,
      channels,
      control: (shape) => controlReason(shape, compared),
      mentionsBenefit: segment.tells_of !== null,
      benefits: benefits.flatMap((of) => of[at] ?? []),
      givesToAll: segment.types.some(
        (type) => !isMessage(type) && !kindNamed(writer.kinds, type).delivery?.limitedBenefits,
      ),
      benefitsToReached: segment.benefits_to_reached,
    });
  }
  return toCount;
}

/** Channels of a segment's message in order of preference, which is the order of its actions. */
const channelsOf = ({ types }: Pick<AudienceSegment, "types">) => types.filter(isMessage);

/** The terms of a message that goes out now. */
const messageTerms = (
  { type, purpose, priority, message_class, forecast }: Omit<Composed, "segments">,
  { now }: CampaignEditContext,
): MessageTerms => ({
  purpose,
  priority,
  messageClass: message_class ?? messageClassOf({ type, segments: [] }),
  plannedAt: now,
  pushActionId: null,
  forecast,
});

/** Whom the campaign leaves out to be compared with: nobody where it pays stays. */
async function comparedIn(tx: Tx, { accountId }: Scope, terms: AudienceTerms): Promise<ControlTerms> {
  const { campaign_id: campaignId, type, purpose, control_rate: controlRate } = terms;
  if (type === "basic") return { accountId, campaignId, purpose, controlRate: 0, standingRate: 0 };
  return { accountId, campaignId, purpose, controlRate, standingRate: await standingRateOf(tx, accountId) };
}

/** The guests of one step. @throws CallError INVALID_INPUT. */
export async function nameAudience(
  tx: Tx,
  scope: Scope,
  { segment, step, who, ...asked }: NamesAsked & Composed,
  writer: CampaignEditContext,
) {
  if (segment !== null && segment >= asked.segments.length) refuseProblems([{ path: "segment", code: "not_a_choice" }]);
  return namesOfStep(tx, scope, await segmentsToCount(tx, scope, asked, writer), { segment, step, who }, writer);
}

/** What becomes of one guest, and why. @throws CallError INVALID_INPUT, NOT_FOUND. */
export async function explainAudience(
  tx: Tx,
  scope: Scope,
  { customer_id: asked, ...of }: Composed & { customer_id: number },
  writer: CampaignEditContext,
): Promise<AudienceExplanation> {
  const { segments } = of;
  const toCount = await segmentsToCount(tx, scope, of, writer);
  const targets = segments.map(({ target, occasions }) => ({ ...checkedTarget(target), occasions }));
  const guest = await explainTargets(tx, scope, targets, asked, writer);
  if (guest === null) throw new CallError("NOT_FOUND");
  const { targets: explained, ...customer } = guest;
  const place = explained.findIndex(({ matches }) => matches);
  const [segment, counted] = [segments[place], toCount[place]];
  const found = { customer, segments: explained, segment: place < 0 ? null : place };
  if (segment === undefined || counted === undefined)
    return { ...found, verdict: "nothing", reason: null, limited: false, checks: [] };
  const terms = messageTerms(of, writer);
  const asking = campaignContextOf(scope, writer);
  const byChannel: AudienceCheck[][] = [];
  for (const channel of channelsOf(segment))
    byChannel.push(
      (await kindNamed(writer.kinds, channel).delivery?.explain?.(tx, asking, segment, terms, customer.id)) ?? [],
    );
  // The channel that reaches the guest; if none does, the first one's reasons.
  const checks = [...(byChannel.find((steps) => steps.every(({ reason }) => reason === null)) ?? byChannel[0] ?? [])];
  const compared = await comparedIn(tx, scope, of);
  const control = await controlOf(tx, compared, customer.id);
  if (control !== undefined) checks.push({ step: "not_control", reason: control, days: [], free_on: null });
  const failed = checks.find(({ reason }) => reason !== null)?.reason ?? null;
  const hasMessage = sendsMessage(counted);
  const reason = failed ?? (hasMessage ? null : ("no_message" as const));
  const benefits = counted.givesToAll || counted.benefits.length > 0;
  const getsBenefits = benefits && !control && (reason === null || !hasMessage || !segment.benefits_to_reached);
  return {
    ...found,
    verdict: reason === null ? "message" : getsBenefits ? "benefits_only" : "nothing",
    reason,
    limited: counted.benefits.some(({ left }) => left !== null),
    checks,
  };
}

/** How many guests each rule of a target keeps by itself. @throws CallError INVALID_INPUT, which names the rule. */
export async function countByRule(
  tx: Tx,
  scope: Scope,
  { target, type, occasions }: { target: unknown; type: CampaignType; occasions: readonly Occasion[] },
  writer: CampaignEditContext,
): Promise<Record<string, number>> {
  const parsed = parseTarget(target, type === "basic" ? "evening" : occasions.length > 0 ? "occasion" : "now");
  if (!parsed.ok) refuseProblems(prefixed("target", parsed.errors));
  if (!parsed.ok || parsed.target.tree === null) return {};
  return ruleCounts(tx, scope, { tree: parsed.target.tree, occasions }, writer);
}
