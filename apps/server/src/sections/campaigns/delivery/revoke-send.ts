import type { Tx } from "../../../database/connection.ts";
import { CallError, fieldError } from "../../../http/errors.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import type { Scope } from "../../../session/scope.ts";
import { callOffPushes } from "../../pushes/approve-pushes.ts";
import { type Send, sendOf } from "../../pushes/revocations.read.ts";
import { beginRevocation, openRevocation } from "../../pushes/revocations.ts";
import type { RevocationPreview } from "../actions/action-kind.ts";
import { auditCampaign, movingOf } from "../activate-campaign.ts";
import { findCampaign, lockCampaign } from "../campaigns.queries.ts";
import type { CampaignEditContext } from "../save-campaign.ts";
import { benefitsByKind } from "./benefits-by-kind.ts";
import { restAfterCallOff } from "./campaign-source.ts";

type RevocationInput = { id: number; push_action_id: number };

/** What taking back all that a send gave would do, as of now. @throws CallError as `revokeSend`. */
export async function previewRevocation(
  tx: Tx,
  scope: Scope,
  { id, push_action_id }: RevocationInput,
  writer: CampaignEditContext,
) {
  if (!(await findCampaign(tx, scope.accountId, id))) throw new CallError("NOT_FOUND");
  return countRevocation(tx, scope, await restingSend(tx, scope, id, push_action_id), writer);
}

/**
 * Takes back from everybody what a send gave: its points, which become debts where they were spent, and unused coupons. Recipients who
 * still wait get nothing more. A job does it, and nobody can stop it. Idempotent: requested twice, it is done once.
 * @throws CallError NOT_FOUND, INVALID_INPUT (no push of the campaign), WRONG_STATE (it is running).
 */
export async function revokeSend(
  tx: Tx,
  jobs: Jobs,
  scope: Scope,
  { id, push_action_id, remarks }: RevocationInput & { remarks: string },
  writer: CampaignEditContext,
): Promise<void> {
  const { accountId, userId } = scope;
  const campaign = await lockCampaign(tx, accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  const send = await restingSend(tx, scope, id, push_action_id);
  const moving = movingOf(jobs, scope, id, writer);
  const open = await openRevocation(tx, moving, send.trigger_key);
  // Its job may have been given up: then this starts it again.
  if (open !== null) return jobs.add(tx, "revoke-send", { account_id: accountId, send_revocation_id: open });
  const counted = await countRevocation(tx, scope, send, writer);
  if (counted.points === 0 && counted.coupons === 0) return;
  const ended = await callOffPushes(tx, moving, { by: userId, refusal: null, triggerKey: send.trigger_key });
  if (ended > 0 && campaign.status === "stopped")
    await restAfterCallOff(tx, { accountId, campaignId: id, by: userId, now: writer.now });
  const pushIds = send.benefits.map((benefit) => benefit.id);
  const revocationId = await beginRevocation(tx, moving, { triggerKey: send.trigger_key, pushIds, remarks, userId });
  await jobs.add(tx, "revoke-send", { account_id: accountId, send_revocation_id: revocationId });
  await auditCampaign(tx, scope, writer, "revoke_send", id, { after: { remarks, ...counted } });
}

async function restingSend(tx: Tx, scope: Scope, id: number, pushActionId: number): Promise<Send> {
  const send = await sendOf(tx, scope.accountId, id, pushActionId);
  if (send === null) throw fieldError("push_action_id", { code: "not_a_choice" });
  if (send.is_running) throw new CallError("WRONG_STATE", { because: { code: "send_running" } });
  return send;
}

async function countRevocation(
  tx: Tx,
  { accountId }: Scope,
  send: Send,
  { today, kinds }: CampaignEditContext,
): Promise<RevocationPreview> {
  const counted = { ...NOTHING };
  for (const { benefits, revocation } of benefitsByKind(kinds, send)) {
    const ofKind = await revocation.count(tx, { accountId, today }, benefits);
    for (const figure of Object.keys(NOTHING) as (keyof RevocationPreview)[]) counted[figure] += ofKind[figure] ?? 0;
  }
  return counted;
}

const NOTHING: RevocationPreview = {
  customers: 0,
  points: 0,
  from_balance: 0,
  expired: 0,
  used: 0,
  owed_customers: 0,
  owed_points: 0,
  coupons: 0,
  used_coupons: 0,
  ended_coupons: 0,
};
