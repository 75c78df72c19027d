import { isCommandAllowed } from "@okaeri/domain/campaigns/list/status";
import type { Tx } from "../../../database/connection.ts";
import { CallError } from "../../../http/errors.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import type { Scope } from "../../../session/scope.ts";
import { approvePushes, callOffPushes } from "../../pushes/approve-pushes.ts";
import { type OpenSend, openSendOf, wasCalledOff } from "../../pushes/open-sends.read.ts";
import { auditCampaign, movingOf } from "../activate-campaign.ts";
import { type LockedCampaign, lockCampaign } from "../campaigns.queries.ts";
import type { CampaignEditContext } from "../save-campaign.ts";
import { restAfterCallOff } from "./campaign-source.ts";

// What people decide about a send of which nobody has got anything yet.

/**
 * A second person approves what goes out, in the version they looked at. A second click changes nothing (idempotent).
 * @throws CallError NOT_FOUND, STALE_VERSION, WRONG_STATE, FORBIDDEN (who started it).
 */
export async function approveSend(
  tx: Tx,
  jobs: Jobs,
  scope: Scope,
  { id, version, push_action_id }: Decided & { version: number },
  writer: CampaignEditContext,
): Promise<void> {
  const { campaign, send } = await openedSend(tx, scope, id, push_action_id);
  if (campaign.version !== version) throw new CallError("STALE_VERSION");
  if (send?.approved_by === scope.userId) return;
  refuseToRequester(send, scope);
  await approvePushes(tx, movingOf(jobs, scope, id, writer), send.trigger_key, scope.userId);
  await auditCampaign(tx, scope, writer, "approve_send", id, { after: { recipients: send.recipients } });
}

/** A second person does not approve, and says why: the send ends, the campaign can be changed. @throws as `approveSend`. */
export async function refuseSend(
  tx: Tx,
  scope: Scope,
  { id, reason, push_action_id }: Decided & { reason: string },
  writer: CampaignEditContext,
): Promise<void> {
  const { send } = await openedSend(tx, scope, id, push_action_id);
  refuseToRequester(send, scope);
  await callOff(tx, scope, id, writer, { triggerKey: send.trigger_key, refusal: reason });
  await auditCampaign(tx, scope, writer, "refuse_send", id, { after: { reason, recipients: send.recipients } });
}

/** Ends a send before anybody got anything, so that the whole campaign can be changed. @throws CallError NOT_FOUND, WRONG_STATE. */
export async function cancelSend(
  tx: Tx,
  scope: Scope,
  { id, push_action_id }: Decided,
  writer: CampaignEditContext,
): Promise<void> {
  const { campaign, send } = await openedSend(tx, scope, id, push_action_id);
  if (send === null && (await wasCalledOff(tx, scope.accountId, id))) return;
  if (!send?.is_untouched || !isCommandAllowed(campaign.status, "cancel")) throw new CallError("WRONG_STATE");
  await callOff(tx, scope, id, writer, { triggerKey: send.trigger_key, refusal: null });
  await auditCampaign(tx, scope, writer, "cancel_send", id, { after: { recipients: send.recipients } });
}

async function openedSend(
  tx: Tx,
  scope: Scope,
  id: number,
  pushActionId: number | undefined,
): Promise<{ campaign: LockedCampaign; send: OpenSend | null }> {
  const campaign = await lockCampaign(tx, scope.accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  return { campaign, send: await openSendOf(tx, scope.accountId, id, pushActionId) };
}

/** `push_action_id`: any part of the send that is meant, where several are open. */
type Decided = { id: number; push_action_id?: number | undefined };

function refuseToRequester(send: OpenSend | null, scope: Scope): asserts send is OpenSend {
  if (!send?.awaits_approval) throw new CallError("WRONG_STATE");
  if (send.asked_by.includes(scope.userId)) throw new CallError("FORBIDDEN", { because: { code: "own_send" } });
}

async function callOff(
  tx: Tx,
  scope: Scope,
  id: number,
  writer: CampaignEditContext,
  { triggerKey, refusal }: { triggerKey: string; refusal: string | null },
): Promise<void> {
  const { accountId, userId } = scope;
  const of = { accountId, campaignId: id, now: writer.now };
  await callOffPushes(tx, of, { by: userId, refusal, triggerKey });
  await restAfterCallOff(tx, { ...of, by: userId });
}
