import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { HeldRank } from "@okaeri/domain/ranks/decide-rank";
import { replayRank } from "@okaeri/domain/ranks/replay";
import type { Tx } from "../../database/connection.ts";
import { countedBy, factsOf, rankVersions } from "./rank-facts.queries.ts";

type Settled = HeldRank & { customer_id: number };

type Cause = "stay" | "points" | "merge" | "definition";

/**
 * Updates the ranks of these guests after their stays changed, or points were granted or taken back by hand: upward at once, and exactly
 * back where a stay or a grant is taken back, because the rank is recomputed from all of them (`domain/ranks/replay`). A rank given by hand
 * is above it. Points do nothing where no definition counts them.
 */
export async function settleRanks(
  tx: Tx,
  { accountId, today }: { accountId: number; today: CalendarDate },
  customerIds: readonly number[],
  cause: Cause = "stay",
): Promise<void> {
  if (customerIds.length === 0) return;
  const versions = await rankVersions(tx, accountId);
  const countPoints = versions.some(({ definition }) => definition === "get_point");
  if (versions.length === 0 || (cause === "points" && !countPoints)) return;
  const guests = await factsOf(tx, accountId, customerIds, countPoints);
  const settled: Settled[] = [];
  const gone: number[] = [];
  for (const { id, is_listed, held, counted } of guests) {
    if (!is_listed) continue;
    const now = replayRank(versions, countedBy(counted), today);
    if (now !== null) settled.push({ customer_id: id, ...now });
    else if (held !== null) gone.push(id);
  }
  await writeSettled(tx, { accountId, today, cause }, settled, gone);
}

async function writeSettled(
  tx: Tx,
  { accountId, today, cause }: { accountId: number; today: CalendarDate; cause: Cause },
  settled: readonly Settled[],
  gone: readonly number[],
): Promise<void> {
  if (settled.length + gone.length === 0) return;
  await tx.run`with settled as materialized (
      select *
      from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as s(customer_id bigint, rank_detail_id bigint, expiration_date date)
    ), before as materialized (
      select customer_rank.customer_id, customer_rank.rank_detail_id
      from customer_ranks customer_rank
      where customer_rank.account_id = ${accountId} and customer_rank.rank_type = 'auto'
        and customer_rank.customer_id in (select customer_id from settled union all select unnest(${gone}::bigint[]))
    ), removed as (
      delete from customer_ranks
      where account_id = ${accountId} and rank_type = 'auto' and customer_id = any(${gone}::bigint[])
    ), written as (
      insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date)
      select ${accountId}, customer_id, rank_detail_id, 'auto', expiration_date, ${today}
      from settled
      on conflict (account_id, customer_id, rank_type) do update set rank_detail_id = excluded.rank_detail_id,
        expiration_date = excluded.expiration_date, updated_at = now(),
        since_date
          = case when customer_ranks.rank_detail_id = excluded.rank_detail_id then customer_ranks.since_date else excluded.since_date end
      where (customer_ranks.rank_detail_id, customer_ranks.expiration_date)
          is distinct from (excluded.rank_detail_id, excluded.expiration_date)
    )
    insert into customer_rank_histories (account_id, customer_id, rank_detail_id, previous_rank_detail_id, rank_type, expiration_date,
      cause, changed_on)
    select ${accountId}, c.customer_id, s.rank_detail_id, b.rank_detail_id, 'auto', s.expiration_date,
      case when s.rank_detail_id is null and ${cause} = 'stay' then 'reversal' else ${cause} end, ${today}
    from (select customer_id from settled union select customer_id from before) c
    left join settled s on s.customer_id = c.customer_id
    left join before b on b.customer_id = c.customer_id
    where s.rank_detail_id is distinct from b.rank_detail_id
    order by c.customer_id`;
}
