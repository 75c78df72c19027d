import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type FlowPosition, parseFlow } from "@okaeri/domain/rfms/flow";
import { type RawBuilder, sql } from "kysely";

type Span = { accountId: number; rfmId: number; from: CalendarDate; to: CalendarDate };

/**
 * One row per guest with scores on the evening of one of the two days: customer_id, was_scored, was_group, is_scored, is_group. Each
 * evening is read as it was: later changes do not affect it.
 */
export function heldOnBoth({ accountId, rfmId, from, to }: Span): RawBuilder<unknown> {
  const held = (day: CalendarDate) => sql`h.held_since <= ${day}::date and h.held_until > ${day}::date`;
  return sql`select h.customer_id, bool_or(${held(from)}) as was_scored, max(h.rfm_group_id) filter (where ${held(from)}) as was_group,
      bool_or(${held(to)}) as is_scored, max(h.rfm_group_id) filter (where ${held(to)}) as is_group
    from (
      select customer_rfm.customer_id, customer_rfm.held_since, 'infinity'::date as held_until, customer_rfm.rfm_group_id
      from customer_rfms customer_rfm
      where customer_rfm.account_id = ${accountId} and customer_rfm.rfm_id = ${rfmId} and customer_rfm.held_since <= ${to}::date
      union all
      select rfm_history.customer_id, rfm_history.held_since, rfm_history.held_until, rfm_history.rfm_group_id
      from customer_rfm_histories rfm_history
      where rfm_history.account_id = ${accountId} and rfm_history.rfm_id = ${rfmId} and rfm_history.held_since <= ${to}::date
        and rfm_history.held_until > ${from}::date
    ) h
    group by h.customer_id
    having bool_or(${held(from)} or ${held(to)})`;
}

/** SQL over rows of heldOnBoth `m` without scores on the first evening: whether there were some before. */
export function scoredBefore({ accountId, rfmId, from }: Span): RawBuilder<boolean> {
  return sql<boolean>`exists (select from customer_rfm_histories rfm_history
    where rfm_history.account_id = ${accountId}
      and rfm_history.customer_id = m.customer_id and rfm_history.rfm_id = ${rfmId} and rfm_history.held_until <= ${from}::date)`;
}

/** The guests of a flow that an address names. */
export function guestsOfFlow(accountId: number, code: string): RawBuilder<unknown> {
  const flow = parseFlow(code);
  if (flow === undefined) throw new Error("not checked before");
  const span = { accountId, ...flow };
  // Rows of one name are one group.
  const inGroup = (
    column: "was_group" | "is_group",
    id: number,
  ) => sql`m.${sql.ref(column)} = any (array(select namesake_rfm_group.id
      from rfm_groups rfm_group
      join rfm_groups namesake_rfm_group on namesake_rfm_group.account_id = rfm_group.account_id
        and namesake_rfm_group.rfm_id = rfm_group.rfm_id and namesake_rfm_group.name = rfm_group.name
      where rfm_group.account_id = ${accountId} and rfm_group.rfm_id = ${flow.rfmId} and rfm_group.id = ${id}))`;
  const at = (place: FlowPosition, scored: RawBuilder<unknown>, column: "was_group" | "is_group") => {
    if (place === "unscored" || place === "new") return sql`not ${scored}`;
    return place === "none" ? sql`${scored} and m.${sql.ref(column)} is null` : inGroup(column, place);
  };
  const first = flow.was === "new" ? sql`not ${scoredBefore(span)}` : scoredBefore(span);
  const entered = flow.was === "new" || flow.was === "unscored" ? sql`and ${first}` : sql``;
  return sql`select m.customer_id
    from (${heldOnBoth(span)}) m
    where ${at(flow.was, sql`m.was_scored`, "was_group")} ${entered} and ${at(flow.is, sql`m.is_scored`, "is_group")}`;
}
