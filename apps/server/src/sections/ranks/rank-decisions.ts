import { addMonths, type CalendarDate } from "@okaeri/domain/calendar-date";
import type { RankDefinition } from "@okaeri/domain/enumerations";
import type { RankStep } from "@okaeri/domain/ranks/decide-rank";
import { type RawBuilder, sql } from "kysely";
import { givenIds } from "../../database/given-ids.ts";

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
  const within = sql`g.grant_date > ${since}::date and g.grant_date <= ${day}::date`;
  if (definition === "get_point" && only)
    // From the guests to what they, and who was merged into them, got: otherwise all of the house is read for a few.
    return sql`(with ${givenIds(accountId, only)}
      select n.id as customer_id, sum(g.grant_point) as value from given n
      cross join lateral (select n.id union all
        select o.id from customers o where o.account_id = n.account_id and o.merged_into = n.id) w (id)
      join grant_points g on g.account_id = n.account_id and g.customer_id = w.id and ${within} group by 1)`;
  if (definition === "get_point")
    return sql`(select coalesce(o.merged_into, o.id) as customer_id, sum(g.grant_point) as value
      from grant_points g join customers o on o.account_id = ${accountId} and o.id = g.customer_id
      where g.account_id = ${accountId} and ${within} group by 1)`;
  const value = definition === "stay" ? sql`count(*)` : sql`sum(s.use_price)`;
  return sql`(select s.customer_id, ${value} as value from stay_transactions s
    where ${among(only, sql`s.customer_id`)} and s.account_id = ${accountId} and s.reversed_at is null and s.customer_id is not null
      and s.check_out_date > ${since}::date and s.check_out_date <= ${day}::date group by s.customer_id)`;
}

const among = (ids: readonly number[] | undefined, id: RawBuilder<unknown>) =>
  ids === undefined ? sql`true` : sql`${id} = any(${ids}::bigint[])`;

/** The best step whose threshold a value reaches: a case, for a join of all guests with all steps would have to be sorted. */
export function bestOf(steps: readonly RankStep[], value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (steps.length === 0) return sql`null::bigint`;
  const cases = [...steps]
    .sort((a, b) => a.priority - b.priority)
    .map(({ id, threshold }) => sql`when ${value} >= ${threshold}::bigint then ${id}::bigint`);
  return sql`case ${sql.join(cases, sql` `)} end`;
}

/**
 * Common table expressions that end in `decided`: for each living customer what `domain/ranks/decide-rank` decides on the day (tests
 * compare the two). `value` is what counts, `previous` the automatic rank as it was given, `next` the one that is won, `holds` whether
 * the given one still holds; `wins` whether the customer gets `next`.
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
      select t.customer_id, greatest(0, coalesce(m.value, 0)) as value, h.rank_detail_id as previous, h.expiration_date
      from customer_totals t
      left join ${measureSql(accountId, judging, day, only)} m on m.customer_id = t.customer_id
      left join (select * from customer_ranks where account_id = ${accountId} and rank_type = 'auto') h on h.customer_id = t.customer_id
      where t.account_id = ${accountId} and t.is_listed and ${among(only, sql`t.customer_id`)}
    ), judged as (
      select l.customer_id, l.value, l.previous, w.id as next, w.threshold, l.expiration_date,
        (held.id is not null and (l.expiration_date >= ${day}::date or (l.expiration_date is null and held.threshold = 0))) is true as holds,
        w.priority as won_priority, held.priority as held_priority
      from living l
      left join steps w on w.id = ${bestOf(judging.steps, sql`l.value`)}
      left join steps held on held.id = l.previous
    ), decided as (
      select j.*, not j.holds or (j.won_priority <= j.held_priority) is true as wins from judged j
    )`;
}
