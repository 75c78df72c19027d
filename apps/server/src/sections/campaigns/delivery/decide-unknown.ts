import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import { CallError, refuseProblems } from "../../../http/errors.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import type { Scope } from "../../../session/scope.ts";
import { confirmUnknown, resendUnknown, type Unknown } from "../../pushes/decide-unknown.ts";
import { withinFacilities } from "../../stays/guests.read.ts";
import { auditCampaign, missingOf, movingOf } from "../activate-campaign.ts";
import { segmentsOf } from "../audience/read-segments.ts";
import { lockCampaign } from "../campaigns.queries.ts";
import { toCampaignDocument } from "../campaigns.rows.ts";
import type { CampaignEditContext } from "../save-campaign.ts";

type Decision = { id: number; decision: "resend" | "delivered"; recipients: Unknown["only"] };

/**
 * A person has looked into the log of the server that sent them and decides about messages with unknown outcome.
 * @returns how many were decided about, and how many of the named ones were not: their outcome is known meanwhile, or they are out of
 * reach.
 * @throws CallError NOT_FOUND, INVALID_INPUT (what would be sent is not complete).
 */
export async function decideUnknown(
  tx: Tx,
  jobs: Jobs,
  scope: Scope,
  { id, decision, recipients }: Decision,
  writer: CampaignEditContext,
): Promise<{ decided: number; omitted: number }> {
  const named = recipients?.map(({ push_action_id, customer_id }) => `${push_action_id}.${customer_id}`);
  const counted = (decided: number) => ({ decided, omitted: named ? new Set(named).size - decided : 0 });
  const { accountId, userId } = scope;
  const campaign = await lockCampaign(tx, accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  const unknown: Unknown = { only: recipients, within: withinFacilities(scope, sql`customer.id`), userId };
  const moving = movingOf(jobs, scope, id, writer);
  if (decision === "delivered") {
    const confirmed = await confirmUnknown(tx, moving, unknown);
    if (confirmed > 0)
      await auditCampaign(tx, scope, writer, "confirm_delivered", id, { after: { recipients: confirmed } });
    return counted(confirmed);
  }
  const segments = await segmentsOf(tx, writer.kinds, accountId, id);
  refuseProblems(await missingOf(tx, scope, writer, toCampaignDocument(campaign, segments), "go_on"));
  const actionIds = segments.flatMap((segment) => segment.actions.map((action) => action.id));
  const isStopped = campaign.status === "stopped";
  const resent = await resendUnknown(tx, moving, { ...unknown, actionIds, isStopped });
  const done = counted(resent);
  if (resent === 0) return done;
  if (campaign.status === "inactive")
    await tx.run`update campaigns
      set status = 'active', version = version + 1, updated_by = ${userId}, updated_at = ${writer.now}
      where account_id = ${accountId} and id = ${id}`;
  await auditCampaign(tx, scope, writer, "resend_unknown", id, { after: { recipients: resent } });
  return done;
}
