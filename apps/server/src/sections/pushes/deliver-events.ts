import { MESSAGE_CHANNELS, type Wave } from "@okaeri/domain/pushes/next-steps";
import { quietUntil } from "@okaeri/domain/pushes/quiet-hours";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { eventOf, watcherOf } from "./causes.ts";
import { endCanaries } from "./close-sets.ts";
import { deliverPushes } from "./deliver-push.ts";
import { finishSet } from "./finish-push.ts";
import { addEventJob, addSlowJob } from "./next-steps.ts";
import type { PushEngine } from "./ports.ts";
import { isFree, secondsUntilFree } from "./runs.queries.ts";
import { sendRulesOf } from "./send-rules.read.ts";

/** Pushes of one run: each is mostly one guest. */
const SET_SIZE = 500;
/** Whatever is due later is found by what looks for lost pushes (revive-pushes.ts). */
const SOON_SECONDS = 60;

/**
 * Delivers the event pushes of an account, set by set of pushes with the same content, until nothing is due or its turn is over: then other
 * accounts come first. `takesSlow`: those that belong among the slow ones, too.
 */
export async function deliverEvents(
  engine: PushEngine,
  accountId: number,
  signal: AbortSignal,
  takesSlow = true,
): Promise<void> {
  const { app } = engine;
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [accountId] }, work);
  const watcher = watcherOf(engine);
  const turnEnds = performance.now() + engine.turnSeconds * 1_000;
  do {
    if (watcher) await inScope((tx) => endCanaries(tx, watcher, accountId, app.clock.now()));
    const choose = (tx: Tx) => chooseSet(tx, engine, accountId);
    const { run, ended } = await deliverPushes(engine, accountId, choose, { signal, turnEnds, takesSlow });
    if (!run) break;
    if (ended.end === "slow") return inScope((tx) => addSlowJob(tx, app.jobs, { accountId, pushActionId: null }));
    if (ended.end === "missing") {
      const campaignId = run.campaign?.campaignId;
      if (!watcher || campaignId === undefined) break;
      await inScope(async (tx) => {
        const stop = { accountId, campaignId, now: app.clock.now(), reason: ended.reason };
        if (await watcher.lock(tx, accountId, campaignId)) await watcher.stop(tx, stop);
      });
      continue;
    }
    const ids = run.pushes.map(({ id }) => id);
    await inScope((tx) => finishSet(tx, accountId, ids, app.clock.now()));
  } while (!signal.aborted && performance.now() < turnEnds);
  await inScope(async (tx) => {
    const seconds = await secondsToNextSet(tx, engine, accountId);
    if (seconds !== null && seconds <= SOON_SECONDS) await addEventJob(tx, app.jobs, accountId, seconds);
  });
}

/** SQL over pushes `push`: it tells guests something, and rests in the quiet hours. */
const tells = sql<boolean>`push.channel = any(${MESSAGE_CHANNELS}::text[])`;

/**
 * SQL over event pushes `push`: open, all of their set are known, nobody has to approve it, and the pushes that come before them for the
 * same event are over.
 */
const isOpen = (accountId: number): RawBuilder<boolean> => sql<boolean>`push.account_id = ${accountId} and push.in_sets
  and push.push_status in ('standby', 'doing') and not push.stop_requested and push.frozen_at is not null
  and not (push.needs_approval and (push.approved_at is null or push.approval_void_at is not null))
  and push.grace_until is distinct from 'infinity'
  and not exists (select from push_actions earlier_push
    where earlier_push.account_id = push.account_id
      and earlier_push.campaign_segment_id = push.campaign_segment_id and earlier_push.trigger_key = push.trigger_key
      and earlier_push.push_status in ('standby', 'doing')
      and (earlier_push.channel = any(${MESSAGE_CHANNELS}::text[]), earlier_push.id) < (${tells}, push.id))`;

/** SQL over event pushes `push`: in the time in which their set can be called off, or its canary can be checked. */
const waits = (now: Date) => sql<boolean>`coalesce(push.grace_until > ${now}::timestamptz, false)`;

type First = {
  started_by: string;
  campaign_id: number | null;
  campaign_action_id: number | null;
  channel: string;
  wave: Wave;
};

/**
 * The next pushes with the same content, oldest first (`skip locked`: other workers take others). Those whose campaign was stopped
 * meanwhile are stopped, too.
 */
async function chooseSet(tx: Tx, engine: PushEngine, accountId: number): Promise<number[]> {
  const { quiet } = await sendRulesOf(tx, accountId);
  const now = engine.app.clock.now();
  const night = quietUntil(quiet, now) !== null;
  const isDue = sql<boolean>`${isOpen(accountId)} and ${isFree} and not ${waits(now)} and not (${night} and ${tells})`;
  for (;;) {
    const first =
      await tx.maybe<First>`select push.started_by, push.campaign_id, push.campaign_action_id, push.channel, push.wave
      from push_actions push
      where ${isDue}
      order by push.id limit 1`;
    if (!first) return [];
    const same = sql`push.started_by = ${first.started_by} and push.channel = ${first.channel} and push.wave = ${first.wave}
      and push.campaign_id is not distinct from ${first.campaign_id}
      and push.campaign_action_id is not distinct from ${first.campaign_action_id}`;
    if (await eventOf(engine, first.started_by).goesOn(tx, accountId, first.campaign_id)) {
      const set = await tx.all<{ id: number }>`select push.id
        from push_actions push
        where ${isDue} and ${same}
        order by push.id limit ${SET_SIZE} for no key update skip locked`;
      return set.map(({ id }) => id);
    }
    // Lock order: by id, as whoever records results of a set locks; otherwise the two would deadlock.
    await tx.run`with stopped as materialized (
        select push.id
        from push_actions push
        where push.account_id = ${accountId} and push.in_sets and push.push_status in ('standby', 'doing') and ${same}
        order by push.id for no key update
      )
      update push_actions push
      set stop_requested = true, updated_at = now()
      from stopped
      where push.account_id = ${accountId} and push.id = stopped.id`;
  }
}

/** Seconds until something is due again, or null when nothing waits but for the morning, which is written down. */
async function secondsToNextSet(tx: Tx, engine: PushEngine, accountId: number): Promise<number | null> {
  const { quiet } = await sendRulesOf(tx, accountId);
  const now = engine.app.clock.now();
  const morning = quietUntil(quiet, now);
  if (morning !== null)
    await tx.run`with held as materialized (
        select push.id
        from push_actions push
        where ${isOpen(accountId)} and ${tells} and ${isFree} and not ${waits(now)}
          and push.held_until is distinct from ${morning}
        order by push.id for no key update
      )
      update push_actions push
      set held_for = 'quiet_hours', held_until = ${morning}, updated_at = now()
      from held
      where push.account_id = ${accountId} and push.id = held.id`;
  const { seconds } = await tx.one<{
    seconds: number | null;
  }>`select min(greatest(${secondsUntilFree}, extract(epoch from push.grace_until - ${now}::timestamptz)))::float8 as seconds
    from push_actions push
    where ${isOpen(accountId)} and not (${morning !== null} and ${tells})`;
  return seconds;
}
