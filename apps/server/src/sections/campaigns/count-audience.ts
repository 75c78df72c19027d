import type { AudienceSegment } from "@okaeri/contract/campaigns/audience";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { CampaignType } from "@okaeri/domain/enumerations";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { parseTarget } from "@okaeri/domain/segments/target";
import type { Tx } from "../../database/connection.ts";
import { refuseProblems } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import { type AudienceCount, audienceOf } from "../segments/audience.ts";
import type { AudienceSegment as SegmentToCount } from "../segments/audience-sets.ts";
import { ruleCounts } from "../segments/counts.ts";
import { prefixed } from "./document/check-document.ts";
import { kindNamed } from "./document/each-kind.ts";
import { askingOf, type Writer } from "./save-campaign.ts";

/** How many guests each segment reaches as it is typed. @throws CallError INVALID_INPUT. */
export async function countAudience(
  tx: Tx,
  scope: Scope,
  segments: readonly AudienceSegment[],
  writer: Writer,
): Promise<AudienceCount> {
  return audienceOf(tx, scope, await segmentsToCount(tx, scope, segments, writer), writer);
}

/** Typed segments with what their kinds of action say of them. @throws CallError INVALID_INPUT. */
async function segmentsToCount(
  tx: Tx,
  scope: Scope,
  segments: readonly AudienceSegment[],
  writer: Writer,
): Promise<SegmentToCount[]> {
  const asking = askingOf(scope, writer);
  const parsed = segments.map(({ target }) => parseTarget(target));
  const wrong: FieldProblem[] = parsed.flatMap((one, at) =>
    one.ok ? [] : prefixed(`segments.${at}.target`, one.errors),
  );
  refuseProblems(wrong);
  const benefits = await Promise.all(
    writer.kinds.map(async (kind) => kind.limitedBenefits?.(tx, scope.accountId, segments) ?? []),
  );
  const toCount: SegmentToCount[] = [];
  for (const [at, { form }] of parsed.flatMap((one) => (one.ok ? [one.target] : [])).entries()) {
    const segment = segments[at] as AudienceSegment;
    const message = segment.types.find(isMessage);
    const eligibility =
      message === undefined
        ? null
        : ((await kindNamed(writer.kinds, message).eligibility?.(tx, asking, segment)) ?? null);
    toCount.push({
      form,
      hasMessage: message !== undefined,
      eligibility,
      mentionsBenefit: segment.tells_of !== null,
      benefits: benefits.flatMap((of) => of[at] ?? []),
      givesToAll: segment.types.some((type) => !isMessage(type) && !kindNamed(writer.kinds, type).limitedBenefits),
      benefitsToReached: segment.benefits_to_reached,
    });
  }
  return toCount;
}

/** How many guests each rule of a target keeps by itself. @throws CallError INVALID_INPUT, which names the rule. */
export async function countRules(
  tx: Tx,
  scope: Scope,
  { target, type }: { target: unknown; type: CampaignType },
  writer: Writer,
): Promise<Record<string, number>> {
  const parsed = parseTarget(target, type);
  if (!parsed.ok) refuseProblems(prefixed("target", parsed.errors));
  return parsed.ok && parsed.target.tree !== null ? ruleCounts(tx, scope, parsed.target.tree, writer) : {};
}
