import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { RankDefinition } from "@okaeri/domain/enumerations";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import type { Scope } from "../../session/scope.ts";
import { heldRanks } from "./held-ranks.read.ts";

/** A tier as it is told: only the definition's own threshold. */
export type TierRow = {
  id: number;
  name: string;
  total_stay: number | null;
  total_use_price: number | null;
  total_get_point: number | null;
  priority: number;
  min_use_point: number | null;
  max_use_point: number | null;
};
export type RankVersionRow = {
  definition: RankDefinition;
  use_point_unit: number;
  active_month: number;
  base_month: number;
  base_date: number;
  valid_from: CalendarDate;
  details: TierRow[];
};
export type RankRow = Omit<RankVersionRow, "details"> & {
  id: number;
  account_id: number;
  account_name: string;
  version: number;
  evaluated_on: CalendarDate | null;
  /** When everybody was last judged; null before. */
  evaluated_at: Date | null;
  coming: RankVersionRow | null;
  details: (TierRow & { count: number; manual_count: number })[];
  customers_without_rank: number;
};

/** Who counts as guest, and where: said by the owner of stays, who stands on ranks and so hands it in (main/router). */
export type RankGuestsSql = {
  customerTotal(scope: Scope): RawBuilder<number>;
  withinFacilities(scope: Scope, customerId: RawBuilder<unknown>): RawBuilder<boolean>;
};

/** The programme's rank definition with how many customers hold each rank today. Only the definition's own threshold is told. */
export async function ranksWithDistribution(
  tx: Tx,
  scope: Scope,
  { today, customerTotal, withinFacilities }: RankGuestsSql & { today: CalendarDate },
  id: number | null = null,
): Promise<RankRow[]> {
  return withoutLoops(
    tx,
    () => tx.all<RankRow>`with held as materialized (
        select k.rank_detail_id, count(*)::int as count, (count(*) filter (where k.rank_type = 'manual'))::int as manual_count
        from ${heldRanks(today)} k
        where k.account_id = ${scope.accountId}
          and ${withinFacilities(scope, sql`k.customer_id`)}
        group by k.rank_detail_id
      )
      select rank.id, rank.account_id, account.name as account_name, rank.definition, rank.use_point_unit, rank.active_month,
        rank.base_month, rank.base_date, rank.valid_from, rank.version, rank.evaluated_on, rank.evaluated_at,
        (select jsonb_build_object('valid_from', rank_version.valid_from, 'definition', rank_version.definition, 'use_point_unit',
            rank_version.use_point_unit, 'active_month', rank_version.active_month, 'base_month', rank_version.base_month, 'base_date',
            rank_version.base_date, 'details', rank_version.details)
          from rank_versions rank_version
          where rank_version.account_id = ${scope.accountId} and rank_version.rank_id = rank.id
            and rank_version.valid_from > rank.valid_from
          order by rank_version.valid_from limit 1) as coming,
        coalesce((select json_agg(json_build_object('id', tier.id, 'name', tier.name, 'total_stay',
              case when rank.definition = 'stay' then tier.total_stay end, 'total_use_price',
              case when rank.definition = 'use_price' then tier.total_use_price end, 'total_get_point',
              case when rank.definition = 'get_point' then tier.total_get_point end, 'priority', tier.priority, 'min_use_point',
              tier.min_use_point, 'max_use_point', tier.max_use_point, 'count', coalesce(h.count, 0), 'manual_count',
              coalesce(h.manual_count, 0))
              order by tier.priority)
            from rank_details tier
            left join held h on h.rank_detail_id = tier.id
            where tier.account_id = ${scope.accountId} and tier.rank_id = rank.id and tier.active_status = 'active'),
          '[]') as details,
        ${customerTotal(scope)} - coalesce((select sum(h.count)::int from held h), 0) as customers_without_rank
      from ranks rank
      join accounts account on account.id = rank.account_id
      where rank.account_id = ${scope.accountId} and rank.active_status = 'active' and rank.id = coalesce(${id}::bigint, rank.id)
      order by rank.id`,
  );
}

/** The definition in force, locked until the transaction ends; null when there is none of that id. */
export async function lockRank(tx: Tx, accountId: number, id: number): Promise<{ version: number } | null> {
  return (
    (await tx.maybe<{ version: number }>`select version
      from ranks
      where account_id = ${accountId} and id = ${id} and active_status = 'active' for update`) ?? null
  );
}

/** How many guests hold each tier by hand, today or without an end. */
export async function givenByHand(tx: Tx, accountId: number, today: CalendarDate): Promise<Map<number, number>> {
  const rows = await tx.all<{
    id: number;
    guests: number;
  }>`select customer_rank.rank_detail_id as id, count(*)::int as guests
    from customer_ranks customer_rank
    join customer_totals total on total.account_id = customer_rank.account_id
      and total.customer_id = customer_rank.customer_id and total.is_listed
    where customer_rank.account_id = ${accountId} and customer_rank.rank_type = 'manual'
      and (customer_rank.expiration_date is null or customer_rank.expiration_date >= ${today}::date)
    group by customer_rank.rank_detail_id`;
  return new Map(rows.map((row) => [row.id, row.guests]));
}

/** Targets of campaigns that are not over and ask for a rank, or name the fact somewhere in a script. */
export function targetsWithRanks(
  tx: Tx,
  accountId: number,
  today: CalendarDate,
): Promise<{ name: string; type: string; target: unknown }[]> {
  return tx.all<{
    name: string;
    type: string;
    target: unknown;
  }>`select campaign.name, campaign.type, segment.target
    from campaign_segments segment
    join campaigns campaign on campaign.account_id = segment.account_id and campaign.id = segment.campaign_id
      and (campaign.campaign_end_dt is null or campaign.campaign_end_dt >= ${today}::date)
    where segment.account_id = ${accountId} and segment.active_status = 'active'
      and (segment.target @? '$.**.field ? (@ == "rank_detail_id")' or segment.target ->> 'lua' like '%rank_detail_id%')
    order by campaign.name`;
}
