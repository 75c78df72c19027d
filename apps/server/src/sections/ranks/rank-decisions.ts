import { addMonths, type CalendarDate } from "@okaeri/domain/calendar-date";
import type { RankDefinition } from "@okaeri/domain/enumerations";
import type { RankStep } from "@okaeri/domain/ranks/decide-rank";
import { type RawBuilder, sql } from "kysely";

/** What an evaluation judges by: a definition that is in force, one that will be, or one that is only tried. */
export type Judging = {
  definition: RankDefinition;
  base_month: number;
  active_month: number;
  steps: readonly RankStep[];
};

/**
 * A table (customer_id, value): what counts of every customer who has anything, in the months before the day, the day included; of `only`
 * these where they are given.
 */
export function measureSql(
  accountId: number,
  { definition, base_month }: Pick<Judging, "definition" | "base_month">,
  day: CalendarDate,
  only?: readonly number[],
): RawBuilder<unknown> {
  const since = addMonths(day, -base_month);
  if (definition === "get_point")
    return sql`(select coalesce(o.merged_into, o.id) as customer_id, sum(g.grant_point) as value
      from grant_points g join customers o on o.account_id = ${accountId} and o.id = g.customer_id
      where ${among(only, sql`coalesce(o.merged_into, o.id)`)} and g.account_id = ${accountId} and g.grant_date > ${since}::date and g.grant_date <= ${day}::date group by 1)`;
  const value = definition === "stay" ? sql`count(*)` : sql`sum(s.use_price)`;
  return sql`(select s.customer_id, ${value} as value from stay_transactions s
    where ${among(only, sql`s.customer_id`)} and s.account_id = ${accountId} and s.reversed_at is null and s.customer_id is not null
      and s.check_out_date > ${since}::date and s.check_out_date <= ${day}::date group by s.customer_id)`;
}

const among = (ids: readonly number[] | undefined, id: RawBuilder<unknown>) =>
  ids === undefined ? sql`true` : sql`${id} = any(${ids}::bigint[])`;

/**
 * Common table expressions that end in `decided`: for each living customer who holds or wins anything, what `domain/ranks/decide-rank`
 * decides on the day (tests compare the two). `previous` is the automatic rank as it was given, `next` the one that is won, `holds` whether the given
 * one still holds; `wins` whether the customer gets `next`.
 */
export function decisionsSql(
  accountId: number,
  judging: Judging,
  day: CalendarDate,
  only?: readonly number[],
): RawBuilder<unknown> {
  return sql`steps as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(judging.steps)}::jsonb) as s(id bigint, priority integer, threshold bigint)
    ), living as (
      select t.customer_id, greatest(0, coalesce(m.value, 0)) as value from customer_totals t
      left join ${measureSql(accountId, judging, day, only)} m on m.customer_id = t.customer_id
      where t.account_id = ${accountId} and t.is_listed and ${among(only, sql`t.customer_id`)}
    ), won as (
      select distinct on (l.customer_id) l.customer_id, s.id, s.priority, s.threshold from living l join steps s on l.value >= s.threshold
      order by l.customer_id, s.priority
    ), judged as (
      select l.customer_id, h.rank_detail_id as previous, w.id as next, w.threshold, h.expiration_date,
        (held.id is not null and (h.expiration_date >= ${day}::date or (h.expiration_date is null and held.threshold = 0))) is true as holds,
        w.priority as won_priority, held.priority as held_priority
      from living l
      left join (select * from customer_ranks where account_id = ${accountId} and rank_type = 'auto') h on h.customer_id = l.customer_id
      left join won w on w.customer_id = l.customer_id
      left join steps held on held.id = h.rank_detail_id
      where h.customer_id is not null or w.customer_id is not null
    ), decided as (
      select j.*, not j.holds or (j.won_priority <= j.held_priority) is true as wins from judged j
    )`;
}
