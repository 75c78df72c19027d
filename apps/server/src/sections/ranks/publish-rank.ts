import { addMonths, type CalendarDate } from "@okaeri/domain/calendar-date";
import type { Definition, Tier } from "@okaeri/domain/ranks/definition";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { evaluateRanks } from "./evaluate-ranks.ts";
import type { RankVersionRow } from "./ranks.queries.ts";
import { settleRanks } from "./settle-ranks.ts";

type Key = { accountId: number; rankId: number; userId: number | null };

/**
 * Stores the definition with its first day, in place of any that was to come. One that begins today is in force at once, and everybody is
 * judged by it.
 */
export async function publishRank(
  tx: Tx,
  key: Key,
  edit: Definition,
  day: CalendarDate,
  today: CalendarDate,
): Promise<void> {
  const details = await withIds(tx, key, edit.details);
  await tx.run`delete from rank_versions where account_id = ${key.accountId} and rank_id = ${key.rankId} and valid_from > ${today}::date`;
  await tx.run`insert into rank_versions (account_id, rank_id, valid_from, definition, use_point_unit, active_month, base_month,
      base_date, details, created_by)
    values (${key.accountId}, ${key.rankId}, ${day}, ${edit.definition}, ${edit.use_point_unit}, ${edit.active_month},
      ${edit.base_month}, ${edit.base_date}, ${JSON.stringify(details)}::jsonb, ${key.userId})
    on conflict (account_id, rank_id, valid_from) do update set definition = excluded.definition,
      use_point_unit = excluded.use_point_unit, active_month = excluded.active_month, base_month = excluded.base_month,
      base_date = excluded.base_date, details = excluded.details, created_by = excluded.created_by, created_at = now()`;
  await deleteUnusedTiers(tx, key);
  if (day > today) return;
  const judged = await judgedOn(tx, key, day);
  await activateVersion(tx, key.accountId, key.rankId, day);
  for (let from = 0; from < judged.length; from += SETTLED_AT_ONCE)
    await settleRanks(
      tx,
      { accountId: key.accountId, today: day },
      judged.slice(from, from + SETTLED_AT_ONCE),
      "definition",
    );
  await tx.run`update ranks set evaluated_at = clock_timestamp() where account_id = ${key.accountId} and id = ${key.rankId}`;
}

/** Guests whose ranks are worked out anew together. */
const SETTLED_AT_ONCE = 2_000;

/**
 * Guests whom the former definition has judged on its last day already, by a stay or in the night: their ranks end where it lets those of
 * the day end. The day belongs to the new definition, so they are recomputed; an evaluation would keep the longer end.
 */
async function judgedOn(tx: Tx, { accountId, rankId }: Key, day: CalendarDate): Promise<number[]> {
  const before = await tx.one<{
    active_month: number;
  }>`select active_month from ranks where account_id = ${accountId} and id = ${rankId}`;
  const found = await tx.all<{ id: number }>`select customer_id as id
    from customer_ranks
    where account_id = ${accountId} and rank_type = 'auto' and expiration_date = ${addMonths(day, before.active_month)}::date
    order by 1`;
  return found.map(({ id }) => id);
}

/** Makes the newest definition that has begun by the day the one in force, and judges everybody by it. */
export async function activateVersion(tx: Tx, accountId: number, rankId: number, day: CalendarDate): Promise<void> {
  await lockProgramme(tx, accountId);
  const version =
    await tx.maybe<RankVersionRow>`select definition, use_point_unit, active_month, base_month, base_date, valid_from, details
      from rank_versions
      where account_id = ${accountId} and rank_id = ${rankId} and valid_from <= ${day}::date
      order by valid_from desc limit 1`;
  if (!version) return;
  await tx.run`update ranks
    set definition = ${version.definition}, use_point_unit = ${version.use_point_unit}, active_month = ${version.active_month},
      base_month = ${version.base_month}, base_date = ${version.base_date}, valid_from = ${version.valid_from}, updated_at = now()
    where account_id = ${accountId} and id = ${rankId}`;
  // All out first: two tiers may have changed places.
  await tx.run`update rank_details set active_status = 'inactive' where account_id = ${accountId} and rank_id = ${rankId}`;
  await tx.run`update rank_details tier
    set name = v.name, total_stay = coalesce(v.total_stay, 0), total_use_price = coalesce(v.total_use_price, 0),
      total_get_point = coalesce(v.total_get_point, 0), priority = v.priority, min_use_point = nullif(v.min_use_point, 0),
      max_use_point = v.max_use_point, active_status = 'active', updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(version.details)}::jsonb) as v(id bigint, name text, total_stay integer,
      total_use_price bigint, total_get_point bigint, priority smallint, min_use_point bigint, max_use_point bigint)
    where tier.account_id = ${accountId} and tier.rank_id = ${rankId} and tier.id = v.id`;
  await evaluateRanks(tx, accountId, rankId, day, { cause: "definition" });
}

/** The tiers with their ids, the best first; a new one begins when its definition does. */
async function withIds(tx: Tx, key: Key, details: readonly Tier[]): Promise<Tier[]> {
  const tiers: Tier[] = [];
  for (const tier of [...details].sort((a, b) => a.priority - b.priority)) {
    if (tier.id !== null) tiers.push(tier);
    else {
      const made = await tx.one<{
        id: number;
      }>`insert into rank_details (account_id, rank_id, name, priority, active_status, created_by, updated_by)
        values (${key.accountId}, ${key.rankId}, ${tier.name}, ${tier.priority}, 'inactive', ${key.userId}, ${key.userId})
        returning id`;
      tiers.push({ ...tier, id: made.id });
    }
  }
  return tiers;
}

/** Tiers of a definition that never began leave nothing. */
async function deleteUnusedTiers(tx: Tx, { accountId, rankId }: Key): Promise<void> {
  await tx.run`delete from rank_details tier
    where tier.account_id = ${accountId} and tier.rank_id = ${rankId}
      and tier.active_status = 'inactive'
      and not exists (select from rank_versions rank_version
        where rank_version.account_id = tier.account_id
          and rank_version.rank_id = tier.rank_id and rank_version.details @> jsonb_build_array(jsonb_build_object('id', tier.id)))
      and not exists (select from customer_rank_histories rank_history
        where rank_history.account_id = tier.account_id
          and tier.id in (rank_history.rank_detail_id, rank_history.previous_rank_detail_id))
      and not exists (select from customer_ranks customer_rank
        where customer_rank.account_id = tier.account_id
          and customer_rank.rank_detail_id = tier.id)
      and not exists (select from rank_stats rank_stat
        where rank_stat.account_id = tier.account_id and rank_stat.rank_detail_id = tier.id)`;
}
