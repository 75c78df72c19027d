import { createHash } from "node:crypto";
import { isMessage, REPORTED_FIGURES } from "@okaeri/domain/pushes/next-steps";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { controlReason, held } from "./control.ts";
import type { CampaignActionKey, Claimed, Delivery, Moment, Recipient } from "./ports.ts";
import { idsOf, type PushRun, pushesOfRun } from "./runs.queries.ts";

// Claiming and recording recipients, for every channel. The push's figures change in the same statement. Joined tables take account and
// push from the set that drives the statement and not from constants: a send is minutes old before its recipients are in the planner's
// statistics; until then the planner expects one row and joins by nested loops (database/given-ids.ts).

/** The last recipient that was claimed; the next ones come after it. */
export type Cursor = Recipient;
export const START: Cursor = { pushActionId: 0, customerId: 0 };

/**
 * Claims the next recipients (`skip locked`) and sets them to `sending`. The caller holds the pushes (runs.queries.ts). Eligibility at the
 * last moment: consent, suppression, cap and merges are checked here, and a recipient who drops out is skipped with the reason and returned
 * with it. The segment's benefits were given before: who did not get all of them gets no message that mentions them. A guest is not claimed
 * by two pushes at once, because the first outcome is not recorded yet. `busy`: guests whose turn is not over.
 */
export async function claimRecipients(
  tx: Tx,
  run: PushRun,
  delivery: Pick<Delivery, "recheckAtSend" | "claimed" | "first" | "throttleDelay" | "assignedVariant">,
  input: {
    after: Cursor;
    busy: readonly number[];
    limit: number;
    retryDelaysSeconds: readonly number[];
    moment: Moment;
  },
): Promise<Claimed[]> {
  const { accountId } = run;
  const recheckAtSend = delivery.recheckAtSend(input.moment);
  const { after } = input;
  const first = run.triggerKey === null ? undefined : delivery.first;
  const throttleDelay = delivery.throttleDelay?.() ?? null;
  const given = run.campaign && isMessage(run.channel) ? whatWasGiven(accountId, run.campaign) : NOTHING_GIVEN;
  const campaignId = run.campaign?.campaignId ?? null;
  const control = run.terms ? controlReason("row", { ...run.terms, accountId, campaignId }) : sql`null::text`;
  const assignedVariant = delivery.assignedVariant ?? sql`null::text`;
  const omitted = sql`select facts.account_id, ${campaignId}::bigint as campaign_id, facts.customer_id, facts.reason
    from facts`;
  const statement = sql<Claimed>`
    with locked as materialized (
      select waiting.*, run_push.claimant, run_push.trigger_key
      from ${pushesOfRun(run)}
      cross join lateral (
        select target.account_id, target.push_action_id, target.customer_id, target.variant, ${first ?? sql`true`} as is_first
        from push_action_targets target
        where target.account_id = ${accountId} and target.push_action_id = run_push.id and target.wave = ${run.wave}
          and target.outcome = 'waiting'
          and target.customer_id > case when run_push.id = ${after.pushActionId} then ${after.customerId}::bigint else 0 end
          and (target.attempt_count = 0
            or target.claimed_at <= now() - make_interval(secs => (${input.retryDelaysSeconds}::float8[])[target.attempt_count]))
          ${throttleDelay ? sql`and coalesce(${throttleDelay}, 0) <= 0` : sql``}
        order by ${first ? sql`is_first desc, ` : sql``}target.customer_id limit ${input.limit} for update of target skip locked
      ) waiting
      where run_push.id >= ${after.pushActionId} limit ${input.limit}
    ), next as materialized (
      select distinct on (locked.customer_id) locked.*
      from locked
      where locked.customer_id <> all(${input.busy}::bigint[])
      order by locked.customer_id, locked.push_action_id
    ), facts as materialized (
      select next.account_id, next.push_action_id, next.is_first, next.claimant, customer.id as customer_id, ${recheckAtSend.columns},
        given.points as granted_points, ${assignedVariant} as variant,
        case when customer.merged_into is not null
            or exists (select from customers merged_customer
              cross join lateral (select from push_action_targets target
                where target.account_id = merged_customer.account_id and target.push_action_id = next.push_action_id
                  and target.customer_id = merged_customer.id and target.outcome in ('sending', 'sent', 'unknown')
                limit 1) found
              where merged_customer.account_id = next.account_id and merged_customer.merged_into = customer.id) then 'merged'
          when customer.active_status <> 'active' then 'inactive'
          else coalesce(${recheckAtSend.reason}, ${control}, case when given.omitted then 'points_not_granted' end) end as reason
      from next
      join customers customer on customer.account_id = next.account_id and customer.id = next.customer_id
      cross join lateral (${given}) given ${recheckAtSend.joins}
    ), claimed as (
      update push_action_targets target
      set outcome = case when facts.reason is null then 'sending' else 'skipped' end, reason = facts.reason, claimed_by = facts.claimant,
        claimed_at = now(), attempt_count = target.attempt_count + (facts.reason is null)::int, updated_at = now(),
        variant = case when facts.reason is null then facts.variant end
      from facts
      where target.account_id = facts.account_id and target.push_action_id = facts.push_action_id
        and target.customer_id = facts.customer_id
      returning facts.*, target.attempt_count
    ), kept as (
      ${held(omitted, input.moment.now)}
    ), counted as (
      update push_actions push
      set skipped_count = push.skipped_count + dropped.skipped, updated_at = now()
      from (select push_action_id, count(*)::int as skipped from facts where reason is not null group by 1) dropped
      where push.account_id = ${accountId} and push.id = dropped.push_action_id
    )
    select claimed.*
    from claimed
    order by claimed.is_first desc, claimed.push_action_id, claimed.customer_id`.compile(tx.db);
  // Runs once for every few recipients: a prepared statement, so that PostgreSQL plans it once per connection.
  const found = await tx.client.query<Claimed>({
    // By its text alone: two texts of one name would end the connection's work.
    name: `claim-${createHash("md5").update(statement.sql).digest("hex")}`,
    text: statement.sql,
    values: [...statement.parameters],
  });
  await delivery.claimed?.(tx, found.rows);
  return found.rows;
}

const NOTHING_GIVEN = sql`select null::bigint as points, false as omitted`;
/** Who had a benefit as often as it is given was not refused it: the message still goes. */
const whatWasGiven = (accountId: number, { campaignSegmentId }: CampaignActionKey) =>
  sql`select sum(target.granted_points)::bigint as points,
      coalesce(bool_or(target.outcome <> 'sent' and target.reason is distinct from 'once_per'), false) as omitted
    from push_actions push
    join push_action_targets target on target.account_id = push.account_id and target.push_action_id = push.id
      and target.customer_id = customer.id
    where push.account_id = ${accountId} and push.campaign_segment_id = ${campaignSegmentId} and push.trigger_key = next.trigger_key
      and push.channel = any(${REPORTED_FIGURES}::text[])`;

export type RecipientMessage = Recipient & { messageId: string };

/** Lets messages leave: from this commit on they may have been sent. Returns whose. The caller holds the pushes of `run`. */
export async function commitSends(
  tx: Tx,
  run: PushRun,
  leaving: readonly RecipientMessage[],
  now: Date,
): Promise<Recipient[]> {
  const rows = await tx.all<{ push_action_id: number; customer_id: number }>`update push_action_targets target
    set sent_at = ${now}, provider_message_id = leaving.message_id, updated_at = now()
    from unnest(${leaving.map((one) => one.pushActionId)}::bigint[], ${leaving.map((one) => one.customerId)}::bigint[],
      ${leaving.map((one) => one.messageId)}::text[]) leaving (push_action_id, customer_id, message_id)
    join ${pushesOfRun(run)} on run_push.id = leaving.push_action_id
    where target.account_id = ${run.accountId} and target.push_action_id = leaving.push_action_id
      and target.customer_id = leaving.customer_id and target.outcome = 'sending' and target.claimed_by = run_push.claimant
    returning target.push_action_id, target.customer_id`;
  return rows.map((row) => ({ pushActionId: row.push_action_id, customerId: row.customer_id }));
}

export type Result = Recipient & {
  outcome: "sent" | "skipped" | "failed" | "unknown" | "waiting";
  reason: string | null;
  detail: string | null;
  providerMessageId: string | null;
  grantedPoints: number | null;
};

/**
 * Records the outcomes of recipients this run had claimed. A run that was declared dead may still replace its `unknown` by what really
 * happened.
 */
export async function recordResults(tx: Tx, run: PushRun, results: readonly Result[], now: Date): Promise<void> {
  const { accountId } = run;
  const column = <T>(pick: (result: Result) => T) => results.map(pick);
  // Lock order: the pushes first, as in a run that takes them over, and all of them, as the run's own life signs do; otherwise two would
  // deadlock.
  await tx.run`select from push_actions
    where account_id = ${accountId} and id = any(${idsOf(run)}::bigint[])
    order by id for no key update`;
  await tx.run`with results as materialized (
      select ${accountId}::bigint as account_id, result.*, run_push.claimant
      from unnest(${column((r) => r.pushActionId)}::bigint[], ${column((r) => r.customerId)}::bigint[],
        ${column((r) => r.outcome)}::text[], ${column((r) => r.reason)}::text[], ${column((r) => r.detail)}::text[],
        ${column((r) => r.providerMessageId)}::text[], ${column((r) => r.grantedPoints)}::bigint[])
          result (push_action_id, customer_id, outcome, reason, detail, message_id, granted_points)
      join ${pushesOfRun(run)} on run_push.id = result.push_action_id
    ), was as materialized (
      select result.*, target.outcome as before
      from results result
      join push_action_targets target on target.account_id = result.account_id and target.push_action_id = result.push_action_id
        and target.customer_id = result.customer_id
      where target.claimed_by = result.claimant
        and (target.outcome = 'sending' or (target.outcome = 'unknown' and result.outcome <> 'waiting'))
    ), recorded as (
      update push_action_targets target
      set outcome = was.outcome, reason = was.reason, detail = was.detail, updated_at = now(), granted_points = was.granted_points,
        sent_at = case when was.outcome in ('sent', 'unknown') then ${now}::timestamptz end,
        provider_message_id = case when was.outcome in ('sent', 'unknown') then was.message_id end
      from was
      where target.account_id = was.account_id and target.push_action_id = was.push_action_id and target.customer_id = was.customer_id
      returning target.push_action_id, was.before, target.outcome, target.granted_points
    )
    update push_actions push
    set sent_count = push.sent_count + counts.sent, skipped_count = push.skipped_count + counts.skipped,
      failed_count = push.failed_count + counts.failed, unknown_count = push.unknown_count + counts.unknown,
      granted_points = push.granted_points + counts.points, updated_at = now()
    from (
      select push_action_id, (count(*) filter (where outcome = 'sent'))::int as sent,
        (count(*) filter (where outcome = 'skipped'))::int as skipped, (count(*) filter (where outcome = 'failed'))::int as failed,
        (count(*) filter (where outcome = 'unknown') - count(*) filter (where before = 'unknown'))::int as unknown,
        coalesce(sum(granted_points), 0)::bigint as points
      from recorded
      group by push_action_id
    ) counts
    where push.account_id = ${accountId} and push.id = counts.push_action_id`;
}
