import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import { givenIds } from "../../database/given-ids.ts";
import { conditionAsOf } from "./condition-as-of.ts";
import { expiresOnSql } from "./expiry-sql.ts";
import { dependOnDays, type FactsAsOf } from "./facts-as-of.ts";
import { livingCustomer } from "./merged-customers.read.ts";
import type { Rules } from "./rule-versions.read.ts";

/** Whether what a stay earns depends on the guest's other stays or on facts about the guest. */
export function dependOnGuests(rules: Rules): boolean {
  return rules.some(({ version }) => version.segments.some(({ form }) => form !== null && form.form !== "constant"));
}

/** The days on which anything is paid; null when nothing ever is. */
export function paidDays(rules: Rules): { from: CalendarDate; to: CalendarDate } | null {
  const [first] = rules;
  if (!first) return null;
  return rules.reduce(
    (days, { from, to }) => ({ from: from < days.from ? from : days.from, to: to > days.to ? to : days.to }),
    { from: first.from, to: first.to },
  );
}

/**
 * Common table expressions that end in `change`: for each of these stays and each action, what the stay is owed by the rules of its
 * check-out day (domain/points/stay-points owedPoints; a test compares both) less what the ledger already holds for it, under the same
 * customer, date and expiry; no row where both agree. A stay that no longer counts is owed nothing.
 *
 * The facts of a stay are those of its evening: the guest's stays up to it, by check-out, transaction code and facility. They are one
 * window over each guest's stays, and left out where no rule asks for them. Rank and RFM are those of the evening before, by the stay's
 * id (facts-as-of.ts).
 */
export function changesOfStays(
  accountId: number,
  stayIds: readonly number[],
  rules: Rules,
  evenings: FactsAsOf,
): RawBuilder<unknown> {
  const branches = [sql`(null::int)`, ...rules.map(branchesOf)];
  const actions = rules.flatMap(({ version }, period) =>
    version.segments.flatMap(({ actions }, segment) =>
      actions.map(({ action_id, point }) => ({
        key: keyOf(period, segment),
        version_id: version.id,
        action_id,
        ...point,
      })),
    ),
  );
  return sql`${givenIds(accountId, stayIds)}, ${dependOnGuests(rules) ? factsByDay(stayIds) : plainFacts}, rule as materialized (
      select *
      from jsonb_to_recordset(${JSON.stringify(actions)}::jsonb) as
          point (key int, version_id bigint, action_id bigint, grant_condition bigint, plan_code text[], expiration_type text,
            expiration_days_from_grant int, expiration_days_from_last_stay int, expiration_date date, grant_type text,
            grant_absolute bigint, grant_rate numeric)
    ), due as (
      select stay.account_id, stay.id as stay_id, point.action_id, stay.customer_id, stay.facility_account_id, stay.stay_reservation_id,
        stay.check_out_date as grant_date, point.expiration_type,
        ${expiresOnSql(sql`stay.check_out_date`, sql`stay.check_out_date`)} as expiration_date, point.expiration_days_from_grant,
        point.expiration_days_from_last_stay, point.version_id, ${pointsForStaySql} as points
      from (
        select f.*, k.key
        from ${dependOnDays(rules) ? withEvenings(evenings) : sql`f`}
        cross join lateral (values ${sql.join(branches)}) k (key)
        where k.key is not null
      ) stay
      join rule point on point.key = stay.key
      where stay.use_price >= coalesce(point.grant_condition, 0)
        and (cardinality(point.plan_code) = 0 or stay.plan_code = any(point.plan_code))
    ), change as materialized (
      select account_id, stay_id, action_id, customer_id, facility_account_id, stay_reservation_id, grant_date, expiration_type,
        expiration_date, expiration_days_from_grant, expiration_days_from_last_stay, max(version_id) as version_id,
        sum(points)::bigint as points
      from (
        -- Points that would have expired on the day they are earned are not earned.
        select *
        from due
        where points > 0 and (expiration_date is null or expiration_date >= grant_date)
        union all
        select point_grant.account_id, point_grant.stay_transaction_id, point_grant.action_id, ${livingCustomer(sql`point_grant`)},
          point_grant.facility_account_id, point_grant.stay_reservation_id, point_grant.grant_date, point_grant.expiration_type,
          point_grant.expiration_date, point_grant.expiration_days_from_grant, point_grant.expiration_days_from_last_stay,
          point_grant.rule_version_id, -point_grant.grant_point
        from given n
        join grant_points point_grant on point_grant.account_id = n.account_id and point_grant.stay_transaction_id = n.id
      ) owed_and_held
      group by account_id, stay_id, action_id, customer_id, facility_account_id, stay_reservation_id, grant_date, expiration_type,
        expiration_date, expiration_days_from_grant, expiration_days_from_last_stay
      having sum(points) <> 0
    )`;
}

const keyOf = (period: number, segment: number) => period * 1_000 + segment;

/** For the days of the period, the key of the first segment that the guest is in by that evening. */
function branchesOf({ version, from, to }: Rules[number], period: number): RawBuilder<unknown> {
  const segments = version.segments.map(
    ({ form }, segment) =>
      sql`when ${form === null ? sql`false` : conditionAsOf(form)} then ${keyOf(period, segment)}::int`,
  );
  if (segments.length === 0) return sql`(null::int)`;
  return sql`(case when f.check_out_date between ${from}::date and ${to}::date then case ${sql.join(segments, sql` `)} end end)`;
}

const COUNTED = sql`stay.account_id, stay.id, stay.customer_id, stay.facility_account_id, stay.stay_reservation_id, stay.use_price,
  stay.check_in_date, stay.check_out_date, stay.is_online_check_in, stay.is_online_check_out, reservation.plan_code,
  reservation.account_booking_channel_id, customer.birthday, customer.birth_month, customer.gender`;
const STAYED = sql`join stay_reservations reservation on reservation.account_id = stay.account_id
    and reservation.id = stay.stay_reservation_id and reservation.grant_status <> 'excluded'
  join customers customer on customer.account_id = stay.account_id and customer.id = stay.customer_id`;

const plainFacts = sql`f as (
    select ${COUNTED}
    from given n
    join stay_transactions stay on stay.account_id = n.account_id and stay.id = n.id and stay.reversed_at is null ${STAYED}
  )`;

// stay_count_2y: all up to the evening less those that lie more than two years back (aggregationStart; the range's end is the day
// before it). The ids are looked up in a hash: joined with them again, the planner would walk all of them for each stay.
const factsByDay = (stayIds: readonly number[]) => sql`evening as materialized (
    select counted_stay.*, count(*) over so_far as stay_count, sum(counted_stay.use_price) over so_far as use_price_total,
      count(*) over so_far - count(*) over (partition by counted_stay.customer_id
        order by counted_stay.check_out_date range between unbounded preceding and '2 years 1 day' preceding) as stay_count_2y,
      array_agg(counted_stay.facility_account_id) over so_far as facility_ids
    from (
      select distinct stay.account_id, stay.customer_id
      from given n
      join stay_transactions stay on stay.account_id = n.account_id and stay.id = n.id and stay.customer_id is not null
    ) g
    join stay_transactions counted_stay on counted_stay.account_id = g.account_id and counted_stay.customer_id = g.customer_id
      and counted_stay.reversed_at is null
    window so_far as (partition by counted_stay.customer_id
      order by counted_stay.check_out_date, counted_stay.transaction_code collate "C", counted_stay.facility_account_id rows unbounded
        preceding)
  ), f as (
    select ${COUNTED}, stay.stay_count, stay.use_price_total, stay.stay_count_2y, stay.facility_ids
    from evening stay ${STAYED}
    where stay.id = any(${stayIds}::bigint[])
  )`;

// Looked up in the document: joined, the planner might walk it for each stay.
const withEvenings = (evenings: FactsAsOf) =>
  sql`(select f.*, e.*
    from f
    left join lateral jsonb_to_record(${JSON.stringify(evenings)}::jsonb -> f.id::text) as
        e (rank_detail_id bigint, rfm_group_ids bigint[], rfm_recency_score bigint, rfm_frequency_score bigint,
          rfm_monetary_score bigint) on true) f`;

/**
 * Points a stay `stay` earns by the rule in points `point`, as `pointsForStay` of domain/points/amount decides it (a test compares both).
 * Whole-number arithmetic in thousandths of a percent, floored once. Prices and rates are bounded where they come in, so that no
 * grant passes the ledger's bound.
 */
export const pointsForStaySql: RawBuilder<number> = sql<number>`(case point.grant_type
    when 'absolute' then point.grant_absolute
    else stay.use_price * (point.grant_rate * 1000)::bigint / 100000 end)`;
