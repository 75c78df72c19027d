import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import { baseDays } from "@okaeri/domain/ranks/evaluation-days";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { evaluateRanks } from "./evaluate-ranks.ts";
import { clearRunOut } from "./given-ranks.ts";
import { activateVersion } from "./publish-rank.ts";
import { keepMonthEnds } from "./rank-stats.ts";

type EvaluatedRank = { id: number; base_date: number; valid_from: CalendarDate; evaluated_on: CalendarDate | null };

/**
 * Catches up the days since the last evaluation, each as of its own day and in order: a definition that begins, the regular evaluation, and
 * ranks that had run out. Idempotent: a second run has nothing to do, and a worker that was down misses nothing.
 */
export async function keepRanksCurrent(tx: Tx, accountId: number, today: CalendarDate): Promise<void> {
  while (await judgeNextDay(tx, accountId, today));
}

/** The next of these days. @returns false: it was the last, and everything is as of today. */
export async function judgeNextDay(tx: Tx, accountId: number, today: CalendarDate): Promise<boolean> {
  await lockProgramme(tx, accountId);
  if (await judgeDay(tx, accountId, addDays(today, -1))) return true;
  // Before today changes anything.
  await keepMonthEnds(tx, accountId, today);
  if (await judgeDay(tx, accountId, today)) return true;
  await clearRunOut(tx, accountId, today);
  await tx.run`update ranks
    set evaluated_on = greatest(evaluated_on, ${today}::date), evaluated_at = clock_timestamp()
    where account_id = ${accountId} and active_status = 'active'`;
  return false;
}

/** The first day up to this one that asks for something; false when none does. */
async function judgeDay(tx: Tx, accountId: number, today: CalendarDate): Promise<boolean> {
  const rank = await tx.maybe<EvaluatedRank>`select id, base_date, valid_from, evaluated_on
    from ranks
    where account_id = ${accountId} and active_status = 'active' for update`;
  if (!rank) return false;
  const done = rank.evaluated_on ?? addDays(rank.valid_from, -1);
  const [regular] = baseDays(rank.base_date, done, today);
  const other = await tx.one<{
    begins: CalendarDate | null;
    runs_out: CalendarDate | null;
  }>`select (select min(rank_version.valid_from)
        from rank_versions rank_version
        where rank_version.account_id = ${accountId}
          and rank_version.rank_id = ${rank.id} and rank_version.valid_from > ${rank.valid_from}::date
          and rank_version.valid_from <= ${today}::date) as begins,
      (select min(greatest(customer_rank.expiration_date + 1, ${done}::date))
        from customer_ranks customer_rank
        where customer_rank.account_id = ${accountId} and customer_rank.rank_type = 'auto'
          and customer_rank.expiration_date < ${today}::date) as runs_out`;
  const day = [regular, other.begins, other.runs_out].flatMap((one) => one ?? []).sort()[0];
  if (day === undefined) return false;
  if (day === other.runs_out && day !== other.begins) {
    const ended = await tx.all<{ id: number }>`select customer_id as id
      from customer_ranks
      where account_id = ${accountId} and rank_type = 'auto' and expiration_date < ${day}::date`;
    const only = ended.map(({ id }) => id);
    await evaluateRanks(tx, accountId, rank.id, day, { cause: "expiry", only });
    // Who was merged or made inactive holds nothing any more.
    await tx.run`delete from customer_ranks
      where account_id = ${accountId} and rank_type = 'auto'
        and customer_id = any(${only}::bigint[]) and expiration_date < ${day}::date`;
    if (day !== regular) return true;
  }
  if (day === other.begins) await activateVersion(tx, accountId, rank.id, day);
  else if (day === regular) await evaluateRanks(tx, accountId, rank.id, day);
  return true;
}
