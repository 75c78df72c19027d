import { type CampaignDocument, detailOf, type WholeAction } from "@okaeri/contract/campaigns/document";
import { nameOfCopy } from "@okaeri/contract/campaigns/name-of-copy";
import type { Language } from "@okaeri/contract/errors";
import { isCommandAllowed } from "@okaeri/domain/campaigns/status";
import type { Tx } from "../../database/connection.ts";
import { CallError } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import { auditCampaign } from "./activate-campaign.ts";
import { lockCampaign } from "./campaigns.queries.ts";
import { documentOf } from "./campaigns.rows.ts";
import { segmentsOf } from "./document/read-segments.ts";
import { insertCampaign, type Writer } from "./save-campaign.ts";

/**
 * A new draft that says what the campaign says, from the same preset: without days, with coupon codes of its own. What has ended since comes
 * along, so that nobody wonders where it is; the new draft's page says that it is missing. @throws CallError NOT_FOUND.
 */
export async function copyCampaign(
  tx: Tx,
  scope: Scope,
  id: number,
  writer: Writer,
  language: Language,
): Promise<number> {
  const { accountId } = scope;
  const campaign = await lockCampaign(tx, accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (!isCommandAllowed(campaign.status, "copy")) throw new CallError("WRONG_STATE");
  const { segments, ...said } = documentOf(campaign, await segmentsOf(tx, writer.kinds, accountId, id));
  const document: CampaignDocument = {
    ...said,
    name: nameOfCopy(said.name, language),
    campaign_start_dt: null,
    campaign_end_dt: null,
    segments: await copiedSegments(tx, writer.kinds, accountId, segments),
  };
  const copy = await insertCampaign(tx, scope, document, writer, id);
  await auditCampaign(tx, scope, writer, "copy", id, { after: { copied_to_id: copy } });
  return copy;
}

/** The segments as new ones. Each kind is asked once what copies of its actions hold. */
async function copiedSegments(
  tx: Tx,
  kinds: ActionKinds,
  accountId: number,
  segments: CampaignDocument["segments"],
): Promise<CampaignDocument["segments"]> {
  const all = segments.flatMap(({ actions }) => actions);
  const details = new Map<WholeAction, unknown>(all.map((action) => [action, detailOf(action)]));
  for (const { type, copied } of kinds) {
    const own = all.filter((action) => action.type === type && detailOf(action) !== null);
    if (copied === undefined || own.length === 0) continue;
    const held = await copied(tx, accountId, own.map(detailOf));
    for (const [at, action] of own.entries()) details.set(action, held[at]);
  }
  return segments.map((segment) => ({
    ...segment,
    id: null,
    actions: segment.actions.map(
      (action) => ({ ...action, id: null, [action.type]: details.get(action) }) as WholeAction,
    ),
  }));
}
