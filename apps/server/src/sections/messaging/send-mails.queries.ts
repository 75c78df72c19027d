import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { countsOf } from "./count-recipients.ts";
import type { MailSender } from "./mail-sender.read.ts";
import { type FactsRow, factColumns, factJoins } from "./message-facts.ts";
import { mailStanding } from "./messaging.read.ts";

/** One run of a worker over one push. The fencing token tells it from every run before and after. */
export type PushRun = { accountId: number; pushActionId: number; token: number };

const claimant = (run: PushRun) => `run-${run.token}`;

/** A worker that has not shown itself for so long is dead or frozen; its place may be taken. */
export const SILENT_SECONDS = 10;

/**
 * Takes the push for this run, or answers null when it is stopped, ended, or another worker is alive on it. What a dead worker had
 * handed to the mail server has an unknown outcome from now on.
 */
export async function takePush(tx: Tx, accountId: number, pushActionId: number): Promise<PushRun | null> {
  const taken = await sql<{ fencing_token: number }>`update push_actions
    set fencing_token = fencing_token + 1, push_status = 'doing', started_at = coalesce(started_at, now()), heartbeat_at = now(), updated_at = now()
    where account_id = ${accountId} and id = ${pushActionId} and frozen_at is not null and not stop_requested
      and push_status in ('standby', 'doing')
      and (heartbeat_at is null or heartbeat_at < now() - make_interval(secs => ${SILENT_SECONDS}))
    returning fencing_token`.execute(tx.db);
  const token = taken.rows[0]?.fencing_token;
  if (token === undefined) return null;
  await sql`update push_action_targets set outcome = 'unknown', reason = 'connection', sent_at = claimed_at, updated_at = now()
    where account_id = ${accountId} and push_action_id = ${pushActionId} and outcome = 'sending'`.execute(tx.db);
  return { accountId, pushActionId, token };
}

/** Shows that the worker lives and keeps the counters true. False: the push was stopped or taken over. */
export async function showLife(tx: Tx, run: PushRun): Promise<boolean> {
  const found = await sql<{ going: boolean }>`update push_actions p set heartbeat_at = now(), updated_at = now(),
      sent_count = n.sent, skipped_count = n.skipped, failed_count = n.failed, unknown_count = n.unknown
    from (${countsOf(run.accountId, run.pushActionId)}) n
    where p.account_id = ${run.accountId} and p.id = ${run.pushActionId} and p.fencing_token = ${run.token}
    returning not p.stop_requested as going`.execute(tx.db);
  return found.rows[0]?.going ?? false;
}

export type Claimed = FactsRow & {
  reason: string | null;
  attempt_count: number;
  /** Points the recipient has got by this send; null when his segment gives none. */
  granted_points: number | null;
};

/**
 * The next recipients, set to `sending` before anything is handed to the mail server. Stop, fence, consent, suppression and cap
 * are asked here, at the last moment; who drops out is skipped with the reason and comes back with it. The points of the same
 * segment were granted before: who did not get all of them gets no mail that speaks of them.
 */
export async function claimRecipients(
  tx: Tx,
  run: PushRun,
  input: {
    after: number;
    limit: number;
    retryDelaysSeconds: readonly number[];
    today: CalendarDate;
    now: Date;
    sender: MailSender;
  },
): Promise<Claimed[]> {
  const { accountId, pushActionId } = run;
  const standing = mailStanding("row", accountId, input.sender, input.now);
  const statement = sql<Claimed>`
    with next as materialized (
      select t.customer_id from push_action_targets t
      where t.account_id = ${accountId} and t.push_action_id = ${pushActionId} and t.wave = 2 and t.outcome = 'waiting'
        and t.customer_id > ${input.after}
        and (t.attempt_count = 0 or t.claimed_at <= now() - make_interval(secs => (${input.retryDelaysSeconds}::float8[])[t.attempt_count]))
        and exists (select from push_actions p where p.account_id = ${accountId} and p.id = ${pushActionId}
          and p.fencing_token = ${run.token} and not p.stop_requested and p.push_status = 'doing')
      order by t.customer_id limit ${input.limit} for update of t skip locked
    ), offered as materialized (
      select q.account_id, q.id from push_actions m
      join campaign_actions ma on ma.account_id = m.account_id and ma.id = m.campaign_action_id
      join campaign_actions qa on qa.account_id = m.account_id and qa.campaign_segment_id = ma.campaign_segment_id and qa.type = 'point'
      join push_actions q on q.account_id = m.account_id and q.campaign_action_id = qa.id and q.trigger_key = m.trigger_key
      where m.account_id = ${accountId} and m.id = ${pushActionId}
    ), facts as materialized (
      select ${factColumns}, case
          when c.merged_into is not null then 'merged' when c.active_status <> 'active' then 'inactive'
          else coalesce(${standing.reason}, case when exists (select from offered o
            join push_action_targets x on x.account_id = o.account_id and x.push_action_id = o.id and x.customer_id = c.id
            where x.outcome <> 'sent') then 'points_not_granted' end) end as reason,
        (select sum(g.grant_point)::bigint from offered o join grant_points g on g.account_id = o.account_id
          and g.customer_id = c.id and g.push_action_id = o.id) as granted_points
      from next n join customers c on c.account_id = ${accountId} and c.id = n.customer_id
      ${factJoins(input.today)} ${standing.joins}
    ), claimed as (
      update push_action_targets t
      set outcome = case when f.reason is null then 'sending' else 'skipped' end, reason = f.reason, claimed_by = ${claimant(run)},
        claimed_at = now(), attempt_count = t.attempt_count + (f.reason is null)::int, updated_at = now()
      from facts f
      where t.account_id = ${accountId} and t.push_action_id = ${pushActionId} and t.customer_id = f.customer_id
      returning t.customer_id, t.attempt_count
    )
    select f.*, d.attempt_count from facts f join claimed d on d.customer_id = f.customer_id order by f.customer_id`.compile(
    tx.db,
  );
  // Asked once for every few mails: by name, so that PostgreSQL plans it once per connection.
  const name = input.sender.capCount === null ? "claim-recipients" : "claim-recipients-capped";
  const found = await tx.client.query<Claimed>({ name, text: statement.sql, values: [...statement.parameters] });
  return found.rows;
}

export type Result = {
  customerId: number;
  outcome: "sent" | "failed" | "unknown" | "waiting";
  reason: string | null;
  detail: string | null;
  messageId: string;
  /** The server said that the address does not exist. */
  bouncedAddress: string | null;
};

/**
 * Writes down what became of mails this run had claimed. A run that was declared dead may still turn its `unknown` into what it
 * really was.
 */
export async function recordResults(tx: Tx, run: PushRun, results: readonly Result[], now: Date): Promise<void> {
  const column = <T>(pick: (result: Result) => T) => results.map(pick);
  await sql`update push_action_targets t
    set outcome = r.outcome, reason = r.reason, detail = r.detail, updated_at = now(),
      sent_at = case when r.outcome in ('sent', 'unknown') then ${now}::timestamptz end,
      provider_message_id = case when r.outcome in ('sent', 'unknown') then r.message_id end
    from unnest(${column((r) => r.customerId)}::bigint[], ${column((r) => r.outcome)}::text[], ${column((r) => r.reason)}::text[],
      ${column((r) => r.detail)}::text[], ${column((r) => r.messageId)}::text[]) r (customer_id, outcome, reason, detail, message_id)
    where t.account_id = ${run.accountId} and t.push_action_id = ${run.pushActionId} and t.customer_id = r.customer_id
      and t.claimed_by = ${claimant(run)}
      and (t.outcome = 'sending' or (t.outcome = 'unknown' and r.outcome <> 'waiting'))`.execute(tx.db);
  const bounced = results.filter((result) => result.bouncedAddress !== null);
  if (bounced.length > 0) await recordBounces(tx, run.accountId, bounced);
}

async function recordBounces(tx: Tx, accountId: number, bounced: readonly Result[]): Promise<void> {
  const ids = bounced.map((result) => result.customerId);
  const addresses = bounced.map((result) => result.bouncedAddress?.toLowerCase() ?? "");
  await sql`update customers c set email_state = 'bounced', updated_at = now()
    from unnest(${ids}::bigint[], ${addresses}::text[]) b (id, address)
    where c.account_id = ${accountId} and c.id = b.id and lower(c.email) = b.address and c.email_state = 'valid'`.execute(
    tx.db,
  );
  await sql`insert into suppressions (account_id, channel, address, reason, customer_id)
    select ${accountId}, 'mail', b.address, 'bounced', b.id from unnest(${ids}::bigint[], ${addresses}::text[]) b (id, address)
    on conflict do nothing`.execute(tx.db);
}

/** After an outage the tries it cost are given back: the server failed, not the recipients. */
export async function forgiveTries(tx: Tx, run: PushRun, customerIds: readonly number[]): Promise<void> {
  await sql`update push_action_targets set attempt_count = greatest(attempt_count - 1, 0), updated_at = now()
    where account_id = ${run.accountId} and push_action_id = ${run.pushActionId} and outcome = 'waiting'
      and claimed_by = ${claimant(run)} and customer_id = any(${customerIds}::bigint[])`.execute(tx.db);
}

/** Seconds until a waiting recipient is due again (0: now), or null when nobody waits. */
export async function secondsToNext(
  tx: Tx,
  run: PushRun,
  retryDelaysSeconds: readonly number[],
): Promise<number | null> {
  const found = await sql<{ seconds: number | null }>`select min(case when t.attempt_count = 0 then 0 else
      greatest(0, extract(epoch from t.claimed_at - now()) + (${retryDelaysSeconds}::float8[])[t.attempt_count]) end)::float8 as seconds
    from push_action_targets t
    where t.account_id = ${run.accountId} and t.push_action_id = ${run.pushActionId} and t.outcome = 'waiting'`.execute(
    tx.db,
  );
  return found.rows[0]?.seconds ?? null;
}

/** Leaves the push so that another run can take it in `seconds`, at once for 0. */
export async function leavePush(tx: Tx, run: PushRun, seconds: number): Promise<void> {
  await sql`update push_actions set updated_at = now(),
      heartbeat_at = now() + make_interval(secs => ${seconds - SILENT_SECONDS - 1}::float8)
    where account_id = ${run.accountId} and id = ${run.pushActionId} and fencing_token = ${run.token}`.execute(tx.db);
}

export type PushMail = {
  title: string;
  body: string;
  signature: string;
  from_address: string;
};

/** The mail of a push. */
export async function mailOfPush(tx: Tx, accountId: number, pushActionId: number): Promise<PushMail | null> {
  const found = await sql<PushMail>`select m.title, m.body, m.signature, m.from_address
    from push_actions p join campaign_actions a on a.account_id = p.account_id and a.id = p.campaign_action_id
    join mails m on m.account_id = a.account_id and m.campaign_action_id = a.id
    where p.account_id = ${accountId} and p.id = ${pushActionId}`.execute(tx.db);
  return found.rows[0] ?? null;
}
