import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { MESSAGE_CHANNELS } from "@okaeri/domain/pushes/next-steps";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { reactionCounts, reportsDeliveries, STORED_REACTIONS } from "./reactions.read.ts";

// What became of a message once it had left stands on its recipient, and how many each is told of on its push (docs/adr/0556).

const MOMENTS = STORED_REACTIONS.map((name) => `${name}_at`);
const moments = (row: string) => sql.join(MOMENTS.map((column) => sql.ref(`${row}.${column}`)));
const SET = sql.join(MOMENTS.map((column) => sql`${sql.ref(column)} = row_outcome.${sql.ref(column)}`));

/**
 * SQL: the fates, with a moment of delivery only where the provider reports deliveries itself. On other routes it is the moment at
 * which the server accepted the message, which the recipient has already.
 */
const withDeliveries = (accountId: number, outcomes: RawBuilder<unknown>) => sql`select f.push_action_id, f.customer_id,
    case when ${reportsDeliveries} then f.delivered_at end as delivered_at,
    ${sql.join(MOMENTS.filter((column) => column !== "delivered_at").map((column) => sql.ref(`f.${column}`)))}
  from (${outcomes}) f
  join push_actions push on push.account_id = ${accountId} and push.id = f.push_action_id`;

/** Holds these pushes, in the order in which every run does: before their recipients, the guests and the daily figures of their messages. */
export async function holdPushesOf(tx: Tx, accountId: number, pushIds: readonly (number | null)[]): Promise<void> {
  const ids = [...new Set(pushIds.filter((id) => id !== null))];
  if (ids.length === 0) return;
  await tx.run`select from push_actions
    where account_id = ${accountId} and id = any(${ids}::bigint[])
    order by id for no key update`;
}

/**
 * SQL: two steps of a `with`. Recipients are told what became of their messages, `outcomes` (push_action_id, customer_id and a moment for each
 * of KEPT), and the counts of their pushes, which are held, follow by what differs from before.
 */
export function storeReactions(accountId: number, outcomes: RawBuilder<unknown>): RawBuilder<unknown> {
  const change = STORED_REACTIONS.map((name) => {
    const [now, before] = [sql.ref(`new.${name}_at`), sql.ref(`old.${name}_at`)];
    return sql`(${now} is not null)::int - (${before} is not null)::int as ${sql.ref(name)}`;
  });
  const sums = STORED_REACTIONS.map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`);
  const counts = STORED_REACTIONS.map(
    (name) => sql`${sql.ref(`${name}_count`)} = push.${sql.ref(`${name}_count`)} + n.${sql.ref(name)}`,
  );
  return sql`reacted as (
      update push_action_targets target
      set ${SET}
      from (${withDeliveries(accountId, outcomes)}) row_outcome
      where target.account_id = ${accountId} and target.push_action_id = row_outcome.push_action_id
        and target.customer_id = row_outcome.customer_id and (${moments("target")}) is distinct from (${moments("row_outcome")})
      returning new.push_action_id, ${sql.join(change)}
    ), reacted_pushes as (
      update push_actions push
      set ${sql.join(counts)}
      from (select push_action_id, ${sql.join(sums)} from reacted group by push_action_id) n
      where push.account_id = ${accountId} and push.id = n.push_action_id
    )`;
}

/**
 * Tells recipients of pushes from `since` on that are over anew what became of their messages, and counts it anew. `outcomesSql`: SQL, the fates
 * of the messages of the pushes it is given.
 * @returns the pushes that were wrong.
 */
export async function recountReactions(
  tx: Tx,
  accountId: number,
  since: CalendarDate,
  outcomesSql: (pushIds: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<number[]> {
  const recent = await tx.all<{ id: number }>`select push.id
    from push_actions push
    where push.account_id = ${accountId} and push.push_scheduled_time >= ${since}::date::timestamp at time zone 'Asia/Tokyo'
      and push.channel = any(${MESSAGE_CHANNELS}::text[]) and push.push_status in ('done', 'failure')
    order by push.id`;
  const ids = recent.map(({ id }) => id);
  if (ids.length === 0) return [];
  await holdPushesOf(tx, accountId, ids);
  const updated = await tx.all<{ push_action_id: number }>`update push_action_targets target
    set ${SET}
    from push_action_targets old_target
    left join (${withDeliveries(accountId, outcomesSql(sql`${ids}::bigint[]`))}) row_outcome
      on row_outcome.push_action_id = old_target.push_action_id
      and row_outcome.customer_id = old_target.customer_id
    where old_target.account_id = ${accountId} and old_target.push_action_id = any(${ids}::bigint[]) and target.account_id = ${accountId}
      and target.push_action_id = old_target.push_action_id and target.customer_id = old_target.customer_id
      and (${moments("old_target")}) is distinct from (${moments("row_outcome")})
    returning target.push_action_id`;
  const stored = STORED_REACTIONS.map((name) => sql.ref(`push.${name}_count`));
  const counts = STORED_REACTIONS.map((name) => sql`${sql.ref(`${name}_count`)} = n.${sql.ref(name)}`);
  const counted = await tx.all<{ id: number }>`update push_actions push
    set ${sql.join(counts)}
    from (select old_push.id, n.*
      from push_actions old_push
      cross join lateral (select ${reactionCounts}
        from push_action_targets target
        where target.account_id = ${accountId} and target.push_action_id = old_push.id) n
      where old_push.account_id = ${accountId} and old_push.id = any(${ids}::bigint[])) n
    where push.account_id = ${accountId} and push.id = n.id
      and (${sql.join(stored)}) is distinct from (${sql.join(STORED_REACTIONS.map((name) => sql.ref(`n.${name}`)))})
    returning push.id`;
  return [...new Set([...updated.map((row) => row.push_action_id), ...counted.map(({ id }) => id)])];
}
