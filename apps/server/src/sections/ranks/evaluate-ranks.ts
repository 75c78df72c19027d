import { addMonths, type CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import { thresholdSql } from "./held-ranks.read.ts";
import { decisionsSql, type RankEvaluationTerms } from "./rank-decisions.ts";

/** The definition in force as the rules take it; null for one that was deleted. */
export async function judgingOf(tx: Tx, accountId: number, rankId: number): Promise<RankEvaluationTerms | null> {
  const found = await tx.maybe<RankEvaluationTerms>`select rank.definition, rank.base_month, rank.active_month,
      coalesce((select jsonb_agg(jsonb_build_object('id', tier.id, 'priority', tier.priority, 'threshold', ${thresholdSql}))
          from rank_details tier
          where tier.account_id = ${accountId} and tier.rank_id = rank.id and tier.active_status = 'active'),
        '[]') as steps
    from ranks rank
    where rank.account_id = ${accountId} and rank.id = ${rankId} and rank.active_status = 'active'`;
  return found ?? null;
}

/** So many guests are faster looked up one by one than by reading the whole programme. */
const FEW = 100;

/**
 * Evaluates one account's rank definition on a day, all living customers in one statement; the rule is `domain/ranks/decide-rank`, and a
 * test compares the two. Writes only differences, with a line of history for each change of rank. An entry tier is written without a last
 * day: there is nothing below it. The same rank never ends earlier than it would have.
 * @returns how many customers got another rank (renewals not counted).
 */
export async function evaluateRanks(
  tx: Tx,
  accountId: number,
  rankId: number,
  today: CalendarDate,
  { cause = "evaluation", only }: { cause?: "evaluation" | "definition" | "expiry"; only?: readonly number[] } = {},
): Promise<number> {
  const judging = await judgingOf(tx, accountId, rankId);
  if (!judging) return 0;
  const until = addMonths(today, judging.active_month);
  const evaluate = () => tx.one<{ changed: number }>`
    with ${decisionsSql(accountId, judging, today, only)}, changes as (
      select c.customer_id, c.previous, c.next,
        case when c.threshold > 0 then greatest(${until}::date, case when c.holds and c.next = c.previous then c.expiration_date end) end
          as until
      from decided c
      where c.wins and (c.previous is not null or c.next is not null)
    ), removed as (
      delete from customer_ranks customer_rank
      using changes c
      where customer_rank.account_id = ${accountId}
        and customer_rank.customer_id = c.customer_id and customer_rank.rank_type = 'auto' and c.next is null
    ), written as (
      insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date)
      select ${accountId}, c.customer_id, c.next, 'auto', c.until, ${today}
      from changes c
      where c.next is not null
      on conflict (account_id, customer_id, rank_type) do update set rank_detail_id = excluded.rank_detail_id,
        expiration_date = excluded.expiration_date, updated_at = now(),
        since_date
          = case when customer_ranks.rank_detail_id = excluded.rank_detail_id then customer_ranks.since_date else excluded.since_date end
      where (customer_ranks.rank_detail_id, customer_ranks.expiration_date)
          is distinct from (excluded.rank_detail_id, excluded.expiration_date)
    ), history as (
      insert into customer_rank_histories (account_id, customer_id, rank_detail_id, previous_rank_detail_id, rank_type, expiration_date,
        cause, changed_on)
      select ${accountId}, c.customer_id, c.next, c.previous, 'auto', c.until, ${cause}, ${today}
      from changes c
      where c.next is distinct from c.previous
      returning 1
    ), dated as (
      update ranks
      set evaluated_on = greatest(evaluated_on, ${today}::date)
      where account_id = ${accountId} and id = ${rankId}
    )
    select count(*)::int as changed
    from history`;
  // A few guests are looked up one by one; sets of them are joined as sets.
  const done = await (only && only.length <= FEW ? evaluate() : withoutLoops(tx, evaluate));
  return done.changed;
}
