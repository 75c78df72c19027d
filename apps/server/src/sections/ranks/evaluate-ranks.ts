import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { thresholdSql } from "./held-ranks.read.ts";

/**
 * The regular evaluation of one account's rank definition, all living customers in one statement; the rule is
 * `domain/ranks/decide-rank`, and a test compares the two. Only what changes is written, with a line of history for each change of
 * rank. An entry tier is written without a last day: there is nothing below it.
 * @returns how many customers got another rank (renewals not counted).
 */
export async function evaluateRanks(tx: Tx, accountId: number, rankId: number, today: CalendarDate): Promise<number> {
  const done = await tx.one<{ changed: number }>`
    with definition as (
      select *, (${today}::date - make_interval(months => base_month))::date as since,
        (${today}::date + make_interval(months => active_month))::date as until
      from ranks where account_id = ${accountId} and id = ${rankId} and active_status = 'active'
    ), steps as (
      select d.id, d.priority, ${thresholdSql} as threshold
      from rank_details d join definition r on d.rank_id = r.id where d.account_id = ${accountId} and d.active_status = 'active'
    ), stays as (
      select s.customer_id, case when r.definition = 'stay' then count(*) else sum(s.use_price) end as value
      from stay_transactions s join definition r on r.definition in ('stay', 'use_price') and s.check_out_date > r.since and s.check_out_date <= ${today}::date
      where s.account_id = ${accountId} and s.reversed_at is null and s.customer_id is not null group by s.customer_id, r.definition
    ), got as (
      select coalesce(o.merged_into, o.id) as customer_id, sum(g.grant_point) as value
      from grant_points g join customers o on o.account_id = ${accountId} and o.id = g.customer_id join definition r on r.definition = 'get_point' and g.grant_date > r.since and g.grant_date <= ${today}::date
      where g.account_id = ${accountId} group by 1
    ), measure as (select * from stays union all select * from got
    ), living as (
      select t.customer_id, greatest(0, coalesce(m.value, 0)) as value from customer_totals t
      left join measure m on m.customer_id = t.customer_id where t.account_id = ${accountId} and t.is_listed
    ), won as (
      select distinct on (l.customer_id) l.customer_id, s.id, s.priority, s.threshold from living l join steps s on l.value >= s.threshold
      order by l.customer_id, s.priority
    ), decided as (
      select l.customer_id, h.rank_detail_id as previous, w.id as next, w.threshold, h.rank_type,
        (held.id is not null and (h.expiration_date >= ${today}::date
          or (h.expiration_date is null and (h.rank_type = 'manual' or held.threshold = 0)))) is true as holds,
        w.priority as won_priority, held.priority as held_priority
      from living l
      left join (select * from customer_ranks where account_id = ${accountId}) h on h.customer_id = l.customer_id
      left join won w on w.customer_id = l.customer_id
      left join steps held on held.id = h.rank_detail_id
      where h.customer_id is not null or w.customer_id is not null
    ), changes as (
      select c.customer_id, c.previous, c.next, case when c.threshold > 0 then r.until end as until from decided c, definition r
      where not c.holds or (c.rank_type = 'auto' and c.won_priority <= c.held_priority)
    ), removed as (
      delete from customer_ranks r using changes c where r.account_id = ${accountId} and r.customer_id = c.customer_id and c.next is null
    ), written as (
      insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date)
      select ${accountId}, c.customer_id, c.next, 'auto', c.until, ${today} from changes c where c.next is not null
      on conflict (account_id, customer_id) do update set rank_detail_id = excluded.rank_detail_id, rank_type = 'auto',
        expiration_date = excluded.expiration_date, updated_at = now(),
        since_date = case when customer_ranks.rank_detail_id = excluded.rank_detail_id then customer_ranks.since_date else excluded.since_date end
      where (customer_ranks.rank_detail_id, customer_ranks.expiration_date, customer_ranks.rank_type) is distinct from (excluded.rank_detail_id, excluded.expiration_date, 'auto')
    ), history as (
      insert into customer_rank_histories (account_id, customer_id, rank_detail_id, previous_rank_detail_id, rank_type, expiration_date, cause, changed_on)
      select ${accountId}, c.customer_id, c.next, c.previous, 'auto', c.until, 'evaluation', ${today}
      from changes c where c.next is distinct from c.previous
      returning 1
    ), dated as (
      update ranks set evaluated_on = ${today} where account_id = ${accountId} and id = ${rankId}
    )
    select count(*)::int as changed from history`;
  return done?.changed ?? 0;
}
