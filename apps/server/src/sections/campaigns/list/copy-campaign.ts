import type { CampaignDocument, WholeAction } from "@okaeri/contract/campaigns/document";
import { nameOfCopy } from "@okaeri/contract/campaigns/list/name-of-copy";
import type { Language } from "@okaeri/contract/errors";
import { detailsOf, furtherName } from "@okaeri/domain/campaigns/actions/further-details";
import { isCommandAllowed } from "@okaeri/domain/campaigns/list/status";
import type { Tx } from "../../../database/connection.ts";
import { CallError } from "../../../http/errors.ts";
import type { Scope } from "../../../session/scope.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import { auditCampaign } from "../activate-campaign.ts";
import { segmentsOf } from "../audience/read-segments.ts";
import { lockCampaign } from "../campaigns.queries.ts";
import { toCampaignDocument } from "../campaigns.rows.ts";
import { type CampaignEditContext, insertCampaign } from "../save-campaign.ts";

/**
 * A new draft that says what the campaign says, from the same preset: without days, with coupon codes of its own. What has ended since comes
 * along, so that nobody wonders where it is; the new draft's page says that it is missing. @throws CallError NOT_FOUND.
 */
export async function copyCampaign(
  tx: Tx,
  scope: Scope,
  id: number,
  writer: CampaignEditContext,
  language: Language,
): Promise<number> {
  const { accountId } = scope;
  const campaign = await lockCampaign(tx, accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (!isCommandAllowed(campaign.status, "copy")) throw new CallError("WRONG_STATE");
  const { segments, ...fields } = toCampaignDocument(campaign, await segmentsOf(tx, writer.kinds, accountId, id));
  const document: CampaignDocument = {
    ...fields,
    name: nameOfCopy(fields.name, language),
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
  const held = all.flatMap((action) => detailsOf(action).map(({ detail }) => ({ action, detail })));
  const copies = new Map<WholeAction, unknown[]>();
  for (const {
    type,
    content: { copied },
  } of kinds) {
    const own = held.filter(({ action, detail }) => action.type === type && detail !== null);
    const details = own.map(({ detail }) => detail);
    const made = copied === undefined || own.length === 0 ? details : await copied(tx, accountId, details);
    for (const [at, { action }] of own.entries()) copies.set(action, [...(copies.get(action) ?? []), made[at]]);
  }
  const copyOf = (action: WholeAction) => {
    const [own = null, ...others] = copies.get(action) ?? [];
    const further = furtherName(action.type);
    return { ...action, id: null, [action.type]: own, ...(further && { [further]: others }) } as WholeAction;
  };
  return segments.map((segment) => ({ ...segment, id: null, actions: segment.actions.map(copyOf) }));
}
