import { canarySize, isLarge, needsApproval, type SendRules } from "@okaeri/domain/pushes/send-rules";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { addEventJob } from "./next-steps.ts";
import type { PushSource } from "./ports.ts";
import { sendRulesOf } from "./send-rules.read.ts";
import { graceEnd } from "./snapshot-recipients.ts";

// What happens to many guests at one moment deserves what a send does (docs/adr/0512). A set: the event pushes of a campaign that are planned
// for the same moment.

type Of = { accountId: number; campaignId: number };

/**
 * Says of the sets that grew that they are whole, and notes what they have to go through, by how many people they reach: approval, a time
 * in which they can be called off, a canary. From here on they are delivered. Those of a set that already waits are judged with it.
 * The caller has locked the campaign. Idempotent.
 */
export async function closeSets(tx: Tx, jobs: Jobs, { accountId, campaignId }: Of, now: Date): Promise<void> {
  const sets = await tx.all<{ ids: number[]; people: number }>`select array_agg(distinct push.id) as ids,
      (count(distinct target.customer_id) filter (where target.outcome = 'waiting'))::int as people
    from push_actions push
    left join push_action_targets target on target.account_id = push.account_id and target.push_action_id = push.id
    where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and push.in_sets and push.push_status = 'standby'
      and push.started_at is null and push.approved_at is null
    group by push.push_scheduled_time having bool_or(push.frozen_at is null)`;
  if (sets.length === 0) return;
  const rules = await sendRulesOf(tx, accountId);
  for (const { ids, people } of sets) await closeSet(tx, accountId, { ids, people, rules, now });
  await addEventJob(tx, jobs, accountId);
}

/** Whether a set of the campaign grows, or whoever let it grow died before it was closed. */
export async function hasGrowingSet(tx: Tx, { accountId, campaignId }: Of): Promise<boolean> {
  const found = await tx.all`select from push_actions
    where account_id = ${accountId} and campaign_id = ${campaignId} and in_sets and push_status = 'standby' and frozen_at is null
    limit 1`;
  return found.length > 0;
}

/** SQL over pushes `push` of a set: no recipient of its canary waits. */
const canaryHasEnded = sql<boolean>`not exists (select from push_actions canary_push
  where canary_push.account_id = push.account_id and canary_push.campaign_id = push.campaign_id
    and canary_push.push_scheduled_time = push.push_scheduled_time and canary_push.in_sets and canary_push.wave = 'canary'
    and canary_push.push_status in ('standby', 'doing'))`;

type Closing = { ids: readonly number[]; people: number; rules: SendRules; now: Date };

async function closeSet(tx: Tx, accountId: number, { ids, people, rules, now }: Closing): Promise<void> {
  const approval = needsApproval(rules, people);
  const large = isLarge(rules, people);
  const graceUntil = large && !approval ? graceEnd(rules, now) : null;
  // Lock order: by id, as whoever takes or records them.
  await tx.run`select from push_actions where account_id = ${accountId} and id = any(${ids}::bigint[]) order by id for no key update`;
  // A sample of the guests, each with all that the set gives and says.
  await tx.run`with guests as (
      select target.customer_id
      from push_action_targets target
      where target.account_id = ${accountId} and target.push_action_id = any(${ids}::bigint[]) and target.outcome = 'waiting'
      group by target.customer_id
      order by md5(target.customer_id::text) limit ${large ? canarySize(people) : 0}
    )
    update push_actions push
    set wave = case when exists (select from push_action_targets target
        where target.account_id = push.account_id and target.push_action_id = push.id
          and target.customer_id in (select customer_id from guests))
      then 'canary' else 'main' end
    where push.account_id = ${accountId} and push.id = any(${ids}::bigint[]) and push.started_at is null`;
  await tx.run`update push_action_targets target
    set wave = push.wave
    from push_actions push
    where push.account_id = ${accountId} and push.id = any(${ids}::bigint[]) and target.account_id = push.account_id
      and target.push_action_id = push.id and target.wave <> push.wave`;
  await tx.run`update push_actions push
    set frozen_at = coalesce(push.frozen_at, now()), needs_approval = ${approval}, updated_at = now(),
      grace_until = case when push.wave = 'canary' then ${graceUntil}::timestamptz when ${large} then 'infinity' end,
      held_for = case when ${approval} then 'approval' when ${large} then 'grace' end, held_until = ${graceUntil}::timestamptz
    where push.account_id = ${accountId} and push.id = any(${ids}::bigint[]) and push.started_at is null`;
}

/**
 * Starts the waiting time of the main wave for sets whose canary has ended. If a recipient of the canary failed or is unknown, all stops
 * until a person resumes it, like a send (end-canary.ts). Locks the campaigns.
 */
export async function endCanaries(
  tx: Tx,
  source: Pick<PushSource, "lock" | "stop">,
  accountId: number,
  now: Date,
): Promise<void> {
  const over = await tx.all<{ campaign_id: number }>`select distinct push.campaign_id
    from push_actions push
    where push.account_id = ${accountId} and push.in_sets and push.push_status = 'standby' and push.grace_until = 'infinity'
      and not push.stop_requested and ${canaryHasEnded}
    order by push.campaign_id`;
  for (const { campaign_id: campaignId } of over) {
    await source.lock(tx, accountId, campaignId);
    const rules = await sendRulesOf(tx, accountId);
    const { faults } = await tx.one<{ faults: number }>`with rest as materialized (
        select push.id, push.push_scheduled_time
        from push_actions push
        where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and push.in_sets and push.push_status = 'standby'
          and push.grace_until = 'infinity' and not push.stop_requested and ${canaryHasEnded}
        order by push.id for no key update
      ), waits as (
        update push_actions push
        set grace_until = ${graceEnd(rules, now)}, held_for = 'canary', held_until = ${graceEnd(rules, now)}, updated_at = now()
        from rest
        where push.account_id = ${accountId} and push.id = rest.id
      )
      select coalesce(sum(push.failed_count + push.unknown_count), 0)::int as faults
      from push_actions push
      where push.account_id = ${accountId} and push.campaign_id = ${campaignId} and push.in_sets and push.wave = 'canary'
        and push.push_scheduled_time in (select push_scheduled_time from rest)`;
    if (faults > 0) await source.stop(tx, { accountId, campaignId, now, reason: "canary_failed" });
  }
}
