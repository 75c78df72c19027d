import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import { type GivenHistory, givenOnEvening } from "@okaeri/domain/ranks/given-on-evening";
import { type Counted, replayChanges, tierOnEvening } from "@okaeri/domain/ranks/replay";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { countedBy, factsOf, versionsOf } from "./rank-facts.queries.ts";

type Versions = Awaited<ReturnType<typeof versionsOf>>;
/** Bookings that are taken as stays: what each would count. */
type Booked = readonly { check_out_date: CalendarDate; use_price: number }[];

/** Tells the rank a guest held on an evening: by hand, else earned, worked out anew from the stays, definitions and acts (docs/adr/0158). */
export type RankOnEvening = (day: CalendarDate) => number | null;

/** For each of these stays the rank its guest held on the evening before the check-out; stays of those who held none are left out. */
export async function ranksBeforeStays(
  tx: Tx,
  accountId: number,
  stayIds: readonly number[],
): Promise<Record<number, number>> {
  const versions = await versionsOf(tx, accountId, { past: true });
  const stays = await tx.all<{ id: number; customer_id: number; check_out_date: CalendarDate }>`
    select s.id, s.customer_id, s.check_out_date from stay_transactions s
    where s.account_id = ${accountId} and s.id = any(${stayIds}::bigint[]) and s.customer_id is not null and s.reversed_at is null`;
  const last = latest(stays);
  if (versions.length === 0 || last === null) return {};
  const rankOf = await onEvenings(
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
): Promise<RankOnEvening> {
  const versions = await versionsOf(tx, accountId, { past: true, coming: true });
  const last = latest(booked);
  if (versions.length === 0 || last === null) return () => null;
  const ranks = await onEvenings(tx, accountId, versions, [customerId], last, booked);
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

async function onEvenings(
  tx: Tx,
  accountId: number,
  versions: Versions,
  customerIds: readonly number[],
  last: CalendarDate,
  booked: Booked = [],
): Promise<Map<number, RankOnEvening>> {
  const withPoints = versions.some(({ definition }) => definition === "get_point");
  const guests = await factsOf(tx, accountId, customerIds, withPoints);
  const given = await givenHistories(tx, accountId, customerIds);
  const more = booked.map(({ check_out_date, use_price }) => ({
    day: check_out_date,
    amount: 1,
    price: use_price,
    points: 0,
  })) satisfies Counted[];
  return new Map(
    guests.map(({ id, counted }) => {
      const changes = replayChanges(versions, countedBy([...counted, ...more]), last);
      const byHand = given.get(id) ?? [];
      return [id, (day) => tierOnEvening(versions, changes, day, givenOnEvening(byHand, day))?.id ?? null];
    }),
  );
}

/**
 * What staff gave these customers and those who were merged into them, act by act. The end of a rank that ran out, or whose definition was
 * deleted, is a line that names the rank alone: it was given until the evening before.
 */
async function givenHistories(
  tx: Tx,
  accountId: number,
  customerIds: readonly number[],
): Promise<Map<number, GivenHistory[]>> {
  const rows = await tx.all<
    GivenHistory & { guest: number }
  >`with ${givenIds(accountId, customerIds)}, whose as materialized (
      select n.account_id, n.id as guest, n.id as holder, null::date as merged_on from given n
      union all
      select n.account_id, n.id, c.id, (select max(m.merged_at at time zone 'Asia/Tokyo')::date from customer_merges m
        where m.account_id = n.account_id and m.source_customer_id = c.id and m.undone_at is null)
      from given n join customers c on c.account_id = n.account_id and c.merged_into = n.id
    )
    select w.guest, w.merged_on, (select jsonb_build_object('rank_detail_id', k.rank_detail_id, 'since_date', k.since_date,
        'expiration_date', k.expiration_date) from customer_ranks k
        where k.account_id = w.account_id and k.customer_id = w.holder and k.rank_type = 'manual') as now,
      coalesce(h.acts, '[]') as acts
    from whose w left join lateral (
      select jsonb_agg(jsonb_build_object('day', l.changed_on, 'before', case
          when l.cause in ('expiry', 'definition') then jsonb_build_object('rank_detail_id', l.previous_rank_detail_id,
            'since_date', '0001-01-01', 'expiration_date', l.changed_on - 1)
          else l.given_before end) order by l.id) as acts
      from customer_rank_histories l where l.account_id = w.account_id and l.customer_id = w.holder and l.rank_type = 'manual') h on true
    where h.acts is not null or exists (select from customer_ranks k where k.account_id = w.account_id and k.customer_id = w.holder
      and k.rank_type = 'manual')`;
  return Map.groupBy(rows, ({ guest }) => guest);
}
