import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { RankDefinition } from "@okaeri/domain/enumerations";
import type { HeldRank } from "@okaeri/domain/ranks/decide-rank";
import { type Definition, stepsOf } from "@okaeri/domain/ranks/definition";
import type { Counted, RankVersion } from "@okaeri/domain/ranks/replay";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";

type Version = RankVersion & { definition: RankDefinition; names: string[] };
type Facts = {
  id: number;
  is_listed: boolean;
  held: HeldRank | null;
  counted: (Counted & { price: number; points: number })[];
};

/** What counts of a guest by a definition, as the rules ask for it. */
export const countedBy = (counted: Facts["counted"]) => (version: RankVersion) =>
  amounts((version as Version).definition, counted);

function amounts(definition: RankDefinition, counted: Facts["counted"]): Counted[] {
  if (definition === "get_point")
    return counted.flatMap(({ day, points }) => (points === 0 ? [] : [{ day, amount: points }]));
  return counted.flatMap(({ day, amount, price }) =>
    amount === 0 ? [] : [{ day, amount: definition === "stay" ? amount : price }],
  );
}

/**
 * The definitions of the programme, the first one first; those of a deleted one judge nobody any more. `coming`: with the one that is
 * published and has not begun. `past`: with those of deleted ones, each of which ends in one that has no tiers (docs/adr/0158).
 */
export async function versionsOf(tx: Tx, accountId: number, { coming = false, past = false } = {}): Promise<Version[]> {
  const rows = await tx.all<Omit<Definition, "use_point_unit"> & { valid_from: CalendarDate }>`
    select v.valid_from, v.definition, v.base_month, v.active_month, v.base_date, v.details from ranks r
    join rank_versions v on v.account_id = r.account_id and v.rank_id = r.id and (v.valid_from <= r.valid_from or ${coming} or r.active_status <> 'active')
    where r.account_id = ${accountId} and (r.active_status = 'active' or ${past}) order by v.valid_from, r.id`;
  return rows.map(({ valid_from: from, ...version }) => ({
    ...version,
    from,
    steps: stepsOf(version),
    names: version.details.map(({ name }) => name),
  }));
}

export async function factsOf(
  tx: Tx,
  accountId: number,
  ids: readonly number[],
  withPoints: boolean,
): Promise<Facts[]> {
  return tx.all<Facts>`with ${givenIds(accountId, ids)}
    select n.id, t.is_listed,
      (select jsonb_build_object('rank_detail_id', k.rank_detail_id, 'rank_type', k.rank_type, 'expiration_date', k.expiration_date)
        from customer_ranks k where k.account_id = n.account_id and k.customer_id = n.id and k.rank_type = 'auto') as held,
      coalesce((select jsonb_agg(jsonb_build_object('day', s.check_out_date, 'amount', s.stays, 'price', s.price, 'points', 0))
        from (select check_out_date, count(*) as stays, sum(use_price) as price from stay_transactions s
          where s.account_id = n.account_id and s.customer_id = n.id and s.reversed_at is null group by check_out_date) s), '[]')
      || coalesce((select jsonb_agg(jsonb_build_object('day', g.grant_date, 'amount', 0, 'price', 0, 'points', g.points))
        from (select g.grant_date, sum(g.grant_point) as points from grant_points g
          where ${withPoints} and g.account_id = n.account_id and g.customer_id in (select n.id union all
            select o.id from customers o where ${withPoints} and o.account_id = n.account_id and o.merged_into = n.id)
          group by g.grant_date) g), '[]') as counted
    from given n join customer_totals t on t.account_id = n.account_id and t.customer_id = n.id`;
}
