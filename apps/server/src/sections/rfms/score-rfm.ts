import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { groupFor } from "@okaeri/domain/rfms/groups";
import { fromRfmDetails } from "@okaeri/domain/rfms/score";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { everyCombination, rfmFigures, scoreColumns } from "./rfm-figures.ts";
import { lockRfm } from "./rfms.queries.ts";

/** Customers scored; rows written; of these, with another score or group than before; rows removed. */
export type RfmRun = { scored: number; written: number; moved: number; removed: number };

const NOTHING: RfmRun = { scored: 0, written: 0, moved: 0, removed: 0 };

/**
 * Scores every customer of the programme in one statement and writes only what differs: a row whose figures, scores and last stay
 * are as they were is left alone, also when a day has passed (recency_days is kept as of scored_on). Histories get the changes of
 * score or group only. An account's own RFM goes before one shared by a group, because a customer has one set of scores.
 */
export async function scoreRfm(
  tx: Tx,
  accountId: number,
  rfmId: number,
  at: { today: CalendarDate; now: Date },
): Promise<RfmRun> {
  const rfm = await lockRfm(tx, accountId, rfmId);
  if (!rfm || (rfm.group_id !== null && rfm.account_has_own)) return NOTHING;
  const thresholds = fromRfmDetails(rfm.details);
  // The group of each of the 125 combinations, 0 for none: a look-up in place of a join per customer.
  const groupOf = everyCombination().map((scores) => groupFor(scores, rfm.groups)?.id ?? 0);
  const basis = {
    accountId,
    groupId: rfm.group_id,
    frequencyYears: rfm.frequency_aggregation_years,
    monetaryYears: rfm.monetary_aggregation_years,
  };
  const run = await sql<RfmRun>`with figures as materialized (${rfmFigures(basis, at.today)}),
    scored as (
      select f.customer_id, f.last_stay_on, f.recency, f.frequency, f.monetary, ${scoreColumns(thresholds)}
      from figures f join customer_totals t on t.account_id = ${accountId} and t.customer_id = f.customer_id and t.is_listed
    ),
    fresh as materialized (
      select *, nullif((${groupOf}::bigint[])[(r - 1) * 25 + (f - 1) * 5 + m], 0) as rfm_group_id from scored
    ),
    difference as materialized (
      select n.*, (o.recency_score, o.frequency_score, o.monetary_score, o.rfm_group_id, o.rfm_id)
        is distinct from (n.r, n.f, n.m, n.rfm_group_id, ${rfmId}::bigint) as moved
      from fresh n left join customer_rfms o on o.account_id = ${accountId} and o.customer_id = n.customer_id
      where o.customer_id is null
        or (o.rfm_id, o.scored_on - o.recency_days, o.frequency_count, o.monetary_total, o.recency_score, o.frequency_score,
            o.monetary_score, o.rfm_group_id)
          is distinct from (${rfmId}::bigint, least(n.last_stay_on, ${at.today}::date), n.frequency, n.monetary, n.r, n.f, n.m, n.rfm_group_id)
    ),
    written as (
      insert into customer_rfms as c (account_id, customer_id, rfm_id, recency_days, frequency_count, monetary_total,
        recency_score, frequency_score, monetary_score, rfm_group_id, scored_on, updated_at)
      select ${accountId}::bigint, customer_id, ${rfmId}::bigint, recency, frequency, monetary, r, f, m, rfm_group_id, ${at.today}::date,
        ${at.now}::timestamptz
      from difference
      on conflict (account_id, customer_id) do update set rfm_id = excluded.rfm_id, recency_days = excluded.recency_days,
        frequency_count = excluded.frequency_count, monetary_total = excluded.monetary_total,
        recency_score = excluded.recency_score, frequency_score = excluded.frequency_score,
        monetary_score = excluded.monetary_score, rfm_group_id = excluded.rfm_group_id, scored_on = excluded.scored_on,
        updated_at = excluded.updated_at
    ),
    remembered as (
      insert into customer_rfm_histories (account_id, customer_id, scored_on, rfm_id, recency_score, frequency_score,
        monetary_score, rfm_group_id)
      select ${accountId}::bigint, customer_id, ${at.today}::date, ${rfmId}::bigint, r, f, m, rfm_group_id from difference where moved
      on conflict (account_id, customer_id, scored_on) do update set rfm_id = excluded.rfm_id,
        recency_score = excluded.recency_score, frequency_score = excluded.frequency_score,
        monetary_score = excluded.monetary_score, rfm_group_id = excluded.rfm_group_id
    ),
    gone as (
      delete from customer_rfms o where o.account_id = ${accountId}
        and not exists (select from fresh n where n.customer_id = o.customer_id)
      returning 1
    )
    select (select count(*)::int from fresh) as scored, (select count(*)::int from difference) as written,
      (select count(*)::int from difference where moved) as moved, (select count(*)::int from gone) as removed`.execute(
    tx.db,
  );
  await sql`update rfms set scored_on = ${at.today} where account_id = ${accountId} and id = ${rfmId}`.execute(tx.db);
  return run.rows[0] ?? NOTHING;
}
