import { addMonths, type CalendarDate } from "@okaeri/domain/calendar-date";
import type { RankDefinition } from "@okaeri/domain/enumerations";
import type { RankStep } from "@okaeri/domain/ranks/decide-rank";
import { type RawBuilder, sql } from "kysely";
import { givenIds } from "../../database/given-ids.ts";

/** What an evaluation judges by: a definition that is in force, one that will be, or one that is only tried. */
export type RankEvaluationTerms = {
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
  { definition, base_month }: Pick<RankEvaluationTerms, "definition" | "base_month">,
  day: CalendarDate,
  only?: readonly number[],
): RawBuilder<unknown> {
  const since = addMonths(day, -base_month);
  const within = sql`point_grant.grant_date > ${since}::date and point_grant.grant_date <= ${day}::date`;
  if (definition === "get_point" && only)
    // Starts from the guests and what they, and those merged into them, got: otherwise the whole programme is read for a few.
    return sql`(with ${givenIds(accountId, only)}
      select n.id as customer_id, sum(point_grant.grant_point) as value
      from given n
      cross join lateral (
        select n.id
        union all
        select merged_customer.id
        from customers merged_customer
        where merged_customer.account_id = n.account_id
          and merged_customer.merged_into = n.id
      ) w (id)
      join grant_points point_grant on point_grant.account_id = n.account_id and point_grant.customer_id = w.id and ${within}
      group by 1)`;
  if (definition === "get_point")
    return sql`(select coalesce(customer.merged_into, customer.id) as customer_id, sum(point_grant.grant_point) as value
      from grant_points point_grant
      join customers customer on customer.account_id = ${accountId}
        and customer.id = point_grant.customer_id
      where point_grant.account_id = ${accountId} and ${within}
      group by 1)`;
  const value = definition === "stay" ? sql`count(*)` : sql`sum(stay.use_price)`;
  return sql`(select stay.customer_id, ${value} as value
    from stay_transactions stay
    where ${among(only, sql`stay.customer_id`)} and stay.account_id = ${accountId} and stay.reversed_at is null
      and stay.customer_id is not null and stay.check_out_date > ${since}::date and stay.check_out_date <= ${day}::date
    group by stay.customer_id)`;
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
  judging: RankEvaluationTerms,
  day: CalendarDate,
  only?: readonly number[],
): RawBuilder<unknown> {
  return sql`steps as materialized (
      select *
      from jsonb_to_recordset(${JSON.stringify(judging.steps)}::jsonb) as s(id bigint, priority integer, threshold bigint)
    ), living as (
      select total.customer_id, greatest(0, coalesce(m.value, 0)) as value, h.rank_detail_id as previous, h.expiration_date
      from customer_totals total
      left join ${measureSql(accountId, judging, day, only)} m on m.customer_id = total.customer_id
      left join (select * from customer_ranks where account_id = ${accountId} and rank_type = 'auto') h
        on h.customer_id = total.customer_id
      where total.account_id = ${accountId} and total.is_listed and ${among(only, sql`total.customer_id`)}
    ), judged as (
      select l.customer_id, l.value, l.previous, w.id as next, w.threshold, l.expiration_date,
        (held.id is not null and (l.expiration_date >= ${day}::date or (l.expiration_date is null and held.threshold = 0))) is true
          as holds,
        w.priority as won_priority, held.priority as held_priority
      from living l
      left join steps w on w.id = ${bestOf(judging.steps, sql`l.value`)}
      left join steps held on held.id = l.previous
    ), decided as (select j.*, not j.holds or (j.won_priority <= j.held_priority) is true as wins from judged j)`;
}
