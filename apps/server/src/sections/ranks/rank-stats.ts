import { addDays, addMonths, type CalendarDate, lastDayOfMonth } from "@okaeri/domain/calendar-date";
import { type RankVersion, replayChanges, tierOnEvening } from "@okaeri/domain/ranks/replay";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import { heldRanks } from "./held-ranks.read.ts";
import { countedBy, factsOf, rankVersions } from "./rank-facts.queries.ts";

/** How far back month ends are made up for, and how many guests are replayed at once. */
const MONTHS_BACK = 60;
const BATCH = 2_000;

/** SQL over customers `customer` and their totals `total`: since when the guest is one. A file may tell of stays from before it was read. */
const knownOn = sql`least((customer.created_at at time zone 'Asia/Tokyo')::date, total.first_stay_on)`;

type Counts = Map<CalendarDate, Map<number, number>>;

/**
 * Counts which rank guests held on the evening of each past month end that is not counted yet. On the day after, while nothing has changed
 * since, it counts the held ranks; for month ends that a worker missed it replays the facts of all guests by the rule of the evaluation. A
 * counted month never changes.
 */
export async function keepMonthEnds(tx: Tx, accountId: number, today: CalendarDate): Promise<void> {
  const versions = await rankVersions(tx, accountId);
  const yesterday = addDays(today, -1);
  const due = monthEnds(versions, yesterday);
  if (due.length === 0) return;
  const known = await tx.all<{ day: CalendarDate }>`select distinct stat_date as day
    from rank_stats
    where account_id = ${accountId} and stat_date = any(${due}::date[])`;
  const missing = due.filter((day) => !known.some((one) => one.day === day));
  if (missing.length === 0) return;
  const asTheyStand = missing.length === 1 && missing[0] === yesterday && (await isUnchanged(tx, accountId, yesterday));
  const counts = asTheyStand
    ? await guestsByRank(tx, accountId, yesterday)
    : await replayed(tx, accountId, versions, missing);
  const rows = missing.flatMap((day) =>
    (versionOn(versions, day)?.steps ?? []).map(({ id }) => ({
      rank_detail_id: id,
      stat_date: day,
      customer_count: counts.get(day)?.get(id) ?? 0,
    })),
  );
  await tx.run`insert into rank_stats (account_id, rank_detail_id, stat_date, customer_count)
    select ${accountId}, r.rank_detail_id, r.stat_date, r.customer_count
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(rank_detail_id bigint, stat_date date, customer_count integer)`;
}

const versionOn = (versions: readonly RankVersion[], day: CalendarDate) => versions.findLast(({ from }) => from <= day);

/** The last days of the months from the first definition on that are over. */
function monthEnds(versions: readonly RankVersion[], until: CalendarDate): CalendarDate[] {
  const first = versions[0]?.from;
  if (first === undefined) return [];
  const earliest = addMonths(until, -MONTHS_BACK);
  const days: CalendarDate[] = [];
  let day = lastDayOfMonth(first > earliest ? first : earliest);
  while (day <= until) {
    days.push(day);
    day = lastDayOfMonth(addDays(day, 1));
  }
  return days;
}

/** Whether everybody still holds what they held on that evening. */
async function isUnchanged(tx: Tx, accountId: number, day: CalendarDate): Promise<boolean> {
  const later =
    await tx.all`select from customer_rank_histories where account_id = ${accountId} and changed_on > ${day}::date limit 1`;
  return later.length === 0;
}

async function guestsByRank(tx: Tx, accountId: number, day: CalendarDate): Promise<Counts> {
  const rows = await withoutLoops(
    tx,
    () => tx.all<{ id: number; guests: number }>`select k.rank_detail_id as id, count(*)::int as guests
      from ${heldRanks(day)} k
      join customers customer on customer.account_id = k.account_id and customer.id = k.customer_id
      join customer_totals total on total.account_id = k.account_id and total.customer_id = k.customer_id
      where k.account_id = ${accountId} and ${knownOn} <= ${day}::date
      group by k.rank_detail_id`,
  );
  return new Map([[day, new Map(rows.map(({ id, guests }) => [id, guests]))]]);
}

type Listed = {
  id: number;
  known_on: CalendarDate;
  given: { id: number; since: CalendarDate; until: CalendarDate | null } | null;
};

async function replayed(
  tx: Tx,
  accountId: number,
  versions: Awaited<ReturnType<typeof rankVersions>>,
  days: readonly CalendarDate[],
): Promise<Counts> {
  const counts: Counts = new Map(days.map((day) => [day, new Map()]));
  const withPoints = versions.some(({ definition }) => definition === "get_point");
  const last = days.at(-1);
  for (let after = 0; last !== undefined; ) {
    const guests = await tx.all<Listed>`select total.customer_id as id, ${knownOn} as known_on,
        (select jsonb_build_object('id', customer_rank.rank_detail_id, 'since', customer_rank.since_date, 'until',
            customer_rank.expiration_date)
          from customer_ranks customer_rank
          where customer_rank.account_id = total.account_id and customer_rank.customer_id = total.customer_id
            and customer_rank.rank_type = 'manual') as given
      from customer_totals total
      join customers customer on customer.account_id = total.account_id and customer.id = total.customer_id
      where total.account_id = ${accountId} and total.is_listed and total.customer_id > ${after}
      order by total.customer_id limit ${BATCH}`;
    const ids = guests.map(({ id }) => id);
    const facts = new Map((await factsOf(tx, accountId, ids, withPoints)).map((one) => [one.id, one.counted]));
    for (const { id, known_on, given } of guests) {
      const changes = replayChanges(versions, countedBy(facts.get(id) ?? []), last);
      for (const day of days) {
        if (known_on > day) continue;
        const byHand = given && given.since <= day && (given.until === null || given.until >= day) ? given.id : null;
        const tier = byHand ?? tierOnEvening(versions, changes, day)?.id;
        const of = counts.get(day);
        if (tier !== undefined) of?.set(tier, (of.get(tier) ?? 0) + 1);
      }
    }
    if (guests.length < BATCH) return counts;
    after = ids.at(-1) ?? after;
  }
  return counts;
}
