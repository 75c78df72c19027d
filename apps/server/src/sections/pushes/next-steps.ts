import { MESSAGE_CHANNELS, nextSteps, type OpenPush, type PushStep } from "@okaeri/domain/pushes/next-steps";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { PushSource } from "./ports.ts";
import { sendRulesOf } from "./send-rules.read.ts";

/** What is needed to move a campaign's pushes on. The caller has locked the campaign. */
export type Moving = { jobs: Jobs; source: PushSource; accountId: number; campaignId: number; now: Date };

/** Adds the jobs that take a campaign's open pushes on. One too many is harmless: one worker at a time works on a push. */
export async function addNextSteps(tx: Tx, moving: Moving): Promise<void> {
  for (const { id, step } of await decideSteps(tx, moving)) {
    if (step === "hold") continue;
    const data = { account_id: moving.accountId, push_action_id: id };
    const group = String(moving.accountId);
    await moving.jobs.add(tx, step === "freeze" ? "snapshot-recipients" : "deliver-push", data, { group });
  }
  if (await hasEvents(tx, moving)) await addEventJob(tx, moving.jobs, moving.accountId);
}

/** Adds the job that delivers the event pushes of an account. */
export async function addEventJob(tx: Tx, jobs: Jobs, accountId: number, seconds = 0): Promise<void> {
  const startAfter = new Date(Date.now() + seconds * 1000);
  const later = seconds > 0 ? { startAfter } : {};
  await jobs.add(tx, "deliver-events", { account_id: accountId }, { group: String(accountId), ...later });
}

/** Adds the job that delivers a push, or an account's event pushes, among those that wait for their turns. */
export async function addSlowJob(
  tx: Tx,
  jobs: Jobs,
  { accountId, pushActionId }: { accountId: number; pushActionId: number | null },
  startAfter?: Date,
): Promise<void> {
  const data = { account_id: accountId, push_action_id: pushActionId };
  await jobs.add(tx, "deliver-slowly", data, { group: String(accountId), ...(startAfter ? { startAfter } : {}) });
}

/** Whether events made pushes of the campaign that are neither over nor stopped. */
async function hasEvents(tx: Tx, { accountId, campaignId }: Moving): Promise<boolean> {
  const found = await tx.all`select from push_actions
    where account_id = ${accountId} and campaign_id = ${campaignId} and in_sets
      and push_status in ('standby', 'doing') and not stop_requested limit 1`;
  return found.length > 0;
}

/** Whether a push is to be delivered now. If it has to wait, that is recorded, together with the job that takes it up again. */
export async function isDue(tx: Tx, moving: Moving, pushActionId: number): Promise<boolean> {
  const steps = await decideSteps(tx, moving);
  if (!steps.some(({ id, step }) => id === pushActionId && step === "deliver")) return false;
  if (!(await comesSecond(tx, moving, pushActionId))) return true;
  const startAfter = new Date(Date.now() + SOON_MS);
  await moving.jobs.add(
    tx,
    "deliver-push",
    { account_id: moving.accountId, push_action_id: pushActionId },
    { startAfter },
  );
  return false;
}

const SOON_MS = 1_000;

/**
 * Whether a message meets the limit of messages and another campaign's counts first whose recipients are about to be fixed: of two that are
 * due together the quicker one would win. One that nobody manages to fix is not waited for.
 */
async function comesSecond(tx: Tx, { accountId, campaignId }: Moving, pushActionId: number): Promise<boolean> {
  const found = await tx.all`select
    from push_actions own_push
    join campaigns own_campaign on own_campaign.account_id = own_push.account_id and own_campaign.id = own_push.campaign_id
      and own_campaign.purpose = 'marketing'
    join account_settings setting on setting.account_id = own_push.account_id and setting.frequency_cap_count is not null
    join push_actions push on push.account_id = own_push.account_id and push.campaign_id <> ${campaignId} and not push.in_sets
      and push.push_status = 'standby' and push.frozen_at is null and not push.stop_requested
      and push.created_at > now() - interval '15 minutes' and push.channel = any(${MESSAGE_CHANNELS}::text[])
    join campaigns campaign on campaign.account_id = push.account_id and campaign.id = push.campaign_id
      and campaign.purpose = 'marketing'
    where own_push.account_id = ${accountId} and own_push.id = ${pushActionId} and own_push.channel = any(${MESSAGE_CHANNELS}::text[])
      and (campaign.priority, push.push_scheduled_time, push.id)
        < (own_campaign.priority, own_push.push_scheduled_time, own_push.id) limit 1`;
  return found.length > 0;
}

async function decideSteps(tx: Tx, moving: Moving): Promise<PushStep[]> {
  const { accountId, now } = moving;
  const { quiet } = await sendRulesOf(tx, accountId);
  const open = await openPushes(tx, moving);
  // Several sends of a campaign may be open: each goes its own way.
  const sends = Map.groupBy(open, ({ trigger_key }) => trigger_key).values();
  const steps = [...sends].flatMap((send) => nextSteps(send, { now, quiet }));
  const holds = open.map(({ id }) => {
    const step = steps.find((one) => one.id === id);
    return step?.step === "hold" ? step : { hold: null, until: null };
  });
  const changed = await tx.all<{ id: number; held_until: Date | null }>`update push_actions push
    set held_for = h.hold, held_until = h.until, updated_at = now()
    from unnest(${open.map(({ id }) => id)}::bigint[], ${holds.map(({ hold }) => hold)}::text[],
      ${holds.map(({ until }) => until)}::timestamptz[]) h (id, hold, until)
    where push.account_id = ${accountId} and push.id = h.id and (push.held_for, push.held_until) is distinct from (h.hold, h.until)
    returning push.id, push.held_until`;
  for (const { id, held_until } of changed) {
    if (held_until === null) continue;
    // The job engine runs by the real clock, whatever clock the product was given.
    const startAfter = new Date(Date.now() + held_until.getTime() - now.getTime());
    const data = { account_id: accountId, push_action_id: id };
    await moving.jobs.add(tx, "deliver-push", data, { startAfter, group: String(accountId) });
  }
  return steps;
}

type OpenOfSend = OpenPush & { trigger_key: string };

/** The open pushes of a campaign's sends. An approval of other content than what goes out now is void from here on. */
async function openPushes(tx: Tx, moving: Moving): Promise<OpenOfSend[]> {
  const { accountId, campaignId } = moving;
  await voidApprovals(tx, moving);
  return tx.all<OpenOfSend>`select id, trigger_key, channel, campaign_segment_id, frozen_at is not null as frozen,
      not needs_approval or (approved_at is not null and approval_void_at is null) as approved, wave, grace_until,
      has_remaining and chosen_variant is null as undecided
    from push_actions
    where account_id = ${accountId} and campaign_id = ${campaignId} and push_status in ('standby', 'doing')
      and not in_sets and not stop_requested
    order by id`;
}

/** Those of sends, and of the sets of what happens (close-sets.ts), which wait for a person again. */
async function voidApprovals(tx: Tx, { source, accountId, campaignId, now }: Moving): Promise<void> {
  const approved = sql<boolean>`account_id = ${accountId} and campaign_id = ${campaignId} and push_status in ('standby', 'doing')
    and approved_fingerprint is not null and approval_void_at is null`;
  const found = await tx.all`select from push_actions where ${approved} and not stop_requested limit 1`;
  if (found.length === 0) return;
  const voided = await tx.run`update push_actions
    set approval_void_at = ${now}, updated_at = now(), held_for = case when in_sets then 'approval' else held_for end,
      held_until = case when not in_sets then held_until end
    where ${approved} and approved_fingerprint <> ${await source.contentHash(tx, accountId, campaignId)}`;
  if (voided > 0) await source.approvalVoided(tx, accountId, campaignId);
}
