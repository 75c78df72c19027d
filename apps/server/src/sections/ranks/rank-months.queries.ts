import type { Tx } from "../../database/connection.ts";

export type RankMonths = {
  tiers: { id: number; name: string }[];
  months: { month_end: string; counts: { rank_detail_id: number; count: number }[] }[];
};

/** How many months are told. */
const MONTHS = 24;

/** How many guests of the whole programme held each tier on the evening of each month's last day, the newest months, oldest first; null: there is no such definition. */
export async function rankMonths(tx: Tx, accountId: number, rankId: number): Promise<RankMonths | null> {
  const known =
    await tx.maybe`select id from ranks where account_id = ${accountId} and id = ${rankId} and active_status = 'active'`;
  if (!known) return null;
  return tx.one<RankMonths>`with counted as materialized (
      select rank_stat.stat_date, rank_stat.rank_detail_id, rank_stat.customer_count, tier.name, tier.priority,
        tier.active_status = 'active' as in_force
      from rank_stats rank_stat
      join rank_details tier on tier.account_id = rank_stat.account_id and tier.id = rank_stat.rank_detail_id
        and tier.rank_id = ${rankId}
      where rank_stat.account_id = ${accountId}
    ), shown as (select distinct stat_date from counted order by stat_date desc limit ${MONTHS})
    select coalesce((select jsonb_agg(jsonb_build_object('id', t.rank_detail_id, 'name', t.name)
          order by t.in_force desc, t.priority, t.rank_detail_id)
        from (select distinct c.rank_detail_id, c.name, c.priority, c.in_force from counted c join shown using (stat_date)) t),
      '[]') as tiers,
      coalesce((select jsonb_agg(jsonb_build_object('month_end', m.stat_date, 'counts', m.counts) order by m.stat_date)
          from (
            select c.stat_date, jsonb_agg(jsonb_build_object('rank_detail_id', c.rank_detail_id, 'count', c.customer_count)) as counts
            from counted c
            join shown using (stat_date)
            group by c.stat_date
          ) m),
        '[]') as months`;
}
