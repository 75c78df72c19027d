import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { customerTotal, withinFacilities } from "../stays/guests.read.ts";
import { heldRanks } from "./held-ranks.read.ts";

export type RankRow = {
  id: number;
  account_id: number;
  account_name: string;
  definition: "stay" | "use_price" | "get_point";
  use_point_unit: number;
  active_month: number;
  base_month: number;
  base_date: number;
  details: {
    id: number;
    name: string;
    total_stay: number | null;
    total_use_price: number | null;
    total_get_point: number | null;
    priority: number;
    min_use_point: number | null;
    max_use_point: number | null;
    count: number;
    manual_count: number;
  }[];
  customers_without_rank: number;
};

/** The programme's rank definition with how many customers hold each rank today. Only the definition's own threshold is told. */
export async function ranksWithDistribution(tx: Tx, scope: Scope, today: CalendarDate): Promise<RankRow[]> {
  return tx.all<RankRow>`with held as materialized (
      select k.rank_detail_id, count(*)::int as count, (count(*) filter (where k.rank_type = 'manual'))::int as manual_count
      from ${heldRanks(today)} k where k.account_id = ${scope.accountId}
        and ${withinFacilities(scope, sql`k.customer_id`)}
      group by k.rank_detail_id
    )
    select r.id, r.account_id, a.name as account_name, r.definition, r.use_point_unit, r.active_month, r.base_month, r.base_date,
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
    where r.account_id = ${scope.accountId} and r.active_status = 'active' order by r.id`;
}
