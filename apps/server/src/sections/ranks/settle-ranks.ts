import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { RankDefinition } from "@okaeri/domain/enumerations";
import type { HeldRank } from "@okaeri/domain/ranks/decide-rank";
import { type Definition, stepsOf } from "@okaeri/domain/ranks/definition";
import { type Counted, type RankVersion, replayRank } from "@okaeri/domain/ranks/replay";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";

type Version = RankVersion & { definition: RankDefinition };
type Facts = {
  id: number;
  is_listed: boolean;
  held: HeldRank | null;
  counted: (Counted & { price: number; points: number })[];
};
type Settled = HeldRank & { customer_id: number };

/**
 * Brings the ranks of these guests in line after their stays changed: upward at once, and back exactly where a stay is taken back, because
 * the rank is worked out anew from all their stays (`domain/ranks/replay`). A rank given by hand lies above it.
 */
export async function settleRanks(
  tx: Tx,
  { accountId, today }: { accountId: number; today: CalendarDate },
  customerIds: readonly number[],
  cause: "stay" | "merge" = "stay",
): Promise<void> {
  if (customerIds.length === 0) return;
  const versions = await versionsOf(tx, accountId);
  if (versions.length === 0) return;
  const guests = await factsOf(
    tx,
    accountId,
    customerIds,
    versions.some(({ definition }) => definition === "get_point"),
  );
  const settled: Settled[] = [];
  const gone: number[] = [];
  for (const { id, is_listed, held, counted } of guests) {
    if (!is_listed) continue;
    const byVersion = (version: RankVersion) => amounts((version as Version).definition, counted);
    const now = replayRank(versions, byVersion, today);
    if (now !== null) settled.push({ customer_id: id, ...now });
    else if (held !== null) gone.push(id);
  }
  await writeSettled(tx, { accountId, today, cause }, settled, gone);
}

function amounts(definition: RankDefinition, counted: Facts["counted"]): Counted[] {
  if (definition === "get_point")
    return counted.flatMap(({ day, points }) => (points === 0 ? [] : [{ day, amount: points }]));
  return counted.flatMap(({ day, amount, price }) =>
    amount === 0 ? [] : [{ day, amount: definition === "stay" ? amount : price }],
  );
}

/** The definitions of the programme, the first one first; those of a deleted one judge nobody any more. */
async function versionsOf(tx: Tx, accountId: number): Promise<Version[]> {
  const rows = await tx.all<Omit<Definition, "use_point_unit"> & { valid_from: CalendarDate }>`
    select v.valid_from, v.definition, v.base_month, v.active_month, v.base_date, v.details from ranks r
    join rank_versions v on v.account_id = r.account_id and v.rank_id = r.id and v.valid_from <= r.valid_from
    where r.account_id = ${accountId} and r.active_status = 'active' order by v.valid_from`;
  return rows.map(({ valid_from: from, ...version }) => ({ ...version, from, steps: stepsOf(version) }));
}

async function factsOf(tx: Tx, accountId: number, ids: readonly number[], withPoints: boolean): Promise<Facts[]> {
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

async function writeSettled(
  tx: Tx,
  { accountId, today, cause }: { accountId: number; today: CalendarDate; cause: "stay" | "merge" },
  settled: readonly Settled[],
  gone: readonly number[],
): Promise<void> {
  if (settled.length + gone.length === 0) return;
  await tx.run`with settled as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as s(customer_id bigint, rank_detail_id bigint, expiration_date date)
    ), before as materialized (
      select k.customer_id, k.rank_detail_id from customer_ranks k where k.account_id = ${accountId} and k.rank_type = 'auto'
        and k.customer_id in (select customer_id from settled union all select unnest(${gone}::bigint[]))
    ), removed as (
      delete from customer_ranks where account_id = ${accountId} and rank_type = 'auto' and customer_id = any(${gone}::bigint[])
    ), written as (
      insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date)
      select ${accountId}, customer_id, rank_detail_id, 'auto', expiration_date, ${today} from settled
      on conflict (account_id, customer_id, rank_type) do update set rank_detail_id = excluded.rank_detail_id,
        expiration_date = excluded.expiration_date, updated_at = now(),
        since_date = case when customer_ranks.rank_detail_id = excluded.rank_detail_id then customer_ranks.since_date else excluded.since_date end
      where (customer_ranks.rank_detail_id, customer_ranks.expiration_date) is distinct from (excluded.rank_detail_id, excluded.expiration_date)
    )
    insert into customer_rank_histories (account_id, customer_id, rank_detail_id, previous_rank_detail_id, rank_type, expiration_date, cause, changed_on)
    select ${accountId}, c.customer_id, s.rank_detail_id, b.rank_detail_id, 'auto', s.expiration_date,
      case when s.rank_detail_id is null and ${cause} = 'stay' then 'reversal' else ${cause} end, ${today}
    from (select customer_id from settled union select customer_id from before) c
    left join settled s on s.customer_id = c.customer_id left join before b on b.customer_id = c.customer_id
    where s.rank_detail_id is distinct from b.rank_detail_id order by c.customer_id`;
}
