import { type RawBuilder, sql } from "kysely";
import type { EvaluationDay } from "../../database/evaluation-day.ts";

/** SQL over rank details `tier` and their definition `rank`: what the definition asks for the rank, in its own unit. */
export const thresholdSql: RawBuilder<number> = sql<number>`(case rank.definition
    when 'stay' then tier.total_stay
    when 'use_price' then tier.total_use_price
    else tier.total_get_point end)`;

/** Rows (account_id, id, name, priority, asks_nothing): the tiers in force. */
const activeTiers: RawBuilder<unknown> = sql`select tier.account_id, tier.id, tier.name, tier.priority,
    ${thresholdSql} = 0 as asks_nothing
  from rank_details tier
  join ranks rank on rank.account_id = tier.account_id and rank.id = tier.rank_id and rank.active_status = 'active'
  where tier.active_status = 'active'`;

/** SQL: ids of the tiers in force that ask for something, the best first. One that asks for nothing is everybody's. */
export const demandingTiers = (accountId: number): RawBuilder<number[]> => sql<
  number[]
>`coalesce((select array_agg(d.id order by d.priority)
    from (${activeTiers}) d
    where d.account_id = ${accountId} and not d.asks_nothing), '{}')`;

/** A table (account_id, id, name, priority): the entry tier of each account, the best that asks for nothing (domain/ranks entryTier). */
const entryOf = (
  tiers: RawBuilder<unknown>,
) => sql`(select distinct on (d.account_id) d.account_id, d.id, d.name, d.priority
  from ${tiers} d
  where d.asks_nothing
  order by d.account_id, d.priority)`;

/** A table (account_id, customer_id, id, name, priority, expiration_date): the ranks of one type that hold on the day. */
const holding = (type: "auto" | "manual", today: EvaluationDay, tiers: RawBuilder<unknown>) =>
  sql`(select customer_rank.account_id, customer_rank.customer_id, customer_rank.expiration_date, d.id, d.name, d.priority
    from customer_ranks customer_rank
    join ${tiers} d on d.account_id = customer_rank.account_id and d.id = customer_rank.rank_detail_id
    where customer_rank.rank_type = ${sql.lit(type)}
      and (customer_rank.expiration_date is null or customer_rank.expiration_date >= ${today}::date))`;

type Guests = { tiers: RawBuilder<unknown>; totals: RawBuilder<unknown>; which: "held" | "earned" };

/**
 * Rows (account_id, customer_id, rank_detail_id, name, priority, rank_type, expiration_date): the rank each living customer holds on the
 * day, as domain/ranks heldRank decides it (a test compares both). The one definition of a held rank: lists, counts, targets and mails all
 * read it. Customers without a rank have no row; merged and inactive ones neither.
 */
function held(today: EvaluationDay, { tiers, totals, which }: Guests): RawBuilder<unknown> {
  // An entry tier stands for itself where nothing is held, and above an automatic rank that is worse than it.
  const entry = sql`(h.id is null or (e.priority < h.priority) is true)`;
  // Every branch carries its tier's name: looking it up again for each guest (N+1) was a sixth of the pages a held rank reads.
  const chosen = (column: RawBuilder<unknown>) =>
    sql`case when m.id is not null then m.${column} when ${entry} then e.${column} else h.${column} end`;
  return sql`select t.account_id, t.customer_id, ${chosen(sql`id`)} as rank_detail_id, ${chosen(sql`name`)} as name,
      ${chosen(sql`priority`)} as priority, case when m.id is not null then 'manual' else 'auto' end as rank_type,
      case when m.id is not null then m.expiration_date when not ${entry} then h.expiration_date end as expiration_date
    from ${totals} t
    left join ${holding("manual", today, tiers)} m on m.account_id = t.account_id and m.customer_id = t.customer_id
      and ${which === "held"}
    left join ${holding("auto", today, tiers)} h on h.account_id = t.account_id and h.customer_id = t.customer_id
    left join ${entryOf(tiers)} e on e.account_id = t.account_id
    where t.is_listed and coalesce(m.id, h.id, e.id) is not null`;
}

/** The table of held ranks, to be joined by customer. `earned`: as if staff had given none. */
export function heldRanks(today: EvaluationDay, which: "held" | "earned" = "held"): RawBuilder<unknown> {
  return sql`(${held(today, { tiers: sql`(${activeTiers})`, totals: sql`customer_totals`, which })})`;
}

/**
 * The same for one row `total` of customer_totals, as a lateral part of a statement about a page of guests: the tiers are read once,
 * and the planner cannot turn it into a join with a whole account.
 */
export function heldRankOfOne(today: EvaluationDay): RawBuilder<unknown> {
  const totals = sql`(select total.account_id, total.customer_id, total.is_listed)`;
  return sql`(with tiers as materialized (${activeTiers}) ${held(today, { tiers: sql`tiers`, totals, which: "held" })})`;
}
