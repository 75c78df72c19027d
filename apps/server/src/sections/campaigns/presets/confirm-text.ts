import { isCommandAllowed } from "@okaeri/domain/campaigns/list/status";
import type { Tx } from "../../../database/connection.ts";
import { CallError, staleVersion } from "../../../http/errors.ts";
import type { Scope } from "../../../session/scope.ts";
import { auditCampaign } from "../activate-campaign.ts";
import { segmentsOf } from "../audience/read-segments.ts";
import { lockCampaign } from "../campaigns.queries.ts";
import { CAMPAIGN_ACTS, type CampaignEditContext } from "../save-campaign.ts";
import { presetTextsOf } from "./preset-texts.ts";

/**
 * Records who decided to send the preset's own text, as of the version they looked at. The first confirmation stays; without such a text
 * there is nothing to confirm. @throws CallError NOT_FOUND, STALE_VERSION, WRONG_STATE.
 */
export async function confirmText(
  tx: Tx,
  scope: Scope,
  { id, version }: { id: number; version: number },
  writer: CampaignEditContext,
): Promise<void> {
  const { accountId, userId } = scope;
  const campaign = await lockCampaign(tx, accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (campaign.version !== version) throw staleVersion("campaigns", id, CAMPAIGN_ACTS);
  if (!isCommandAllowed(campaign.status, "edit")) throw new CallError("WRONG_STATE");
  const segments = await segmentsOf(tx, writer.kinds, accountId, id);
  if (campaign.text_confirmed_at !== null || presetTextsOf(writer.kinds, { ...campaign, segments }).length === 0)
    return;
  await tx.run`update campaigns set text_confirmed_by = ${userId}, text_confirmed_at = ${writer.now}
    where account_id = ${accountId} and id = ${id}`;
  await auditCampaign(tx, scope, writer, "confirm_text", id);
}
