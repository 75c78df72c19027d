import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import { type GivenHistory, givenAsOf } from "@okaeri/domain/ranks/given-as-of";
import { type CountedAmount, replayChanges, tierOnEvening } from "@okaeri/domain/ranks/replay";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { countedBy, factsOf, rankVersions } from "./rank-facts.queries.ts";

type Versions = Awaited<ReturnType<typeof rankVersions>>;
/** Bookings that are taken as stays: what each would count. */
type Booked = readonly { check_out_date: CalendarDate; use_price: number }[];

/** Returns the rank a guest held on an evening: by hand, else earned, recomputed from the stays, definitions and acts (docs/adr/0158). */
export type RankAsOf = (day: CalendarDate) => number | null;

/** For each of these stays the rank its guest held on the evening before the check-out; stays of those who held none are left out. */
export async function ranksBeforeStays(
  tx: Tx,
  accountId: number,
  stayIds: readonly number[],
): Promise<Record<number, number>> {
  const versions = await rankVersions(tx, accountId, { past: true });
  const stays = await tx.all<{ id: number; customer_id: number; check_out_date: CalendarDate }>`
    select stay.id, stay.customer_id, stay.check_out_date
    from stay_transactions stay
    where stay.account_id = ${accountId} and stay.id = any(${stayIds}::bigint[]) and stay.customer_id is not null
      and stay.reversed_at is null`;
  const last = latest(stays);
  if (versions.length === 0 || last === null) return {};
  const rankOf = await asOfDays(
    tx,
    accountId,
    versions,
    stays.map((stay) => stay.customer_id),
    last,
  );
  return Object.fromEntries(
    stays.flatMap(({ id, customer_id, check_out_date }) => {
      const rank = rankOf.get(customer_id)?.(addDays(check_out_date, -1)) ?? null;
      return rank === null ? [] : [[id, rank]];
    }),
  );
}

/** The guest's rank on any evening up to the last of these bookings, as if each became a stay as it is booked. */
export async function rankWithBookings(
  tx: Tx,
  accountId: number,
  customerId: number,
  booked: Booked,
): Promise<RankAsOf> {
  const versions = await rankVersions(tx, accountId, { past: true, coming: true });
  const last = latest(booked);
  if (versions.length === 0 || last === null) return () => null;
  const ranks = await asOfDays(tx, accountId, versions, [customerId], last, booked);
  return ranks.get(customerId) ?? (() => null);
}

/** Names of tiers as they are called today. */
export async function tierNames(tx: Tx, accountId: number, ids: readonly number[]): Promise<string[]> {
  const rows = await tx.all<{
    name: string;
  }>`select name from rank_details where account_id = ${accountId} and id = any(${ids}::bigint[]) order by id`;
  return rows.map(({ name }) => name);
}

const latest = (stays: readonly { check_out_date: CalendarDate }[]) =>
  stays.reduce<CalendarDate | null>(
    (last, { check_out_date: day }) => (last === null || day > last ? day : last),
    null,
  );

async function asOfDays(
  tx: Tx,
  accountId: number,
  versions: Versions,
  customerIds: readonly number[],
  last: CalendarDate,
  booked: Booked = [],
): Promise<Map<number, RankAsOf>> {
  const withPoints = versions.some(({ definition }) => definition === "get_point");
  const guests = await factsOf(tx, accountId, customerIds, withPoints);
  const given = await givenHistories(tx, accountId, customerIds);
  const more = booked.map(({ check_out_date, use_price }) => ({
    day: check_out_date,
    amount: 1,
    price: use_price,
    points: 0,
  })) satisfies CountedAmount[];
  return new Map(
    guests.map(({ id, counted }) => {
      const changes = replayChanges(versions, countedBy([...counted, ...more]), last);
      const byHand = given.get(id) ?? [];
      return [id, (day) => tierOnEvening(versions, changes, day, givenAsOf(byHand, day))?.id ?? null];
    }),
  );
}

/**
 * What staff gave these customers and those merged into them, act by act. When a rank ran out, or its definition was deleted, a line names
 * the rank alone: it was given until the evening before.
 */
async function givenHistories(
  tx: Tx,
  accountId: number,
  customerIds: readonly number[],
): Promise<Map<number, GivenHistory[]>> {
  const rows = await tx.all<
    GivenHistory & { guest: number }
  >`with ${givenIds(accountId, customerIds)}, whose as materialized (
      select n.account_id, n.id as guest, n.id as holder, null::date as merged_on
      from given n
      union all
      select n.account_id, n.id, customer.id,
        (select max(customer_merge.merged_at at time zone 'Asia/Tokyo')::date
          from customer_merges customer_merge
          where customer_merge.account_id = n.account_id and customer_merge.source_customer_id = customer.id
            and customer_merge.undone_at is null)
      from given n
      join customers customer on customer.account_id = n.account_id and customer.merged_into = n.id
    )
    select w.guest, w.merged_on,
      (select jsonb_build_object('rank_detail_id', customer_rank.rank_detail_id, 'since_date', customer_rank.since_date,
          'expiration_date', customer_rank.expiration_date)
        from customer_ranks customer_rank
        where customer_rank.account_id = w.account_id and customer_rank.customer_id = w.holder
          and customer_rank.rank_type = 'manual') as now,
      coalesce(h.acts, '[]') as acts
    from whose w
    left join lateral (
      select jsonb_agg(jsonb_build_object('day', rank_history.changed_on, 'before',
        case when rank_history.cause in ('expiry', 'definition') then jsonb_build_object('rank_detail_id',
          rank_history.previous_rank_detail_id, 'since_date', '0001-01-01', 'expiration_date', rank_history.changed_on - 1)
          else rank_history.given_before end)
        order by rank_history.id) as acts
      from customer_rank_histories rank_history
      where rank_history.account_id = w.account_id and rank_history.customer_id = w.holder
        and rank_history.rank_type = 'manual'
    ) h on true
    where h.acts is not null
      or exists (select from customer_ranks customer_rank
        where customer_rank.account_id = w.account_id
          and customer_rank.customer_id = w.holder and customer_rank.rank_type = 'manual')`;
  return Map.groupBy(rows, ({ guest }) => guest);
}
