import { sharesOfAction } from "@okaeri/domain/campaigns/variants/variants";
import type { Variant } from "@okaeri/domain/pushes/variants";
import type { Tx } from "../../../database/connection.ts";
import { CallError, fieldError, staleVersion } from "../../../http/errors.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import type { Scope } from "../../../session/scope.ts";
import { storeChosenVariant } from "../../pushes/choose-variant.ts";
import { undecidedPush } from "../../pushes/variants.read.ts";
import { auditCampaign, movingOf } from "../activate-campaign.ts";
import { segmentsOf } from "../audience/read-segments.ts";
import { lockCampaign } from "../campaigns.queries.ts";
import { CAMPAIGN_ACTS, type CampaignEditContext } from "../save-campaign.ts";

/**
 * A person chooses which text the guests get who wait for it; whoever may edit campaigns, also who started the send. While the campaign is
 * stopped it waits with the rest. A second click changes nothing (idempotent), another choice is refused.
 * @throws CallError NOT_FOUND, STALE_VERSION, WRONG_STATE, INVALID_INPUT (no such text).
 */
export async function chooseVariant(
  tx: Tx,
  jobs: Jobs,
  scope: Scope,
  input: { id: number; push_action_id: number; variant: Variant; version: number },
  writer: CampaignEditContext,
): Promise<void> {
  const { accountId, userId } = scope;
  const { id, variant, push_action_id: pushActionId } = input;
  const campaign = await lockCampaign(tx, accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (campaign.version !== input.version) throw staleVersion("campaigns", id, CAMPAIGN_ACTS);
  const push = await undecidedPush(tx, accountId, { campaignId: id, pushActionId });
  if (push?.chosen_variant === variant) return;
  if (push === undefined || push.chosen_variant !== null) throw new CallError("WRONG_STATE");
  const segments = await segmentsOf(tx, writer.kinds, accountId, id);
  const action = segments.flatMap(({ actions }) => actions).find((one) => one.id === push.campaign_action_id);
  const shares = action === undefined ? [] : sharesOfAction(action);
  if (!shares.some((share) => share.variant === variant)) throw fieldError("variant", { code: "not_a_choice" });
  await storeChosenVariant(tx, movingOf(jobs, scope, id, writer), { pushActionId, variant, userId });
  await auditCampaign(tx, scope, writer, "choose_variant", id, { after: { variant } });
}
