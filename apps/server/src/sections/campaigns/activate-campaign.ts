import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { isCommandAllowed } from "@okaeri/domain/campaigns/list/status";
import { isByHand } from "@okaeri/domain/campaigns/schedule/timing";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError, refuseProblems, staleVersion } from "../../http/errors.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Scope } from "../../session/scope.ts";
import { recordRuleVersion } from "../points/record-rule-version.ts";
import type { Moving } from "../pushes/next-steps.ts";
import { wasStarted } from "../pushes/pushes.read.ts";
import { type Start, startPushes } from "../pushes/start-pushes.ts";
import { resumePushes } from "../pushes/stop-pushes.ts";
import type { Next } from "./actions/action-kind.ts";
import { type SavedSegment, segmentsOf } from "./audience/read-segments.ts";
import { type LockedCampaign, lockCampaign } from "./campaigns.queries.ts";
import { toCampaignDocument } from "./campaigns.rows.ts";
import { campaignSource, stopCampaignRow } from "./delivery/campaign-source.ts";
import { unconfirmedTexts } from "./presets/unconfirmed-texts.ts";
import { missingProblems } from "./review/check-document.ts";
import { CAMPAIGN_ACTS, type CampaignEditContext, campaignContextOf } from "./save-campaign.ts";
import { neverComing } from "./schedule/never-coming.ts";
import { comesByItself, planRuns } from "./schedule/plan-runs.ts";
import { missWhileStopped } from "./schedule/record-runs.ts";

/**
 * Switches a basic campaign on; of any other, makes one push per action that waits for no other moment, adds the jobs, and plans its runs,
 * all in the caller's transaction. Idempotent: the same click twice (the same version) sends once. @throws CallError NOT_FOUND, STALE_VERSION, WRONG_STATE, INVALID_INPUT.
 */
export async function activateCampaign(
  tx: Tx,
  jobs: Jobs,
  scope: Scope,
  input: { id: number; version: number },
  writer: CampaignEditContext,
): Promise<void> {
  const campaign = await lockCampaign(tx, scope.accountId, input.id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (await isSameClick(tx, scope, campaign, input.version)) return;
  if (campaign.version !== input.version) throw staleVersion("campaigns", input.id, CAMPAIGN_ACTS);
  if (!isCommandAllowed(campaign.status, "activate") || campaign.has_open_push) throw new CallError("WRONG_STATE");
  const segments = await segmentsOf(tx, writer.kinds, scope.accountId, input.id);
  const document = toCampaignDocument(campaign, segments);
  refuseProblems([...(await missingOf(tx, scope, writer, document, "start")), ...neverComing(document, writer.now)]);
  refuseProblems(await unconfirmedTexts(tx, scope, { ...campaign, segments }, writer));
  await tx.run`update campaigns
    set status = 'active', activated_at = ${writer.now}, version = version + 1, updated_by = ${scope.userId}, updated_at = ${writer.now},
      run_facility_ids = ${scope.facilityIds}
    where account_id = ${scope.accountId} and id = ${input.id}`;
  const start = startOf(scope, { triggerKey: triggerKey(input.version), segments });
  const sends = campaign.type !== "basic" && start.actions.length > 0;
  if (campaign.type === "basic") await changeRules(tx, jobs, scope, writer, { campaignId: input.id, pays: true });
  else await planRuns(tx, scope.accountId, input.id, writer.now);
  if (sends) await startPushes(tx, movingOf(jobs, scope, input.id, writer), start);
  await auditCampaign(tx, scope, writer, sends ? "send" : "activate", input.id);
}

const triggerKey = (version: number) => `by-hand:${version}`;

async function isSameClick(tx: Tx, scope: Scope, campaign: LockedCampaign, version: number): Promise<boolean> {
  if (campaign.version !== version + 1) return false;
  if (campaign.type === "basic") return campaign.status === "active";
  if (await wasStarted(tx, scope.accountId, campaign.id, triggerKey(version))) return true;
  return campaign.status === "active" && (await comesByItself(tx, scope.accountId, campaign.id));
}

/** What the engine needs to move the campaign's pushes on. */
export function movingOf(jobs: Jobs, scope: Scope, campaignId: number, { now, kinds }: CampaignEditContext): Moving {
  return { jobs, source: campaignSource(kinds), accountId: scope.accountId, campaignId, now };
}

/** What is missing before the next step of the campaign. */
export function missingOf(
  tx: Tx,
  scope: Pick<Scope, "accountId" | "facilityIds">,
  writer: CampaignEditContext,
  document: CampaignEdit,
  next: Next["next"],
): Promise<FieldProblem[]> {
  return missingProblems(tx, writer.kinds, campaignContextOf(scope, writer), document, next);
}

/** One push per action that waits neither for its schedule nor for a trigger. */
function startOf(
  scope: Scope,
  { triggerKey, segments }: { triggerKey: string; segments: readonly SavedSegment[] },
): Start {
  const { facilityIds, userId } = scope;
  const actions = segments.flatMap((segment) =>
    segment.actions.filter(isByHand).map((action) => ({ id: action.id, segmentId: segment.id, channel: action.type })),
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
  writer: CampaignEditContext,
  change: { campaignId: number; pays: boolean },
): Promise<void> {
  await recordRuleVersion(tx, scope, { ...change, from: writer.today });
  await jobs.add(tx, "settle-stays", { account_id: scope.accountId, from: writer.today, to: null, after: 0 });
}

/**
 * Stops everything that is running within seconds: every worker checks before each message and each few hundred benefits. A stopped basic
 * campaign pays no stay that checks out today or later. @throws CallError NOT_FOUND, WRONG_STATE.
 */
export async function stopCampaign(
  tx: Tx,
  jobs: Jobs,
  scope: Scope,
  id: number,
  writer: CampaignEditContext,
): Promise<void> {
  const campaign = await lockCampaign(tx, scope.accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (campaign.status === "stopped") return;
  if (!isCommandAllowed(campaign.status, "stop")) throw new CallError("WRONG_STATE");
  const { accountId, userId } = scope;
  await stopCampaignRow(tx, { accountId, campaignId: id, by: userId, now: writer.now, reason: null });
  if (campaign.type === "basic") await changeRules(tx, jobs, scope, writer, { campaignId: id, pays: false });
  await auditCampaign(tx, scope, writer, "stop", id);
}

/**
 * Resumes what was stopped: only recipients who have no outcome yet are delivered to. Runs that came meanwhile are missed; those to come are
 * planned anew, by the schedules as they are now. @throws CallError NOT_FOUND, WRONG_STATE.
 */
export async function resumeCampaign(
  tx: Tx,
  jobs: Jobs,
  scope: Scope,
  id: number,
  writer: CampaignEditContext,
): Promise<void> {
  const campaign = await lockCampaign(tx, scope.accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (campaign.status === "active") return;
  if (!isCommandAllowed(campaign.status, "resume")) throw new CallError("WRONG_STATE");
  const segments = await segmentsOf(tx, writer.kinds, scope.accountId, id);
  refuseProblems(await missingOf(tx, scope, writer, toCampaignDocument(campaign, segments), "go_on"));
  const of = { accountId: scope.accountId, campaignId: id };
  await missWhileStopped(tx, of, writer.now);
  await planRuns(tx, scope.accountId, id, writer.now);
  // A send whose last message went out while it was being stopped has nothing left to resume.
  const goesOn = campaign.type === "basic" || campaign.has_open_push || (await comesByItself(tx, scope.accountId, id));
  await tx.run`update campaigns
    set status = ${goesOn ? "active" : "inactive"}, stopped_at = null, version = version + 1, updated_by = ${scope.userId},
      updated_at = ${writer.now}, run_facility_ids = ${scope.facilityIds}
    where account_id = ${scope.accountId} and id = ${id}`;
  if (campaign.type === "basic") await changeRules(tx, jobs, scope, writer, { campaignId: id, pays: true });
  await resumePushes(tx, movingOf(jobs, scope, id, writer), scope.userId);
  await auditCampaign(tx, scope, writer, "resume", id);
}

export async function auditCampaign(
  tx: Tx,
  scope: Scope,
  writer: CampaignEditContext,
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
