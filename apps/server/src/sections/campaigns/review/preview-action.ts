import type { PREVIEWS } from "@okaeri/contract/campaigns/actions/kinds";
import type { Language } from "@okaeri/contract/errors";
import { problemText } from "@okaeri/contract/problems/problems";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { parseTarget, type Target } from "@okaeri/domain/segments/target";
import type { z } from "zod";
import type { Tx } from "../../../database/connection.ts";
import { refuseProblems } from "../../../http/errors.ts";
import type { Scope } from "../../../session/scope.ts";
import { isOnOccasions, meets, type TargetOnOccasions } from "../../segments/occasions.ts";
import { withinReach } from "../../segments/reach.ts";
import type { PreviewAudience } from "../actions/action-kind.ts";
import { type CampaignEditContext, campaignContextOf } from "../save-campaign.ts";
import { runsOfAction } from "../schedule/plans.read.ts";
import { prefixed } from "./check-document.ts";

type Input = z.output<typeof PREVIEWS.input>;
type Output = z.output<typeof PREVIEWS.output>;

/** An action as one real guest of the target would get it, by its kind. @throws CallError INVALID_INPUT, NOT_FOUND. */
export async function previewAction(
  tx: Tx,
  scope: Scope,
  input: Input,
  writer: CampaignEditContext,
  language: Language,
): Promise<Output> {
  const { form } = parsedTarget(input.target);
  const audience = recipientsOfForm(tx, scope, { form, occasions: input.occasions }, writer);
  const kind = writer.kinds.find(({ type, preview }) => type in input && preview !== undefined);
  const shown = await kind?.preview?.render(tx, campaignContextOf(scope, writer), input, audience);
  if (shown === undefined) throw new Error("the contract has a preview of a kind that has none");
  const problems = shown.problems.map((each) => ({ field: each.path, message: problemText(each, language) }));
  // What it is besides is said by the kind's contract, and parsed by it.
  return { ...shown, problems } as unknown as Output;
}

/** Whom a message is shown for. */
export const recipientsOfForm = (
  tx: Tx,
  scope: Scope,
  asked: TargetOnOccasions,
  moment: { today: CalendarDate; now: Date },
): PreviewAudience => ({
  reach: withinReach(scope),
  matches: meets(asked, moment),
  onOccasion: isOnOccasions(asked),
  changedRuns: (actionId) => runsOfAction(tx, scope.accountId, { actionId, since: moment.now }),
});

/** @throws CallError INVALID_INPUT with paths below `target`. */
export function parsedTarget(target: unknown): Target {
  const parsed = parseTarget(target);
  if (parsed.ok) return parsed.target;
  refuseProblems(prefixed("target", parsed.errors));
  throw new Error("a condition that cannot be read has a problem");
}
