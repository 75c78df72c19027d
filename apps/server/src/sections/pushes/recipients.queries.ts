import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Claimed, Delivery, Moment } from "./ports.ts";
import { claimant, type PushRun } from "./runs.queries.ts";

// Claiming and recording recipients, for every channel. The push's figures change in the same statement. What is joined takes account and
// push from the set that drives the statement and not from constants: a send is minutes old when its recipients are counted for the
// planner, which until then takes them for one row and compares each of them with each (database/given-ids.ts).

/**
 * The next recipients, set to `sending`. Whoever calls holds the push (runs.queries.ts). Consent, suppression, cap and merges are asked
 * here, at the last moment; who drops out is skipped with the reason and comes back with it. What the same segment gives was given
 * before: who did not get all of it gets no message that speaks of it.
 */
export async function claimRecipients(
  tx: Tx,
  run: PushRun,
  delivery: Pick<Delivery, "statementName" | "lastMoment" | "first">,
  input: { after: number; limit: number; retryDelaysSeconds: readonly number[]; moment: Moment },
): Promise<Claimed[]> {
  const { accountId, pushActionId } = run;
  const asked = delivery.lastMoment(input.moment);
  const given = isMessage(run.channel) ? WHAT_WAS_GIVEN : NOTHING_GIVEN;
  const statement = sql<Claimed>`
    with next as materialized (
      select t.account_id, t.push_action_id, t.customer_id, ${delivery.first ?? sql`true`} as is_first from push_action_targets t
      where t.account_id = ${accountId} and t.push_action_id = ${pushActionId} and t.wave = ${run.wave} and t.outcome = 'waiting'
        and t.customer_id > ${input.after}
        and (t.attempt_count = 0 or t.claimed_at <= now() - make_interval(secs => (${input.retryDelaysSeconds}::float8[])[t.attempt_count]))
      order by ${delivery.first ? sql`is_first desc, ` : sql``}t.customer_id limit ${input.limit} for update of t skip locked
    ), giving as materialized (
      select q.account_id, q.id from push_actions q
      where q.account_id = ${accountId} and q.campaign_id = ${run.campaignId} and q.campaign_segment_id = ${run.campaignSegmentId}
        and q.trigger_key = ${run.triggerKey} and q.channel = 'point'
    ), facts as materialized (
      select n.account_id, n.push_action_id, n.is_first, c.id as customer_id, ${asked.columns}, given.points as granted_points,
        case when c.merged_into is not null or exists (select from customers o
            join push_action_targets x on x.account_id = o.account_id and x.push_action_id = n.push_action_id and x.customer_id = o.id
              and x.outcome in ('sending', 'sent', 'unknown')
            where o.account_id = n.account_id and o.merged_into = c.id) then 'merged' when c.active_status <> 'active' then 'inactive'
          else coalesce(${asked.reason}, case when given.left_out then 'points_not_granted' end) end as reason
      from next n join customers c on c.account_id = n.account_id and c.id = n.customer_id
      cross join lateral (${given}) given ${asked.joins}
    ), claimed as (
      update push_action_targets t
      set outcome = case when f.reason is null then 'sending' else 'skipped' end, reason = f.reason, claimed_by = ${claimant(run)},
        claimed_at = now(), attempt_count = t.attempt_count + (f.reason is null)::int, updated_at = now()
      from facts f
      where t.account_id = f.account_id and t.push_action_id = f.push_action_id and t.customer_id = f.customer_id
      returning f.*, t.attempt_count
    ), counted as (
      update push_actions p set skipped_count = p.skipped_count + n.skipped, updated_at = now()
      from (select count(*)::int as skipped from facts where reason is not null) n
      where p.account_id = ${accountId} and p.id = ${pushActionId} and n.skipped > 0
    )
    select d.* from claimed d order by d.is_first desc, d.customer_id`.compile(tx.db);
  // Asked once for every few recipients: by name, so that PostgreSQL plans it once per connection.
  const found = await tx.client.query<Claimed>({
    name: `claim-${delivery.statementName}`,
    text: statement.sql,
    values: [...statement.parameters],
  });
  return found.rows;
}

const NOTHING_GIVEN = sql`select null::bigint as points, false as left_out`;
const WHAT_WAS_GIVEN = sql`select sum(x.granted_points)::bigint as points, coalesce(bool_or(x.outcome <> 'sent'), false) as left_out
  from giving g join push_action_targets x on x.account_id = g.account_id and x.push_action_id = g.id and x.customer_id = c.id`;

/** Lets messages leave: from this commit on they may be out. Answers whose. Whoever calls holds the push. */
export async function letLeave(
  tx: Tx,
  run: PushRun,
  leaving: ReadonlyMap<number, string>,
  now: Date,
): Promise<Set<number>> {
  const rows = await tx.all<{ customer_id: number }>`update push_action_targets t
    set sent_at = ${now}, provider_message_id = l.message_id, updated_at = now()
    from unnest(${[...leaving.keys()]}::bigint[], ${[...leaving.values()]}::text[]) l (customer_id, message_id)
    where t.account_id = ${run.accountId} and t.push_action_id = ${run.pushActionId} and t.customer_id = l.customer_id
      and t.outcome = 'sending' and t.claimed_by = ${claimant(run)}
    returning t.customer_id`;
  return new Set(rows.map((row) => row.customer_id));
}

export type Result = {
  customerId: number;
  outcome: "sent" | "skipped" | "failed" | "unknown" | "waiting";
  reason: string | null;
  detail: string | null;
  providerMessageId: string | null;
  grantedPoints: number | null;
};

/**
 * Writes down what became of recipients this run had claimed. A run that was declared dead may still turn its `unknown` into what it
 * really was.
 */
export async function recordResults(tx: Tx, run: PushRun, results: readonly Result[], now: Date): Promise<void> {
  const { accountId, pushActionId } = run;
  const column = <T>(pick: (result: Result) => T) => results.map(pick);
  // The push first, as a run that takes it over does: otherwise the two would wait for each other.
  await tx.run`select from push_actions where account_id = ${accountId} and id = ${pushActionId} for no key update`;
  await tx.run`with results as materialized (
      select ${accountId}::bigint as account_id, ${pushActionId}::bigint as push_action_id, r.*
      from unnest(${column((r) => r.customerId)}::bigint[], ${column((r) => r.outcome)}::text[], ${column((r) => r.reason)}::text[],
        ${column((r) => r.detail)}::text[], ${column((r) => r.providerMessageId)}::text[], ${column((r) => r.grantedPoints)}::bigint[])
        r (customer_id, outcome, reason, detail, message_id, granted_points)
    ), was as materialized (
      select r.*, t.outcome as before from results r
      join push_action_targets t on t.account_id = r.account_id and t.push_action_id = r.push_action_id and t.customer_id = r.customer_id
      where t.claimed_by = ${claimant(run)} and (t.outcome = 'sending' or (t.outcome = 'unknown' and r.outcome <> 'waiting'))
    ), recorded as (
      update push_action_targets t
      set outcome = w.outcome, reason = w.reason, detail = w.detail, updated_at = now(), granted_points = w.granted_points,
        sent_at = case when w.outcome in ('sent', 'unknown') then ${now}::timestamptz end,
        provider_message_id = case when w.outcome in ('sent', 'unknown') then w.message_id end
      from was w
      where t.account_id = w.account_id and t.push_action_id = w.push_action_id and t.customer_id = w.customer_id
      returning w.before, t.outcome, t.granted_points
    )
    update push_actions p set sent_count = p.sent_count + n.sent, skipped_count = p.skipped_count + n.skipped,
      failed_count = p.failed_count + n.failed, unknown_count = p.unknown_count + n.unknown,
      granted_points = p.granted_points + n.points, updated_at = now()
    from (select (count(*) filter (where outcome = 'sent'))::int as sent, (count(*) filter (where outcome = 'skipped'))::int as skipped,
        (count(*) filter (where outcome = 'failed'))::int as failed,
        (count(*) filter (where outcome = 'unknown') - count(*) filter (where before = 'unknown'))::int as unknown,
        coalesce(sum(granted_points), 0)::bigint as points from recorded) n
    where p.account_id = ${accountId} and p.id = ${pushActionId}`;
}
