import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { aggregationStart, type RfmThresholds } from "@okaeri/domain/rfms/score";
import { type RawBuilder, sql } from "kysely";

/** Whose stays an RFM counts, and how far back. */
export type RfmBasis = {
  accountId: number;
  /** An account group narrows the stays to its facilities. */
  groupId: number | null;
  frequencyYears: number;
  monetaryYears: number;
  /** Only these customers; left out: all. */
  customerIds?: readonly number[];
};

/**
 * One row per listed customer who ever stayed: customer_id, last_stay_on, recency, frequency, monetary. The index
 * stay_transactions_rfm holds every column read here, so a million stays are one index-only pass.
 */
export function rfmFigures(basis: RfmBasis, today: CalendarDate): RawBuilder<unknown> {
  const group =
    basis.groupId === null
      ? sql``
      : sql`and stay.facility_account_id = any (array(select account_group.account_id
          from account_groups account_group
          where account_group.group_id = ${basis.groupId} and account_group.active_status = 'active'))`;
  const customerFilter = basis.customerIds ? sql`and stay.customer_id = any(${basis.customerIds}::bigint[])` : sql``;
  return sql`select g.*
    from (
      select stay.customer_id, max(stay.check_out_date) as last_stay_on,
        greatest(0, ${today}::date - max(stay.check_out_date)) as recency,
        (count(*) filter (where stay.check_out_date >= ${aggregationStart(today, basis.frequencyYears)}::date))::int as frequency,
        coalesce(sum(stay.use_price) filter (where stay.check_out_date >= ${aggregationStart(today, basis.monetaryYears)}::date),
          0)::bigint as monetary
      from stay_transactions stay
      where stay.account_id = ${basis.accountId} and stay.customer_id is not null and stay.reversed_at is null ${group} ${customerFilter}
      group by stay.customer_id
    ) g
    where not exists (select from customer_totals total
        where total.account_id = ${basis.accountId} and total.customer_id = g.customer_id and not total.is_listed)`;
}

/** The three scores of a row of rfmFigures named `f`; the rule of domain/rfms/score, lower ≤ x < upper. */
export function scoreColumns(thresholds: RfmThresholds): RawBuilder<unknown> {
  const [r, f, m] = [thresholds.recency, thresholds.frequency, thresholds.monetary];
  return sql`${bins(sql`f.recency`, r, [5, 4, 3, 2, 1])} as r, ${bins(sql`f.frequency`, f, [1, 2, 3, 4, 5])} as f,
    ${bins(sql`f.monetary`, m, [1, 2, 3, 4, 5])} as m`;
}

function bins(value: RawBuilder<unknown>, bounds: readonly number[], scores: readonly number[]): RawBuilder<unknown> {
  const cases = bounds.map((bound, at) => sql`when ${value} < ${bound}::bigint then ${sql.lit(scores[at] ?? 0)}`);
  return sql`(case ${sql.join(cases, sql` `)} else ${sql.lit(scores.at(-1) ?? 0)} end)::smallint`;
}
