import { DEFAULT_THRESHOLDS } from "@okaeri/domain/rfms/groups";
import type pg from "pg";
import { NOW } from "./customers-data.ts";

/** A table like the product's, with its key, checks and indexes; no policy, no histories. */
export const LIMIT_TABLES = `drop table if exists limit_rfms;
  create table limit_rfms (like customer_rfms including all) with (fillfactor = 80)`;
export const DROP_LIMIT_TABLES = "drop table if exists limit_rfms";

/** The bench's day moved on by `days`. */
export function dayAfter(days: number): string {
  return new Date(NOW.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

// lower ≤ x < upper; a case is cheaper than any join or function.
const score = (value: string, bounds: readonly number[], scores: readonly number[]) =>
  `case ${bounds.map((bound, at) => `when ${value} < ${bound} then ${scores[at]}`).join(" ")} else ${scores.at(-1)} end`;
const { recency, frequency, monetary } = DEFAULT_THRESHOLDS;
const SCORES = `${score("recency", recency, [5, 4, 3, 2, 1])} as r, ${score("frequency", frequency, [1, 2, 3, 4, 5])} as f,
  ${score("monetary", monetary, [1, 2, 3, 4, 5])} as m`;

// measured.md §2, over the covering index; $1 today, $2 group of each combination.
const scored = (
  account: number | null,
) => `select *, nullif(($2::bigint[])[(r - 1) * 25 + (f - 1) * 5 + m], 0) as g from (
  select account_id, customer_id, recency, frequency, monetary, ${SCORES} from (
    select account_id, customer_id, $1::date - max(check_out_date) as recency,
      (count(*) filter (where check_out_date >= $1::date - interval '2 years'))::int as frequency,
      coalesce(sum(use_price) filter (where check_out_date >= $1::date - interval '2 years'), 0)::bigint as monetary
    from stay_transactions where reversed_at is null and customer_id is not null ${account === null ? "" : `and account_id = ${account}`}
    group by account_id, customer_id) a) b`;

const COLUMNS =
  "account_id, customer_id, rfm_id, recency_days, frequency_count, monetary_total, recency_score, frequency_score, monetary_score, rfm_group_id, scored_on, held_since";

/** The first scoring: one statement into the empty table. */
export async function limitFirst(client: pg.PoolClient, account: number | null, groups: number[]): Promise<void> {
  await client.query(
    `insert into limit_rfms (${COLUMNS})
      select account_id, customer_id, 1, recency, frequency, monetary, r, f, m, g, $1::date, $1::date from (${scored(account)}) s`,
    [dayAfter(0), groups],
  );
}

/** The next night: joined with the old result, only the difference is written; days alone make no difference. */
export async function limitNight(
  client: pg.PoolClient,
  account: number | null,
  groups: number[],
  day: string,
): Promise<void> {
  await client.query(
    `insert into limit_rfms as l (${COLUMNS})
     select s.account_id, s.customer_id, 1, recency, frequency, monetary, r, f, m, g, $1::date, $1::date from (${scored(account)}) s
     left join limit_rfms o on o.account_id = ${account ?? "s.account_id"} and o.customer_id = s.customer_id
     where (o.scored_on - o.recency_days, o.frequency_count, o.monetary_total, o.recency_score, o.frequency_score, o.monetary_score)
       is distinct from ($1::date - s.recency, s.frequency, s.monetary, s.r, s.f, s.m)
     on conflict (account_id, customer_id, rfm_id) do update
       set recency_days = excluded.recency_days, frequency_count = excluded.frequency_count,
       monetary_total = excluded.monetary_total, recency_score = excluded.recency_score, frequency_score = excluded.frequency_score,
       monetary_score = excluded.monetary_score, rfm_group_id = excluded.rfm_group_id, scored_on = excluded.scored_on`,
    [day, groups],
  );
}

/** How many customers have each combination of scores: what counts beside an edit. */
export async function limitCounts(
  client: pg.PoolClient,
  account: number,
  groups: number[],
): Promise<ScoreCombination[]> {
  const found = await client.query<ScoreCombination>(
    `select r, f, m, count(*)::int as count from (${scored(account)}) s group by 1, 2, 3`,
    [dayAfter(0), groups],
  );
  return found.rows;
}

export type ScoreCombination = { r: number; f: number; m: number; count: number };
