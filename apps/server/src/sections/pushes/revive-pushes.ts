import { sql } from "kysely";
import { sourceOf } from "./causes.ts";
import { addEventJob, addNextSteps } from "./next-steps.ts";
import type { PushEngine } from "./ports.ts";

/** A push nobody has worked on for so long has lost its job (a worker died too often, or its last retry failed). */
const LOST_SECONDS = 90;

const isLost = (now: Date) => sql`push_status in ('standby', 'doing') and not stop_requested
  and (coalesce(heartbeat_at, updated_at) < now() - make_interval(secs => ${LOST_SECONDS}) or held_until <= ${now})`;

/**
 * Gives new jobs to pushes that have lost theirs, and to those whose wait is over; the worker runs it now and then. One that still has to
 * wait gets none. Returns how many sends, and accounts with events, were looked at.
 */
export async function revivePushes(engine: Pick<PushEngine, "app" | "causes">): Promise<number> {
  const { app } = engine;
  const now = app.clock.now();
  const found = await app.database.asSystem(
    (tx) =>
      tx.all<{
        account_id: number;
        campaign_id: number;
        id: number;
        started_by: string;
      }>`select account_id, campaign_id, id, started_by from push_actions where ${isLost(now)} and not in_sets`,
  );
  for (const { account_id: accountId, campaign_id: campaignId, id, started_by: kind } of found) {
    const source = sourceOf(engine, kind);
    await app.database.inScope({ accountIds: [accountId] }, async (tx) => {
      await source.lock(tx, accountId, campaignId);
      // Moves the moment it is next looked at; a worker that takes the job in between is not held up by it.
      const lost = await tx.all`update push_actions
        set updated_at = now(), heartbeat_at = now() - interval '30 seconds'
        where account_id = ${accountId} and id = ${id} and ${isLost(now)}
        returning id`;
      if (lost.length > 0) await addNextSteps(tx, { jobs: app.jobs, source, accountId, campaignId, now });
    });
  }
  return found.length + (await reviveEvents(engine));
}

/** Of a set that waits for a person, or for its time, nobody has to look after each guest's push. */
const isLostEvent = (now: Date) => sql`in_sets and ${isLost(now)} and held_for is distinct from 'approval'
  and not coalesce(grace_until > ${now}::timestamptz and grace_until < 'infinity', false)`;

/** One job for each account takes up all its event pushes. Of those that wait behind many others one is looked at, and found not lost. */
async function reviveEvents({ app }: Pick<PushEngine, "app">): Promise<number> {
  const now = app.clock.now();
  const found = await app.database.asSystem(
    (tx) => tx.all<{ account_id: number }>`select distinct account_id from push_actions where ${isLostEvent(now)}`,
  );
  for (const { account_id: accountId } of found)
    await app.database.inScope({ accountIds: [accountId] }, async (tx) => {
      // Lock order: by id, as whoever records results of a set locks; what a living worker holds is not lost.
      await tx.run`with lost as materialized (
          select id
          from push_actions
          where account_id = ${accountId} and ${isLostEvent(now)}
          order by id for no key update skip locked
        )
        update push_actions push
        set updated_at = now()
        from lost
        where push.account_id = ${accountId} and push.id = lost.id`;
      await addEventJob(tx, app.jobs, accountId);
    });
  return found.length;
}
