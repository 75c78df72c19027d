import type { App } from "../../../app.ts";
import { todayOf } from "../../../clock.ts";
import type { Tx } from "../../../database/connection.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import { missingOf } from "../activate-campaign.ts";
import { segmentsOf } from "../audience/read-segments.ts";
import { findCampaign } from "../campaigns.queries.ts";
import { toCampaignDocument } from "../campaigns.rows.ts";

type Of = { accountId: number; campaignId: number; facilityIds: number[] | null };

/**
 * Whether a running campaign still says all that a send needs: what it names, and the sender of its messages, may have gone since it was
 * switched on.
 */
export async function stillComplete(tx: Tx, app: App, kinds: ActionKinds, of: Of): Promise<boolean> {
  const { accountId, campaignId } = of;
  const found = await findCampaign(tx, accountId, campaignId);
  if (!found) return false;
  const writer = { ip: null, today: todayOf(app.clock), now: app.clock.now(), origin: app.origin, kinds };
  const document = toCampaignDocument(found, await segmentsOf(tx, kinds, accountId, campaignId));
  return (await missingOf(tx, of, writer, document, "start")).length === 0;
}
