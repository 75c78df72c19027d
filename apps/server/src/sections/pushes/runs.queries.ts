import type { ActionType } from "@okaeri/domain/enumerations";
import type { Tx } from "../../database/connection.ts";
import type { PushFacts } from "./ports.ts";

// The rules of taking, holding and leaving a push, for every channel (docs/adr/0070). A push is locked before its recipients.

/** One run of a worker over one push. The fencing token tells it from every run before and after. */
export type PushRun = PushFacts & { token: number; wave: number };

/** Also says that the claim tells in `sent_at` from when on a message can be out. Runs of earlier versions (`run-1`) did not. */
export const claimant = (run: PushRun) => `turn-${run.token}`;

/** A worker that has not shown itself for so long is dead or frozen; its place may be taken. */
const SILENT_SECONDS = 10;

type Taken = {
  fencing_token: number;
  campaign_id: number;
  campaign_action_id: number;
  campaign_segment_id: number;
  trigger_key: string;
  channel: ActionType;
  wave: number;
};

/**
 * Takes the push for this run, or answers null when it is stopped, over, or another worker is alive on it. What a dead worker had
 * let go has an unknown outcome from now on; who had only been claimed waits again, at the cost of no try.
 */
export async function takePush(tx: Tx, accountId: number, pushActionId: number): Promise<PushRun | null> {
  const [taken] = await tx.all<Taken>`update push_actions
    set fencing_token = fencing_token + 1, push_status = 'doing', started_at = coalesce(started_at, now()), heartbeat_at = now(), updated_at = now()
    where account_id = ${accountId} and id = ${pushActionId} and frozen_at is not null and not stop_requested
      and push_status in ('standby', 'doing')
      and (heartbeat_at is null or heartbeat_at < now() - make_interval(secs => ${SILENT_SECONDS}))
    returning fencing_token, campaign_id, campaign_action_id, campaign_segment_id, trigger_key, channel, wave`;
  if (!taken) return null;
  await tx.run`update push_action_targets
    set outcome = 'waiting', claimed_by = null, attempt_count = attempt_count - 1, updated_at = now()
    where account_id = ${accountId} and push_action_id = ${pushActionId} and outcome = 'sending' and sent_at is null
      and claimed_by like 'turn-%'`;
  const cutOff = await tx.run`update push_action_targets
    set outcome = 'unknown', reason = 'connection', sent_at = coalesce(sent_at, claimed_at), updated_at = now()
    where account_id = ${accountId} and push_action_id = ${pushActionId} and outcome = 'sending'`;
  await tx.run`update push_actions set unknown_count = unknown_count + ${cutOff}
    where account_id = ${accountId} and id = ${pushActionId}`;
  return {
    accountId,
    pushActionId,
    token: taken.fencing_token,
    wave: taken.wave,
    campaignId: taken.campaign_id,
    campaignActionId: taken.campaign_action_id,
    campaignSegmentId: taken.campaign_segment_id,
    triggerKey: taken.trigger_key,
    channel: taken.channel,
  };
}

/** Locks the push until the transaction ends. False: it was stopped, or another run took it. */
export async function holdsPush(tx: Tx, run: PushRun): Promise<boolean> {
  const found = await tx.all`select from push_actions where account_id = ${run.accountId} and id = ${run.pushActionId}
    and fencing_token = ${run.token} and not stop_requested and push_status = 'doing' for no key update`;
  return found.length > 0;
}

/** Shows that the worker lives. False: the push was stopped or taken over. */
export async function heartbeat(tx: Tx, run: PushRun): Promise<boolean> {
  const found = await tx.maybe<{ going: boolean }>`update push_actions set heartbeat_at = now(), updated_at = now()
    where account_id = ${run.accountId} and id = ${run.pushActionId} and fencing_token = ${run.token}
    returning not stop_requested and push_status = 'doing' as going`;
  return found?.going ?? false;
}

/** Leaves the push so that another run can take it in `seconds`, at once for 0. */
export async function releasePush(tx: Tx, run: PushRun, seconds: number): Promise<void> {
  await tx.run`update push_actions set updated_at = now(),
      heartbeat_at = now() + make_interval(secs => ${seconds - SILENT_SECONDS - 1}::float8)
    where account_id = ${run.accountId} and id = ${run.pushActionId} and fencing_token = ${run.token}`;
}

/** Seconds until a waiting recipient is due again (0: now), or null when nobody waits. */
export async function secondsToNext(
  tx: Tx,
  run: PushRun,
  retryDelaysSeconds: readonly number[],
): Promise<number | null> {
  const found = await tx.one<{ seconds: number | null }>`select min(case when t.attempt_count = 0 then 0 else
      greatest(0, extract(epoch from t.claimed_at - now()) + (${retryDelaysSeconds}::float8[])[t.attempt_count]) end)::float8 as seconds
    from push_action_targets t
    where t.account_id = ${run.accountId} and t.push_action_id = ${run.pushActionId} and t.wave = ${run.wave} and t.outcome = 'waiting'`;
  return found.seconds;
}

/** After an outage, and for what was kept back, tries are given back: it was not the recipients. */
export async function undoAttempts(tx: Tx, run: PushRun, customerIds: readonly number[]): Promise<void> {
  await tx.run`update push_action_targets set attempt_count = greatest(attempt_count - 1, 0), updated_at = now()
    where account_id = ${run.accountId} and push_action_id = ${run.pushActionId} and outcome = 'waiting'
      and claimed_by = ${claimant(run)} and customer_id = any(${customerIds}::bigint[])`;
}
