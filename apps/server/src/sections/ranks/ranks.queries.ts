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
export type VersionRow = {
  definition: RankDefinition;
  use_point_unit: number;
  active_month: number;
  base_month: number;
  base_date: number;
  valid_from: CalendarDate;
  details: TierRow[];
};
export type RankRow = Omit<VersionRow, "details"> & {
  id: number;
  account_id: number;
  account_name: string;
  version: number;
  evaluated_on: CalendarDate | null;
  /** When everybody was last judged; null before. */
  evaluated_at: Date | null;
  coming: VersionRow | null;
  details: (TierRow & { count: number; manual_count: number })[];
  customers_without_rank: number;
};

/** Who counts as guest, and where: said by the owner of stays, who stands on ranks and so hands it in (main/router). */
export type GuestsSql = {
  customerTotal(scope: Scope): RawBuilder<number>;
  withinFacilities(scope: Scope, customerId: RawBuilder<unknown>): RawBuilder<boolean>;
};

/** The programme's rank definition with how many customers hold each rank today. Only the definition's own threshold is told. */
export async function ranksWithDistribution(
  tx: Tx,
  scope: Scope,
  { today, customerTotal, withinFacilities }: GuestsSql & { today: CalendarDate },
  id: number | null = null,
): Promise<RankRow[]> {
  return withoutLoops(
    tx,
    () => tx.all<RankRow>`with held as materialized (
      select k.rank_detail_id, count(*)::int as count, (count(*) filter (where k.rank_type = 'manual'))::int as manual_count
      from ${heldRanks(today)} k where k.account_id = ${scope.accountId}
        and ${withinFacilities(scope, sql`k.customer_id`)}
      group by k.rank_detail_id
    )
    select r.id, r.account_id, a.name as account_name, r.definition, r.use_point_unit, r.active_month, r.base_month, r.base_date,
      r.valid_from, r.version, r.evaluated_on, r.evaluated_at,
      (select jsonb_build_object('valid_from', v.valid_from, 'definition', v.definition, 'use_point_unit', v.use_point_unit,
          'active_month', v.active_month, 'base_month', v.base_month, 'base_date', v.base_date, 'details', v.details)
        from rank_versions v where v.account_id = ${scope.accountId} and v.rank_id = r.id and v.valid_from > r.valid_from
        order by v.valid_from limit 1) as coming,
      coalesce((select json_agg(json_build_object('id', d.id, 'name', d.name,
          'total_stay', case when r.definition = 'stay' then d.total_stay end,
          'total_use_price', case when r.definition = 'use_price' then d.total_use_price end,
          'total_get_point', case when r.definition = 'get_point' then d.total_get_point end,
          'priority', d.priority, 'min_use_point', d.min_use_point, 'max_use_point', d.max_use_point,
          'count', coalesce(h.count, 0), 'manual_count', coalesce(h.manual_count, 0)) order by d.priority)
        from rank_details d left join held h on h.rank_detail_id = d.id
        where d.account_id = ${scope.accountId} and d.rank_id = r.id and d.active_status = 'active'), '[]') as details,
      ${customerTotal(scope)} - coalesce((select sum(h.count)::int from held h), 0) as customers_without_rank
    from ranks r join accounts a on a.id = r.account_id
    where r.account_id = ${scope.accountId} and r.active_status = 'active' and r.id = coalesce(${id}::bigint, r.id) order by r.id`,
  );
}

/** The definition in force, locked until the transaction ends; null when there is none of that id. */
export async function lockRank(tx: Tx, accountId: number, id: number): Promise<{ version: number } | null> {
  return (
    (await tx.maybe<{ version: number }>`select version from ranks
    where account_id = ${accountId} and id = ${id} and active_status = 'active' for update`) ?? null
  );
}

/** How many guests hold each tier by hand, today or without an end. */
export async function givenByHand(tx: Tx, accountId: number, today: CalendarDate): Promise<Map<number, number>> {
  const rows = await tx.all<{ id: number; guests: number }>`select k.rank_detail_id as id, count(*)::int as guests
    from customer_ranks k join customer_totals t on t.account_id = k.account_id and t.customer_id = k.customer_id and t.is_listed
    where k.account_id = ${accountId} and k.rank_type = 'manual' and (k.expiration_date is null or k.expiration_date >= ${today}::date)
    group by k.rank_detail_id`;
  return new Map(rows.map((row) => [row.id, row.guests]));
}

/** Targets of campaigns that are not over and ask for a rank. */
export function targetsWithRanks(
  tx: Tx,
  accountId: number,
  today: CalendarDate,
): Promise<{ name: string; type: string; target: unknown }[]> {
  return tx.all<{
    name: string;
    type: string;
    target: unknown;
  }>`select c.name, c.type, s.target from campaign_segments s
    join campaigns c on c.account_id = s.account_id and c.id = s.campaign_id
      and (c.campaign_end_dt is null or c.campaign_end_dt >= ${today}::date)
    where s.account_id = ${accountId} and s.active_status = 'active' and s.target @? '$.**.field ? (@ == "rank_detail_id")'
    order by c.name`;
}
