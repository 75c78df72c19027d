import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { isCommandAllowed } from "@okaeri/domain/campaigns/status";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError, refuseProblems, staleVersion } from "../../http/errors.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Scope } from "../../session/scope.ts";
import type { Next } from "../actions/action-kind.ts";
import { recordRuleVersion } from "../points/record-rule-version.ts";
import type { Moving } from "../pushes/next-steps.ts";
import { wasStarted } from "../pushes/pushes.read.ts";
import { type Start, startPushes } from "../pushes/start-pushes.ts";
import { resumePushes } from "../pushes/stop-pushes.ts";
import { campaignSource, stopCampaignRow } from "./campaign-source.ts";
import { type LockedCampaign, lockCampaign } from "./campaigns.queries.ts";
import { documentOf } from "./campaigns.rows.ts";
import { missingProblems } from "./document/check-document.ts";
import { type SavedSegment, segmentsOf } from "./document/read-segments.ts";
import { askingOf, CAMPAIGN_ACTS, type Writer } from "./save-campaign.ts";

/**
 * Switches a basic campaign on; of any other, makes one push per action and adds the jobs, all in the caller's transaction. Idempotent: the
 * same click twice (the same version) sends once. @throws CallError NOT_FOUND, STALE_VERSION, WRONG_STATE, INVALID_INPUT.
 */
export async function activateCampaign(
  tx: Tx,
  jobs: Jobs,
  scope: Scope,
  input: { id: number; version: number },
  writer: Writer,
): Promise<void> {
  const campaign = await lockCampaign(tx, scope.accountId, input.id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (await isSameClick(tx, scope, campaign, input.version)) return;
  if (campaign.version !== input.version) throw staleVersion("campaigns", input.id, CAMPAIGN_ACTS);
  if (!isCommandAllowed(campaign.status, "activate") || campaign.has_open_push) throw new CallError("WRONG_STATE");
  const segments = await segmentsOf(tx, writer.kinds, scope.accountId, input.id);
  refuseProblems(await missingOf(tx, scope, writer, documentOf(campaign, segments), "start"));
  await tx.run`update campaigns
    set status = 'active', activated_at = ${writer.now}, version = version + 1, updated_by = ${scope.userId}, updated_at = ${writer.now}
    where account_id = ${scope.accountId} and id = ${input.id}`;
  if (campaign.type === "basic") await changeRules(tx, jobs, scope, writer, { campaignId: input.id, pays: true });
  else
    await startPushes(
      tx,
      movingOf(jobs, scope, input.id, writer),
      startOf(scope, { triggerKey: triggerKey(input.version), segments }),
    );
  await auditCampaign(tx, scope, writer, campaign.type === "basic" ? "activate" : "send", input.id);
}

const triggerKey = (version: number) => `by-hand:${version}`;

async function isSameClick(tx: Tx, scope: Scope, campaign: LockedCampaign, version: number): Promise<boolean> {
  if (campaign.version !== version + 1) return false;
  if (campaign.type === "basic") return campaign.status === "active";
  return wasStarted(tx, scope.accountId, campaign.id, triggerKey(version));
}

/** What the engine needs to move the campaign's pushes on. */
export function movingOf(jobs: Jobs, scope: Scope, campaignId: number, { now, kinds }: Writer): Moving {
  return { jobs, source: campaignSource(kinds), accountId: scope.accountId, campaignId, now };
}

/** What is missing before the next step of the campaign. */
export function missingOf(
  tx: Tx,
  scope: Scope,
  writer: Writer,
  document: CampaignEdit,
  next: Next["next"],
): Promise<FieldProblem[]> {
  return missingProblems(tx, writer.kinds, askingOf(scope, writer), document, next);
}

/** One push per action. */
function startOf(
  scope: Scope,
  { triggerKey, segments }: { triggerKey: string; segments: readonly SavedSegment[] },
): Start {
  const { facilityIds, userId } = scope;
  const actions = segments.flatMap((segment) =>
    segment.actions.map((action) => ({ id: action.id, segmentId: segment.id, channel: action.type })),
  );
  return { triggerKey, actions, facilityIds, userId };
}

/**
 * A basic campaign's rules from today on. Stays that check out today are judged by the rules at the end of the day, also those that were
 * paid this morning.
 */
async function changeRules(
  tx: Tx,
  jobs: Jobs,
  scope: Scope,
  writer: Writer,
  change: { campaignId: number; pays: boolean },
): Promise<void> {
  await recordRuleVersion(tx, scope, { ...change, from: writer.today });
  await jobs.add(tx, "settle-stays", { account_id: scope.accountId, from: writer.today, to: null, after: 0 });
}

/**
 * Stops everything that is running within seconds: every worker checks before each mail and each few hundred benefits. A stopped basic
 * campaign pays no stay that checks out today or later. @throws CallError NOT_FOUND, WRONG_STATE.
 */
export async function stopCampaign(tx: Tx, jobs: Jobs, scope: Scope, id: number, writer: Writer): Promise<void> {
  const campaign = await lockCampaign(tx, scope.accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (campaign.status === "stopped") return;
  if (!isCommandAllowed(campaign.status, "stop")) throw new CallError("WRONG_STATE");
  const { accountId, userId } = scope;
  await stopCampaignRow(tx, { accountId, campaignId: id, by: userId, now: writer.now, reason: null });
  if (campaign.type === "basic") await changeRules(tx, jobs, scope, writer, { campaignId: id, pays: false });
  await auditCampaign(tx, scope, writer, "stop", id);
}

/** Resumes what was stopped: only recipients who have no outcome yet are delivered to. @throws CallError NOT_FOUND, WRONG_STATE. */
export async function resumeCampaign(tx: Tx, jobs: Jobs, scope: Scope, id: number, writer: Writer): Promise<void> {
  const campaign = await lockCampaign(tx, scope.accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (campaign.status === "active") return;
  if (!isCommandAllowed(campaign.status, "resume")) throw new CallError("WRONG_STATE");
  const segments = await segmentsOf(tx, writer.kinds, scope.accountId, id);
  refuseProblems(await missingOf(tx, scope, writer, documentOf(campaign, segments), "go_on"));
  // A send whose last mail went out while it was being stopped has nothing left to resume.
  const status = campaign.type === "basic" || campaign.has_open_push ? "active" : "inactive";
  await tx.run`update campaigns
    set status = ${status}, stopped_at = null, version = version + 1, updated_by = ${scope.userId}, updated_at = ${writer.now}
    where account_id = ${scope.accountId} and id = ${id}`;
  if (campaign.type === "basic") await changeRules(tx, jobs, scope, writer, { campaignId: id, pays: true });
  await resumePushes(tx, movingOf(jobs, scope, id, writer), scope.userId);
  await auditCampaign(tx, scope, writer, "resume", id);
}

export async function auditCampaign(
  tx: Tx,
  scope: Scope,
  writer: Writer,
  action: string,
  entityId: number,
  change: { after?: unknown } = {},
): Promise<void> {
  await recordAudit(tx, {
    actorUserId: scope.userId,
    ip: writer.ip,
    accountId: scope.accountId,
    action,
    entity: "campaigns",
    entityId,
    ...change,
  });
}
