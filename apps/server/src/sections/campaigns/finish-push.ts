import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { countsOf } from "../messaging/count-recipients.ts";

/**
 * Ends a push when nobody waits any more: done, or failure when there were recipients and none was reached. With its last push the
 * campaign itself comes to rest and can be edited and sent again (product §8). Returns whether it ended.
 */
export async function finishPush(tx: Tx, accountId: number, pushActionId: number, now: Date): Promise<boolean> {
  // The campaign first, as every command on it does: a stop at this moment would wait for the push and the push for it. And of two
  // pushes that end at once the second then sees that it is the last.
  await sql`select from push_actions p
    join campaign_actions a on a.account_id = p.account_id and a.id = p.campaign_action_id
    join campaign_segments s on s.account_id = a.account_id and s.id = a.campaign_segment_id
    join campaigns c on c.account_id = s.account_id and c.id = s.campaign_id
    where p.account_id = ${accountId} and p.id = ${pushActionId} for no key update of c`.execute(tx.db);
  const ended = await sql<{ campaign_action_id: number }>`update push_actions p set
      push_status = case when n.failed > 0 and n.sent = 0 and n.unknown = 0 then 'failure' else 'done' end,
      target_count = n.targets, sent_count = n.sent, skipped_count = n.skipped, failed_count = n.failed, unknown_count = n.unknown,
      push_sent_time = ${now}, finished_at = now(), heartbeat_at = null, updated_at = now()
    from (${countsOf(accountId, pushActionId)}) n
    where p.account_id = ${accountId} and p.id = ${pushActionId} and p.frozen_at is not null
      and p.push_status in ('standby', 'doing') and n.waiting = 0
    returning p.campaign_action_id`.execute(tx.db);
  const action = ended.rows[0]?.campaign_action_id;
  if (action === undefined) return false;
  await sql`update campaigns c set status = 'inactive', updated_at = now()
    where c.account_id = ${accountId} and c.status = 'active' and c.type <> 'basic'
      and c.id = (select s.campaign_id from campaign_actions a
        join campaign_segments s on s.account_id = a.account_id and s.id = a.campaign_segment_id
        where a.account_id = ${accountId} and a.id = ${action})
      and not exists (select from campaign_segments s
        join campaign_actions a on a.account_id = s.account_id and a.campaign_segment_id = s.id
        join push_actions p on p.account_id = a.account_id and p.campaign_action_id = a.id
        where s.account_id = c.account_id and s.campaign_id = c.id and p.push_status in ('standby', 'doing'))`.execute(
    tx.db,
  );
  return true;
}

type Open = { id: number; type: string; campaign_segment_id: number; frozen: boolean };

/**
 * Adds the jobs that take a campaign's open pushes on: first the recipients are fixed, then the points of a segment are granted,
 * then its mails go out, so that a mail can tell the new balance. Adding one too many is harmless: a push is worked on by one
 * worker at a time.
 */
export async function addPushJobs(tx: Tx, jobs: Jobs, accountId: number, campaignId: number): Promise<number> {
  const found =
    await sql<Open>`select p.id, a.type, a.campaign_segment_id, p.frozen_at is not null as frozen from campaign_segments s
    join campaign_actions a on a.account_id = s.account_id and a.campaign_segment_id = s.id
    join push_actions p on p.account_id = a.account_id and p.campaign_action_id = a.id
    where s.account_id = ${accountId} and s.campaign_id = ${campaignId} and p.push_status in ('standby', 'doing')
      and not p.stop_requested
    order by s.priority_seq, a.seq, p.id`.execute(tx.db);
  const unfrozen = found.rows.find((push) => !push.frozen);
  if (unfrozen) {
    await jobs.add(tx, "prepare-push", { account_id: accountId, push_action_id: unfrozen.id });
    return 1;
  }
  const granting = new Set(found.rows.filter((push) => push.type === "point").map((push) => push.campaign_segment_id));
  const due = found.rows.filter((push) => push.type === "point" || !granting.has(push.campaign_segment_id));
  for (const push of due) {
    const queue = push.type === "point" ? "grant-push-points" : "send-mails";
    await jobs.add(tx, queue, { account_id: accountId, push_action_id: push.id });
  }
  return due.length;
}

/** The campaign a push belongs to. */
export async function campaignOfPush(tx: Tx, accountId: number, pushActionId: number): Promise<number | null> {
  const found = await sql<{ campaign_id: number }>`select s.campaign_id from push_actions p
    join campaign_actions a on a.account_id = p.account_id and a.id = p.campaign_action_id
    join campaign_segments s on s.account_id = a.account_id and s.id = a.campaign_segment_id
    where p.account_id = ${accountId} and p.id = ${pushActionId}`.execute(tx.db);
  return found.rows[0]?.campaign_id ?? null;
}
