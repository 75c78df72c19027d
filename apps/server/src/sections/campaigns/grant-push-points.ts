import { sql } from "kysely";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { grantActionPoints } from "../points/grant-points.ts";

const BATCH = 2_000;
type Push = { campaign_action_id: number; campaign_name: string };

/**
 * Grants the points of one push, some thousand customers a transaction: the ledger and the recipient's outcome change together, so
 * a killed process goes on where it was. Only who really has the points counts as sent: points that would already have expired
 * are skipped, a customer whose grant the ledger refuses is failed alone. True: everybody is done.
 */
export async function grantPushPoints(
  app: App,
  input: { accountId: number; pushActionId: number },
  signal: AbortSignal,
): Promise<boolean> {
  let size = BATCH;
  while (!signal.aborted) {
    try {
      const granted = await app.database.inScope({ accountIds: [input.accountId] }, (tx) =>
        grantBatch(tx, app, input, size),
      );
      if (granted === "stopped") return false;
      if (granted === 0) return true;
      size = Math.min(BATCH, size * 10);
    } catch (error) {
      if (!isRefusedByData(error)) throw error;
      if (size === 1)
        await app.database.inScope({ accountIds: [input.accountId] }, (tx) => failFirst(tx, input, codeOf(error)));
      size = Math.max(1, Math.floor(size / 10));
    }
  }
  return false;
}

async function grantBatch(
  tx: Tx,
  app: App,
  { accountId, pushActionId }: { accountId: number; pushActionId: number },
  size: number,
): Promise<number | "stopped"> {
  const push =
    await sql<Push>`update push_actions p set push_status = 'doing', started_at = coalesce(p.started_at, now()),
      heartbeat_at = now(), updated_at = now()
    from campaign_actions a
    join campaign_segments s on s.account_id = a.account_id and s.id = a.campaign_segment_id
    join campaigns c on c.account_id = s.account_id and c.id = s.campaign_id
    where p.account_id = ${accountId} and p.id = ${pushActionId} and a.account_id = p.account_id and a.id = p.campaign_action_id
      and p.frozen_at is not null and not p.stop_requested and p.push_status in ('standby', 'doing')
    returning p.campaign_action_id, c.name as campaign_name`.execute(tx.db);
  const [found] = push.rows;
  if (!found) return "stopped";
  const customerIds = await takeNext(tx, accountId, pushActionId, size);
  if (customerIds.length === 0) return 0;
  const run = { accountId, today: todayOf(app.clock), userId: null };
  const results = await grantActionPoints(tx, run, {
    actionId: found.campaign_action_id,
    pushActionId,
    facilityAccountId: accountId,
    customerIds,
    remarks: found.campaign_name,
  });
  await sql`update push_action_targets t set
      outcome = case r.result when 'granted' then 'sent' when 'expired_at_once' then 'skipped' else 'failed' end,
      reason = case r.result when 'granted' then null when 'expired_at_once' then 'expired_at_once' else 'grant_refused' end,
      sent_at = case when r.result = 'granted' then ${app.clock.now()}::timestamptz end,
      attempt_count = t.attempt_count + 1, updated_at = now()
    from unnest(${results.map((row) => row.customer_id)}::bigint[], ${results.map((row) => row.result)}::text[]) r (id, result)
    where t.account_id = ${accountId} and t.push_action_id = ${pushActionId} and t.customer_id = r.id`.execute(tx.db);
  return customerIds.length;
}

/** The next customers, locked; who was merged or made inactive since the freeze is skipped. */
async function takeNext(tx: Tx, accountId: number, pushActionId: number, size: number): Promise<number[]> {
  const next = await sql<{ customer_id: number; reason: string | null }>`select t.customer_id,
      case when c.merged_into is not null then 'merged' when c.active_status <> 'active' then 'inactive' end as reason
    from push_action_targets t join customers c on c.account_id = t.account_id and c.id = t.customer_id
    where t.account_id = ${accountId} and t.push_action_id = ${pushActionId} and t.wave = 2 and t.outcome = 'waiting'
    order by t.customer_id limit ${size} for update of t`.execute(tx.db);
  const gone = next.rows.filter((row) => row.reason !== null);
  if (gone.length === 0) return next.rows.map((row) => row.customer_id);
  await sql`update push_action_targets t set outcome = 'skipped', reason = g.reason, updated_at = now()
    from unnest(${gone.map((row) => row.customer_id)}::bigint[], ${gone.map((row) => row.reason)}::text[]) g (id, reason)
    where t.account_id = ${accountId} and t.push_action_id = ${pushActionId} and t.customer_id = g.id`.execute(tx.db);
  const left = next.rows.filter((row) => row.reason === null).map((row) => row.customer_id);
  return left.length > 0 ? left : takeNext(tx, accountId, pushActionId, size);
}

async function failFirst(
  tx: Tx,
  { accountId, pushActionId }: { accountId: number; pushActionId: number },
  code: string,
): Promise<void> {
  await sql`update push_action_targets set outcome = 'failed', reason = 'grant_refused', detail = ${code}, updated_at = now()
    where account_id = ${accountId} and push_action_id = ${pushActionId} and customer_id = (
      select customer_id from push_action_targets where account_id = ${accountId} and push_action_id = ${pushActionId}
        and wave = 2 and outcome = 'waiting' order by customer_id limit 1)`.execute(tx.db);
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? "");
/** A value or a rule of the database refused it (SQLSTATE classes 22 and 23): trying again changes nothing. */
const isRefusedByData = (error: unknown) => /^2[23]/.test(codeOf(error));
