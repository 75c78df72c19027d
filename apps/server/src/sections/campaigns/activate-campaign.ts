import { isCommandAllowed } from "@okaeri/domain/campaigns/status";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { CallError } from "../../http/errors.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Scope } from "../../session/scope.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { mailSenderOf } from "../messaging/mail-sender.read.ts";
import { recordRuleVersion } from "../points/record-rule-version.ts";
import { type CampaignRow, lockCampaign, segmentsOf } from "./campaigns.queries.ts";
import { documentOf } from "./campaigns.rows.ts";
import { missingProblems } from "./check-document.ts";
import { deadPromises } from "./dead-promises.queries.ts";
import { addPushJobs } from "./finish-push.ts";
import { refuse, type Writer } from "./save-campaign.ts";

/**
 * Switches a basic campaign on; of any other, makes one push per action and adds the jobs, all in the caller's transaction. The
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
  if (campaign.version !== input.version) throw new CallError("STALE_VERSION");
  if (!isCommandAllowed(campaign.status, "activate") || campaign.has_open_push) throw new CallError("WRONG_STATE");
  const segments = await segmentsOf(tx, scope.accountId, input.id);
  const sender = await mailSenderOf(tx, scope.accountId, writer.origin);
  refuse(missingProblems(documentOf(campaign, segments), sender, writer.today), writer.language);
  if (campaign.type !== "basic") refuse(await deadPromises(tx, scope, segments, writer), writer.language);
  await sql`update campaigns set status = 'active', activated_at = ${writer.now}, version = version + 1,
      updated_by = ${scope.userId}, updated_at = ${writer.now}
    where account_id = ${scope.accountId} and id = ${input.id}`.execute(tx.db);
  if (campaign.type === "basic") await changeRules(tx, jobs, scope, writer, { campaignId: input.id, pays: true });
  else {
    await makePushes(tx, scope, input.id, triggerKey(input.version), writer.now);
    await addPushJobs(tx, jobs, scope.accountId, input.id);
  }
  await audit(tx, scope, writer, campaign.type === "basic" ? "activate" : "send", input.id);
}

const triggerKey = (version: number) => `by-hand:${version}`;

async function isSameClick(tx: Tx, scope: Scope, campaign: CampaignRow, version: number): Promise<boolean> {
  if (campaign.version !== version + 1) return false;
  if (campaign.type === "basic") return campaign.status === "active";
  const found = await sql`select from push_actions p
    join campaign_actions a on a.account_id = p.account_id and a.id = p.campaign_action_id
    join campaign_segments s on s.account_id = a.account_id and s.id = a.campaign_segment_id
    where p.account_id = ${scope.accountId} and s.campaign_id = ${campaign.id} and p.trigger_key = ${triggerKey(version)} limit 1`.execute(
    tx.db,
  );
  return found.rows.length > 0;
}

/** One push per action. The facilities of who sends narrow the audience as they narrowed its preview. */
async function makePushes(tx: Tx, scope: Scope, campaignId: number, key: string, now: Date): Promise<void> {
  const narrowing = JSON.stringify({ facility_ids: scope.facilityIds });
  await sql`insert into push_actions (account_id, campaign_action_id, trigger_key, push_scheduled_time, funnel, created_by, updated_by)
    select a.account_id, a.id, ${key}, ${now}, ${narrowing}::jsonb, ${scope.userId}, ${scope.userId}
    from campaign_segments s join campaign_actions a on a.account_id = s.account_id and a.campaign_segment_id = s.id
    where s.account_id = ${scope.accountId} and s.campaign_id = ${campaignId} and s.active_status = 'active' and a.active_status = 'active'
    order by s.priority_seq, a.seq`.execute(tx.db);
}

/**
 * A basic campaign's rules from today on. Stays that check out today are judged by what is in force at the end of the day, also those
 * that were paid this morning.
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
 * Stops what is under way within seconds: every worker asks before each mail. A stopped basic campaign pays no stay that checks out
 * today or later. @throws CallError NOT_FOUND, WRONG_STATE.
 */
export async function stopCampaign(tx: Tx, jobs: Jobs, scope: Scope, id: number, writer: Writer): Promise<void> {
  const campaign = await lockCampaign(tx, scope.accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (campaign.status === "stopped") return;
  if (!isCommandAllowed(campaign.status, "stop")) throw new CallError("WRONG_STATE");
  const { accountId, userId } = scope;
  await markStopped(tx, { accountId, campaignId: id, by: userId, now: writer.now, reason: null });
  if (campaign.type === "basic") await changeRules(tx, jobs, scope, writer, { campaignId: id, pays: false });
  await audit(tx, scope, writer, "stop", id);
}

/** Stops a locked campaign and all its sends under way; `reason` is a code of STOP_REASONS where no person stopped it. */
export async function markStopped(
  tx: Tx,
  stop: { accountId: number; campaignId: number; by: number | null; now: Date; reason: string | null },
): Promise<void> {
  const { accountId, campaignId, by, now, reason } = stop;
  await sql`update campaigns set status = 'stopped', stopped_at = ${now}, version = version + 1, updated_by = ${by}, updated_at = ${now}
    where account_id = ${accountId} and id = ${campaignId}`.execute(tx.db);
  await sql`update push_actions p set stop_requested = true, stopped_by = ${by}, stopped_at = ${now}, error = ${reason}, updated_at = now()
    where p.account_id = ${accountId} and p.push_status in ('standby', 'doing') and ${ofCampaign(accountId, campaignId)}`.execute(
    tx.db,
  );
}

/** Goes on with the rest, and only the rest. @throws CallError NOT_FOUND, WRONG_STATE. */
export async function resumeCampaign(tx: Tx, jobs: Jobs, scope: Scope, id: number, writer: Writer): Promise<void> {
  const campaign = await lockCampaign(tx, scope.accountId, id);
  if (!campaign) throw new CallError("NOT_FOUND");
  if (campaign.status === "active") return;
  if (!isCommandAllowed(campaign.status, "resume")) throw new CallError("WRONG_STATE");
  const segments = await segmentsOf(tx, scope.accountId, id);
  const sender = await mailSenderOf(tx, scope.accountId, writer.origin);
  refuse(missingProblems(documentOf(campaign, segments), sender, writer.today), writer.language);
  // A send whose last mail went out while it was being stopped has nothing to go on with.
  const status = campaign.type === "basic" || campaign.has_open_push ? "active" : "inactive";
  await sql`update campaigns set status = ${status}, stopped_at = null, version = version + 1,
      updated_by = ${scope.userId}, updated_at = ${writer.now}
    where account_id = ${scope.accountId} and id = ${id}`.execute(tx.db);
  // A worker that has not yet noticed the stop must not go on with the old texts: its token is spent, a new run begins.
  await sql`update push_actions p set stop_requested = false, stopped_by = null, stopped_at = null, error = null,
      updated_by = ${scope.userId}, updated_at = now(), fencing_token = fencing_token + 1, heartbeat_at = null
    where p.account_id = ${scope.accountId} and p.push_status in ('standby', 'doing') and ${ofCampaign(scope.accountId, id)}`.execute(
    tx.db,
  );
  if (campaign.type === "basic") await changeRules(tx, jobs, scope, writer, { campaignId: id, pays: true });
  await addPushJobs(tx, jobs, scope.accountId, id);
  await audit(tx, scope, writer, "resume", id);
}

const ofCampaign = (accountId: number, id: number) => sql`p.campaign_action_id in (select a.id from campaign_segments s
  join campaign_actions a on a.account_id = s.account_id and a.campaign_segment_id = s.id
  where s.account_id = ${accountId} and s.campaign_id = ${id})`;

async function audit(tx: Tx, scope: Scope, writer: Writer, action: string, entityId: number): Promise<void> {
  await recordAudit(tx, {
    actorUserId: scope.userId,
    ip: writer.ip,
    accountId: scope.accountId,
    action,
    entity: "campaigns",
    entityId,
  });
}
