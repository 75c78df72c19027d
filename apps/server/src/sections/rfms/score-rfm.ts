import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { leadsOf } from "@okaeri/domain/rfms/paint";
import { fromRfmDetails } from "@okaeri/domain/rfms/score";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import { rfmFigures, scoreColumns } from "./rfm-figures.ts";
import { type LockedRfm, lockFreeRfms, lockRfm } from "./rfms.queries.ts";
import type { RfmKey } from "./small-programmes.ts";

/** Rows written; of these, with another score or group than before; rows removed of customers who no longer have a stay. */
export type ScoringResult = { written: number; moved: number; removed: number };
type Sql = RawBuilder<unknown>;

const NOTHING: ScoringResult = { written: 0, moved: 0, removed: 0 };

type At = { today: CalendarDate; now: Date };

/**
 * Scores every customer of the programme in one statement and writes only differences: a row with the same figures, scores and last stay is
 * left alone, also when a day has passed (recency_days is as of scored_on). The history gets the score and group that a customer no longer
 * has. `customerIds`: only these, after a merge.
 */
export async function scoreRfm(
  tx: Tx,
  accountId: number,
  rfmId: number,
  at: At & { customerIds?: readonly number[] },
): Promise<ScoringResult> {
  const rfm = await lockRfm(tx, accountId, rfmId);
  if (!rfm) return NOTHING;
  const [run = NOTHING] = await scoreLocked(tx, [rfm], at);
  return run;
}

/**
 * Several at once, of any programmes within the transaction's scope: planning and sending the statement costs a small programme more than
 * its rows do. Locked ones are left out. @returns what was scored.
 */
export async function scoreRfms(tx: Tx, keys: readonly RfmKey[], at: At): Promise<(RfmKey & ScoringResult)[]> {
  const rfms = await lockFreeRfms(tx, keys);
  const runs = await scoreLocked(tx, rfms, at);
  return rfms.map(({ id, account_id }, n) => ({ account_id, rfm_id: id, ...(runs[n] ?? NOTHING) }));
}

/** Up to so many guests are looked up one by one. */
const FEW = 100;

/** In the order of the definitions. */
async function scoreLocked(
  tx: Tx,
  rfms: readonly LockedRfm[],
  at: At & { customerIds?: readonly number[] },
): Promise<ScoringResult[]> {
  if (rfms.length === 0) return [];
  const scored = sql.join(
    rfms.map((rfm) => scoresOf(rfm, at)),
    sql` union all `,
  );
  const of = { accounts: rfms.map((rfm) => rfm.account_id), rfms: rfms.map((rfm) => rfm.id) };
  if (at.customerIds) {
    const write = () => writeDifference(tx, of, at, scored);
    return runsOf(rfms, await (at.customerIds.length > FEW ? withoutLoops(tx, write) : write()));
  }
  // No nested loops: the planner's statistics say that tables just filled are empty, and with guests left out a loop would read every row
  // for each.
  await tx.run`set local enable_nestloop = off`;
  const written = (await haveScores(tx, of))
    ? await writeDifference(tx, of, at, scored)
    : await writeAll(tx, of, at, scored);
  await tx.run`set local enable_nestloop = on`;
  await tx.run`update rfms
    set scored_on = ${at.today}, scored_at = clock_timestamp()
    where account_id = any(${of.accounts}::bigint[]) and id = any(${of.rfms}::bigint[])`;
  return runsOf(rfms, written);
}

function scoresOf(
  rfm: LockedRfm,
  { today, customerIds }: { today: CalendarDate; customerIds?: readonly number[] },
): Sql {
  // The group of each of the 125 combinations, 0 for none: a look-up instead of a join per customer.
  const groupOf = leadsOf(rfm.groups).map((id) => id ?? 0);
  const basis = {
    accountId: rfm.account_id,
    groupId: rfm.group_id,
    frequencyYears: rfm.frequency_aggregation_years,
    monetaryYears: rfm.monetary_aggregation_years,
    ...(customerIds ? { customerIds } : {}),
  };
  return sql`select ${rfm.account_id}::bigint as account_id, ${rfm.id}::bigint as rfm_id, s.*,
      nullif((${groupOf}::bigint[])[(s.r - 1) * 25 + (s.f - 1) * 5 + s.m], 0) as rfm_group_id
    from (
      select f.customer_id, f.last_stay_on, f.recency, f.frequency, f.monetary, ${scoreColumns(fromRfmDetails(rfm.details))}
      from (${rfmFigures(basis, today)}) f
    ) s`;
}

/** Ids of definitions are unique beyond their accounts, which stand here for the keys that begin with them. */
type Whose = { accounts: readonly number[]; rfms: readonly number[] };
type Written = ScoringResult & { rfm_id: number };

function runsOf(rfms: readonly LockedRfm[], written: readonly Written[]): ScoringResult[] {
  const runs = new Map(written.map(({ rfm_id, ...run }) => [rfm_id, run]));
  return rfms.map(({ id }) => runs.get(id) ?? NOTHING);
}

async function haveScores(tx: Tx, { accounts, rfms }: Whose): Promise<boolean> {
  const found = await tx.all`select from customer_rfms
    where account_id = any(${accounts}::bigint[]) and rfm_id = any(${rfms}::bigint[]) limit 1`;
  return found.length > 0;
}

const insertFrom = ({
  today,
  now,
}: At) => sql`insert into customer_rfms (account_id, customer_id, rfm_id, recency_days, frequency_count, monetary_total, recency_score,
    frequency_score, monetary_score, rfm_group_id, scored_on, held_since, updated_at)
  select account_id, customer_id, rfm_id, recency, frequency, monetary, r, f, m, rfm_group_id, ${today}::date, ${today}::date,
    ${now}::timestamptz
  from`;

/** The first time there is nothing to compare with: one plain insert. */
async function writeAll(tx: Tx, { rfms: [only, ...others] }: Whose, at: At, scored: Sql): Promise<Written[]> {
  const insert = sql`${insertFrom(at)} (${scored}) s`;
  if (only !== undefined && others.length === 0) return [firstOf({ rfm_id: only, written: await tx.run(insert) })];
  const rows = await tx.all<{ rfm_id: number; written: number }>`with added as (${insert} returning rfm_id)
    select rfm_id, count(*)::int as written
    from added
    group by rfm_id`;
  return rows.map(firstOf);
}

const firstOf = ({ rfm_id, written }: { rfm_id: number; written: number }): Written => ({
  rfm_id,
  written,
  moved: written,
  removed: 0,
});

function writeDifference(
  tx: Tx,
  { accounts, rfms }: Whose,
  { today, now, customerIds }: At & { customerIds?: readonly number[] },
  scored: Sql,
): Promise<Written[]> {
  const stored = customerIds ? sql`and customer_id = any(${customerIds}::bigint[])` : sql``;
  return tx.all<Written>`with difference as materialized (
      select n.customer_id, n.last_stay_on, n.recency, n.frequency, n.monetary, n.r, n.f, n.m, n.rfm_group_id,
        coalesce(n.account_id, o.account_id) as account_id, coalesce(n.rfm_id, o.rfm_id) as rfm_id, o.customer_id as old_customer_id,
        o.held_since, o.recency_score as old_r, o.frequency_score as old_f, o.monetary_score as old_m, o.rfm_group_id as old_group_id,
        (o.recency_score, o.frequency_score, o.monetary_score, o.rfm_group_id) is distinct from (n.r, n.f, n.m, n.rfm_group_id) as moved
      from (${scored}) n
      full join (select * from customer_rfms where account_id = any(${accounts}::bigint[]) and rfm_id = any(${rfms}::bigint[]) ${stored})
          o
        on o.customer_id = n.customer_id and o.rfm_id = n.rfm_id
      where o.customer_id is null or n.customer_id is null
        or (o.scored_on - o.recency_days, o.frequency_count, o.monetary_total, o.recency_score, o.frequency_score, o.monetary_score,
          o.rfm_group_id)
          is distinct from (least(n.last_stay_on, ${today}::date), n.frequency, n.monetary, n.r, n.f, n.m, n.rfm_group_id)
    ), added as (
      -- Not one insert with on conflict: that costs each new row a second time.
      ${insertFrom({ today, now })} difference
      where customer_id is not null and old_customer_id is null
    ), changed as (
      update customer_rfms customer_rfm
      set recency_days = n.recency, frequency_count = n.frequency, monetary_total = n.monetary, recency_score = n.r,
        frequency_score = n.f, monetary_score = n.m, rfm_group_id = n.rfm_group_id, scored_on = ${today}, updated_at = ${now},
        held_since = case when n.moved then greatest(n.held_since, ${today}) else n.held_since end
      from difference n
      where customer_rfm.account_id = any(${accounts}::bigint[]) and customer_rfm.customer_id = n.old_customer_id
        and n.customer_id is not null
        -- Not as equal: the planner, which expects one row of each, would sort both sides by account and compare all with all.
        and customer_rfm.account_id is not distinct from n.account_id and customer_rfm.rfm_id is not distinct from n.rfm_id
        -- Found by their keys: joined alone, all stored scores would be read a second time.
        and customer_rfm.customer_id = any (array(select d.old_customer_id from difference d where d.customer_id is not null))
    ), remembered as (
      -- A score that was replaced on its own day, because the scoring ran twice, gets no line of history.
      insert into customer_rfm_histories (account_id, customer_id, held_since, held_until, rfm_id, recency_score, frequency_score,
        monetary_score, rfm_group_id)
      select account_id, old_customer_id, held_since, ${today}::date, rfm_id, old_r, old_f, old_m, old_group_id
      from difference
      where moved and held_since < ${today}
    ), gone as (
      delete from customer_rfms customer_rfm
      where customer_rfm.account_id = any(${accounts}::bigint[])
        and customer_rfm.customer_id = any (array(select d.old_customer_id from difference d where d.customer_id is null))
        and exists (select from difference d
          where d.customer_id is null and d.old_customer_id = customer_rfm.customer_id
            and d.rfm_id = customer_rfm.rfm_id)
    )
    select rfm_id, (count(*) filter (where customer_id is not null))::int as written,
      (count(*) filter (where customer_id is not null and moved))::int as moved,
      (count(*) filter (where customer_id is null))::int as removed
    from difference
    group by rfm_id`;
}
