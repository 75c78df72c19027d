import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { leadsOf } from "@okaeri/domain/rfms/paint";
import { fromRfmDetails } from "@okaeri/domain/rfms/score";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { rfmFigures, scoreColumns } from "./rfm-figures.ts";
import { lockRfm } from "./rfms.queries.ts";

/** Rows written; of these, with another score or group than before; rows removed of customers who no longer have a stay. */
export type RfmRun = { written: number; moved: number; removed: number };
type Sql = RawBuilder<unknown>;

const NOTHING: RfmRun = { written: 0, moved: 0, removed: 0 };

/**
 * Scores every customer of the programme in one statement and writes only what differs: a row whose figures, scores and last stay
 * are as they were is left alone, also when a day has passed (recency_days is kept as of scored_on). Histories get the score and
 * group that a customer no longer has. `customerIds`: only these, after a merge.
 */
export async function scoreRfm(
  tx: Tx,
  accountId: number,
  rfmId: number,
  at: { today: CalendarDate; now: Date; customerIds?: readonly number[] },
): Promise<RfmRun> {
  const rfm = await lockRfm(tx, accountId, rfmId);
  if (!rfm) return NOTHING;
  const thresholds = fromRfmDetails(rfm.details);
  // The group of each of the 125 combinations, 0 for none: a look-up in place of a join per customer.
  const groupOf = leadsOf(rfm.groups).map((id) => id ?? 0);
  const basis = {
    accountId,
    groupId: rfm.group_id,
    frequencyYears: rfm.frequency_aggregation_years,
    monetaryYears: rfm.monetary_aggregation_years,
    ...(at.customerIds ? { customerIds: at.customerIds } : {}),
  };
  const scored = sql`select s.*, nullif((${groupOf}::bigint[])[(s.r - 1) * 25 + (s.f - 1) * 5 + s.m], 0) as rfm_group_id
    from (select f.customer_id, f.last_stay_on, f.recency, f.frequency, f.monetary, ${scoreColumns(thresholds)}
      from (${rfmFigures(basis, at.today)}) f) s`;
  const insertFrom = sql`insert into customer_rfms (account_id, customer_id, rfm_id, recency_days, frequency_count, monetary_total,
      recency_score, frequency_score, monetary_score, rfm_group_id, scored_on, held_since, updated_at)
    select ${accountId}::bigint, customer_id, ${rfmId}::bigint, recency, frequency, monetary, r, f, m, rfm_group_id,
      ${at.today}::date, ${at.today}::date, ${at.now}::timestamptz from`;
  if (at.customerIds) return writeDifference(tx, { accountId, rfmId, ...at }, { scored, insertFrom });
  // The statistics call tables empty that were just filled, and guests left out none at all; a loop would look at every row for each.
  await tx.run`set local enable_nestloop = off`;
  const run = (await hasScores(tx, accountId, rfmId))
    ? await writeDifference(tx, { accountId, rfmId, ...at }, { scored, insertFrom })
    : await writeAll(tx, sql`${insertFrom} (${scored}) s`);
  await tx.run`set local enable_nestloop = on`;
  await tx.run`update rfms set scored_on = ${at.today}, scored_at = clock_timestamp() where account_id = ${accountId} and id = ${rfmId}`;
  return run;
}

async function hasScores(tx: Tx, accountId: number, rfmId: number): Promise<boolean> {
  const found = await tx.all`select from customer_rfms where account_id = ${accountId} and rfm_id = ${rfmId} limit 1`;
  return found.length > 0;
}

/** The first time there is nothing to compare with: one plain insert. */
async function writeAll(tx: Tx, insert: Sql): Promise<RfmRun> {
  const written = await tx.run(insert);
  return { written, moved: written, removed: 0 };
}

async function writeDifference(
  tx: Tx,
  {
    accountId,
    rfmId,
    today,
    now,
    customerIds,
  }: { accountId: number; rfmId: number; today: CalendarDate; now: Date; customerIds?: readonly number[] },
  { scored, insertFrom }: { scored: Sql; insertFrom: Sql },
): Promise<RfmRun> {
  const stored = customerIds ? sql`and customer_id = any(${customerIds}::bigint[])` : sql``;
  const run = await tx.one<RfmRun>`with difference as materialized (
      select n.*, o.customer_id as old_customer_id, o.held_since, o.recency_score as old_r,
        o.frequency_score as old_f, o.monetary_score as old_m, o.rfm_group_id as old_group_id,
        (o.recency_score, o.frequency_score, o.monetary_score, o.rfm_group_id)
        is distinct from (n.r, n.f, n.m, n.rfm_group_id) as moved
      from (${scored}) n
      full join (select * from customer_rfms where account_id = ${accountId} and rfm_id = ${rfmId} ${stored}) o on o.customer_id = n.customer_id
      where o.customer_id is null or n.customer_id is null
        or (o.scored_on - o.recency_days, o.frequency_count, o.monetary_total, o.recency_score, o.frequency_score,
            o.monetary_score, o.rfm_group_id)
          is distinct from (least(n.last_stay_on, ${today}::date), n.frequency, n.monetary, n.r, n.f, n.m, n.rfm_group_id)
    ),
    added as (
      -- Not one insert with on conflict: that costs each new row a second time.
      ${insertFrom} difference where customer_id is not null and old_customer_id is null
    ),
    changed as (
      update customer_rfms c set recency_days = n.recency, frequency_count = n.frequency,
        monetary_total = n.monetary, recency_score = n.r, frequency_score = n.f, monetary_score = n.m,
        rfm_group_id = n.rfm_group_id, scored_on = ${today}, updated_at = ${now},
        held_since = case when n.moved then greatest(n.held_since, ${today}) else n.held_since end
      from difference n where c.account_id = ${accountId} and c.rfm_id = ${rfmId} and c.customer_id = n.old_customer_id and n.customer_id is not null
    ),
    remembered as (
      -- A score that was replaced on its own day, because the scoring ran twice, gets no line of history.
      insert into customer_rfm_histories (account_id, customer_id, held_since, held_until, rfm_id, recency_score, frequency_score,
        monetary_score, rfm_group_id)
      select ${accountId}::bigint, old_customer_id, held_since, ${today}::date, ${rfmId}::bigint, old_r, old_f, old_m, old_group_id
      from difference where moved and held_since < ${today}
    ),
    gone as (
      delete from customer_rfms o where o.account_id = ${accountId} and o.rfm_id = ${rfmId}
        and o.customer_id = any (array(select d.old_customer_id from difference d where d.customer_id is null))
    )
    select (count(*) filter (where customer_id is not null))::int as written,
      (count(*) filter (where customer_id is not null and moved))::int as moved,
      (count(*) filter (where customer_id is null))::int as removed from difference`;
  return run;
}
