import type { ActionType } from "@okaeri/domain/enumerations";
import type { Wave } from "@okaeri/domain/pushes/next-steps";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { campaignTerms } from "./campaign-terms.read.ts";
import type { CampaignActionKey, DeliveryOutside, PushFacts, PushTerms, Recipient } from "./ports.ts";

// Taking, holding and leaving a push, for every channel (docs/adr/0070): a lease with heartbeat and fencing token. Lock order: a push
// before its recipients.

/** One run of a worker over pushes that deliver the same: over one of a send, or over a set of those that events made. */
export type PushRun = PushFacts & { wave: Wave; pushes: readonly HeldPush[] };
/** The fencing token: it grows with each run, so an older run is recognised and writes nothing. */
export type HeldPush = { id: number; token: number; triggerKey: string };

export const idsOf = (run: PushRun) => run.pushes.map(({ id }) => id);
const tokensOf = (run: PushRun) => run.pushes.map(({ token }) => token);

/**
 * SQL: a table run_push (id, claimant, trigger_key) of the run's pushes. The claimant also says that the claim tells in `sent_at` from when on a
 * message can be out. Runs of earlier versions (`run-1`) did not.
 */
export const pushesOfRun = (run: PushRun): RawBuilder<unknown> =>
  sql`unnest(${idsOf(run)}::bigint[], ${tokensOf(run).map((token) => `turn-${token}`)}::text[],
    ${run.pushes.map(({ triggerKey }) => triggerKey)}::text[]) run_push (id, claimant, trigger_key)`;

/** SQL: a table run_push (id, token). */
const tokens = (run: PushRun) => sql`unnest(${idsOf(run)}::bigint[], ${tokensOf(run)}::bigint[]) run_push (id, token)`;

/** The lease: a worker without a heartbeat for so long is dead or frozen, and another may take over. */
const SILENT_SECONDS = 10;

/** SQL over pushes `push`: nobody is at work on it. */
export const isFree = sql<boolean>`(push.heartbeat_at is null or push.heartbeat_at < now() - make_interval(secs => ${SILENT_SECONDS}))`;
/** SQL over pushes `push`: seconds until it is. */
export const secondsUntilFree = sql<number>`greatest(0, extract(epoch from push.heartbeat_at - now()) + ${SILENT_SECONDS})::float8`;

type Taken = {
  id: number;
  fencing_token: number;
  started_by: string;
  campaign_id: number | null;
  campaign_action_id: number | null;
  campaign_segment_id: number | null;
  trigger_key: string;
  channel: ActionType;
  wave: Wave;
  chosen_variant: Variant | null;
  in_sets: boolean;
  push_scheduled_time: Date;
};

/**
 * Takes the pushes for this run, or returns null when they are stopped, over, or another worker is alive on them. What a dead worker had
 * let go has an unknown outcome from now on; recipients who were only claimed wait again, and it costs them no try. Recipients of a batch
 * stay in it (deliver-batches.ts).
 */
export async function takePushes(tx: Tx, accountId: number, ids: readonly number[]): Promise<PushRun | null> {
  const taken = await tx.all<Taken>`with free as materialized (
      select push.id
      from push_actions push
      where push.account_id = ${accountId} and push.id = any(${ids}::bigint[]) and push.frozen_at is not null and not push.stop_requested
        and push.push_status in ('standby', 'doing') and ${isFree}
      order by push.id for no key update
    )
    update push_actions push
    set fencing_token = push.fencing_token + 1, push_status = 'doing', started_at = coalesce(push.started_at, now()),
      heartbeat_at = now(), held_for = null, held_until = null, updated_at = now()
    from free f
    where push.account_id = ${accountId} and push.id = f.id
    returning push.id, push.fencing_token, push.started_by, push.campaign_id, push.campaign_action_id, push.campaign_segment_id,
      push.trigger_key, push.channel, push.wave, push.chosen_variant, push.in_sets, push.push_scheduled_time`;
  const [first] = taken.toSorted((a, b) => a.id - b.id);
  if (!first) return null;
  const pushes = taken
    .map(({ id, fencing_token: token, trigger_key: triggerKey }) => ({ id, token, triggerKey }))
    .sort((a, b) => a.id - b.id);
  const mine = sql`target.account_id = ${accountId} and target.push_action_id = any(${pushes.map(({ id }) => id)}::bigint[])
    and target.outcome = 'sending' and target.push_batch_id is null`;
  await tx.run`update push_action_targets target
    set outcome = 'waiting', claimed_by = null, attempt_count = target.attempt_count - 1, updated_at = now()
    where ${mine} and target.sent_at is null and target.claimed_by like 'turn-%'`;
  await tx.run`with cut_off as (
      update push_action_targets target
      set outcome = 'unknown', reason = 'connection', sent_at = coalesce(target.sent_at, target.claimed_at), updated_at = now()
      where ${mine}
      returning target.push_action_id
    )
    update push_actions push
    set unknown_count = push.unknown_count + n.n
    from (select push_action_id, count(*)::int as n from cut_off group by 1) n
    where push.account_id = ${accountId} and push.id = n.push_action_id`;
  return {
    accountId,
    pushes,
    wave: first.wave,
    cause: first.started_by,
    campaign: contentOf(first),
    terms: await termsOf(tx, accountId, first),
    triggerKey: first.in_sets ? null : first.trigger_key,
    channel: first.channel,
    chosen: first.wave === "remaining" ? first.chosen_variant : null,
  };
}

async function termsOf(tx: Tx, accountId: number, first: Taken): Promise<PushTerms | null> {
  if (first.campaign_id === null) return null;
  const terms = await campaignTerms(tx, accountId, first.campaign_id);
  return { ...terms, plannedAt: first.push_scheduled_time, pushActionId: first.id };
}

function contentOf({ campaign_id, campaign_segment_id, campaign_action_id }: Taken): CampaignActionKey | null {
  if (campaign_id === null || campaign_segment_id === null || campaign_action_id === null) return null;
  return {
    campaignId: campaign_id,
    campaignSegmentId: campaign_segment_id,
    campaignActionId: campaign_action_id,
  };
}

/**
 * Locks the run's pushes until the transaction ends, in the order of their ids. Returns those that are still its own by the fencing token:
 * neither stopped nor taken over.
 */
export async function holdPushes(tx: Tx, run: PushRun): Promise<PushRun | null> {
  const found = await tx.all<{ id: number }>`select push.id
    from ${tokens(run)}
    join push_actions push on push.account_id = ${run.accountId} and push.id = run_push.id
    where push.fencing_token = run_push.token and not push.stop_requested and push.push_status = 'doing'
    order by push.id for no key update of push`;
  return among(run, found);
}

/** The heartbeat: shows that the worker lives, and locks as `holdPushes` does. */
export async function heartbeat(tx: Tx, run: PushRun): Promise<PushRun | null> {
  const found = await tx.all<{ id: number }>`with mine as materialized (
      select push.id
      from ${tokens(run)}
      join push_actions push on push.account_id = ${run.accountId} and push.id = run_push.id
      where push.fencing_token = run_push.token
      order by push.id for no key update of push
    ), beating as (
      update push_actions push
      set heartbeat_at = now(), updated_at = now()
      from mine m
      where push.account_id = ${run.accountId} and push.id = m.id
      returning push.id, not push.stop_requested and push.push_status = 'doing' as going
    )
    select id
    from beating
    where going`;
  return among(run, found);
}

function among(run: PushRun, found: readonly { id: number }[]): PushRun | null {
  if (found.length === run.pushes.length) return run;
  const held = new Set(found.map(({ id }) => id));
  return held.size === 0 ? null : { ...run, pushes: run.pushes.filter(({ id }) => held.has(id)) };
}

/** Gives the lease back: another run can take the pushes in `seconds`, at once for 0. */
export async function releasePushes(tx: Tx, run: PushRun, seconds: number): Promise<void> {
  await tx.run`with mine as materialized (
      select push.id
      from ${tokens(run)}
      join push_actions push on push.account_id = ${run.accountId} and push.id = run_push.id
      where push.fencing_token = run_push.token
      order by push.id for no key update of push
    )
    update push_actions push
    set updated_at = now(), heartbeat_at = now() + make_interval(secs => ${seconds - SILENT_SECONDS - 1}::float8)
    from mine m
    where push.account_id = ${run.accountId} and push.id = m.id`;
}

/** Seconds until a waiting recipient is due again (0: now), or null when nobody waits. */
export async function secondsToNext(
  tx: Tx,
  run: PushRun,
  { retryDelaysSeconds, throttleDelay }: Pick<DeliveryOutside, "retryDelaysSeconds" | "throttleDelay">,
): Promise<number | null> {
  const found = await tx.one<{
    seconds: number | null;
  }>`select min(greatest(${throttleDelay?.() ?? null}::float8, case when target.attempt_count = 0 then 0
        else greatest(0, extract(epoch from target.claimed_at - now()) + (${retryDelaysSeconds}::float8[])[target.attempt_count])
      end))::float8 as seconds
    from push_action_targets target
    where target.account_id = ${run.accountId} and target.push_action_id = any(${idsOf(run)}::bigint[]) and target.wave = ${run.wave}
      and target.outcome = 'waiting'`;
  return found.seconds;
}

/** After an outage, and for what was held back, tries are given back: the recipients were not the reason. */
export async function undoAttempts(tx: Tx, run: PushRun, recipients: readonly Recipient[]): Promise<void> {
  await tx.run`update push_action_targets target
    set attempt_count = greatest(target.attempt_count - 1, 0), updated_at = now()
    from unnest(${recipients.map((one) => one.pushActionId)}::bigint[], ${recipients.map((one) => one.customerId)}::bigint[])
        u (push_action_id, customer_id)
    join ${pushesOfRun(run)} on run_push.id = u.push_action_id
    where target.account_id = ${run.accountId} and target.push_action_id = u.push_action_id and target.customer_id = u.customer_id
      and target.outcome = 'waiting' and target.claimed_by = run_push.claimant`;
}
