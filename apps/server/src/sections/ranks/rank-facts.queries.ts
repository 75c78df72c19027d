import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { RankDefinition } from "@okaeri/domain/enumerations";
import type { HeldRank } from "@okaeri/domain/ranks/decide-rank";
import { type Definition, stepsOf } from "@okaeri/domain/ranks/definition";
import type { CountedAmount, RankVersion } from "@okaeri/domain/ranks/replay";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";

type Version = RankVersion & { definition: RankDefinition; names: string[] };
type Facts = {
  id: number;
  is_listed: boolean;
  held: HeldRank | null;
  counted: (CountedAmount & { price: number; points: number })[];
};

/** What counts of a guest by a definition, as the rules ask for it. */
export const countedBy = (counted: Facts["counted"]) => (version: RankVersion) =>
  amounts((version as Version).definition, counted);

function amounts(definition: RankDefinition, counted: Facts["counted"]): CountedAmount[] {
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
export async function rankVersions(
  tx: Tx,
  accountId: number,
  { coming = false, past = false } = {},
): Promise<Version[]> {
  const rows = await tx.all<Omit<Definition, "use_point_unit"> & { valid_from: CalendarDate }>`
    select rank_version.valid_from, rank_version.definition, rank_version.base_month, rank_version.active_month, rank_version.base_date,
      rank_version.details
    from ranks rank
    join rank_versions rank_version on rank_version.account_id = rank.account_id and rank_version.rank_id = rank.id
      and (rank_version.valid_from <= rank.valid_from or ${coming} or rank.active_status <> 'active')
    where rank.account_id = ${accountId} and (rank.active_status = 'active' or ${past})
    order by rank_version.valid_from, rank.id`;
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
    select n.id, total.is_listed,
      (select jsonb_build_object('rank_detail_id', customer_rank.rank_detail_id, 'rank_type', customer_rank.rank_type, 'expiration_date',
          customer_rank.expiration_date)
        from customer_ranks customer_rank
        where customer_rank.account_id = n.account_id and customer_rank.customer_id = n.id
          and customer_rank.rank_type = 'auto') as held,
      coalesce((select jsonb_agg(jsonb_build_object('day', s.check_out_date, 'amount', s.stays, 'price', s.price, 'points', 0))
          from (
            select check_out_date, count(*) as stays, sum(use_price) as price
            from stay_transactions stay
            where stay.account_id = n.account_id and stay.customer_id = n.id and stay.reversed_at is null
            group by check_out_date
          ) s),
        '[]')
        || coalesce((select jsonb_agg(jsonb_build_object('day', g.grant_date, 'amount', 0, 'price', 0, 'points', g.points))
            from (
              select point_grant.grant_date, sum(point_grant.grant_point) as points
              from grant_points point_grant
              where ${withPoints} and point_grant.account_id = n.account_id
                and point_grant.customer_id in (select n.id
                  union all
                  select merged_customer.id
                  from customers merged_customer
                  where ${withPoints} and merged_customer.account_id = n.account_id
                    and merged_customer.merged_into = n.id)
              group by point_grant.grant_date
            ) g),
          '[]') as counted
    from given n
    join customer_totals total on total.account_id = n.account_id and total.customer_id = n.id`;
}
