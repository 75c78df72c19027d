import { addDays, type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import { type Definition, placesOf, stepsOf } from "@okaeri/domain/ranks/definition";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { limitSql, type Paging } from "../../database/list-page.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import type { Scope } from "../../session/scope.ts";
import { heldRanks } from "./held-ranks.read.ts";
import { bestOf, decisionsSql, type RankEvaluationTerms } from "./rank-decisions.ts";

type Counted = {
  before: number | null;
  after: number | null;
  last: number | null;
  way: Way | null;
  later: boolean;
  n: number;
};
type Way = "up" | "down";
type Moving = {
  id: number;
  name: string;
  before: number | null;
  after: number | null;
  last: number | null;
  way: Way;
  later: boolean;
  expiration_date: CalendarDate | null;
};

const NOTHING: RankEvaluationTerms = { definition: "stay", base_month: 1, active_month: 1, steps: [] };

export type Tried = {
  /** What is in force; null for an account without ranks. */
  current: (RankEvaluationTerms & { names: ReadonlyMap<number, string> }) | null;
  edit: Definition;
  day: CalendarDate;
  /** Whether names of guests may be shown. */
  named: boolean;
};

/**
 * What a definition would change on its first day, by the statement of the evaluation itself: guests who rise at once, guests whose tier is
 * gone, and guests who keep a rank until it runs out and then hold less than under the definition in force. A rank given by hand stays.
 * Nothing is written.
 */
export async function previewRanks(tx: Tx, scope: Scope, tried: Tried, paging: Paging) {
  const { current, edit, day } = tried;
  const steps = stepsOf(edit);
  const places = placesOf(current?.steps ?? [], steps);
  const found = await findOutcomes(tx, scope.accountId, tried, { ...edit, steps }, places, paging);
  const names = namesOf(tried);
  return {
    valid_from: day,
    customers: found.customers,
    tiers: tiersOf(found.counted, places, names),
    ...waysOf(found.counted),
    moves: movesOf(found.counted, places, names),
    guests: {
      items: found.guests.map((guest) => ({
        id: guest.id,
        name: guest.name,
        from: names(guest.before),
        to: names(comesTo(guest)),
        way: guest.way,
        on: guest.later && guest.expiration_date ? dayAfter(guest.expiration_date) : day,
      })),
      total: found.total,
      page: paging.page,
      size: paging.size,
    },
  };
}

type Places = ReturnType<typeof placesOf>;
/** The name of a tier, of the definition in force or of the one that is tried; null for no rank. */
type Names = (id: number | null) => string | null;
type Found = { customers: number; counted: Counted[]; guests: Moving[]; total: number };

/** In PostgreSQL, 0 stands for no rank, so that equal fates can be joined by their hash. */
function findOutcomes(
  tx: Tx,
  accountId: number,
  { current, day, named }: Tried,
  judging: RankEvaluationTerms,
  places: Places,
  paging: Paging,
): Promise<Found> {
  return withoutLoops(
    tx,
    () => tx.one<Found>`
      with places as materialized (
        select *
        from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p(id bigint, place numeric)
      ), ranked as materialized (
        ${ranksOfGuests(accountId, current ?? NOTHING, judging, day)}
      ), fates as (
        -- Guests with the same ranks have the same row_outcome: it is decided once, not for each of them.
        select before, after, last, last_as_is, count(*)::int as n
        from ranked
        group by 1, 2, 3, 4
      ), placed as (
        select fates.*, coalesce(before_tier.place, 1e9) as before_place, coalesce(after_tier.place, 1e9) as after_place,
          coalesce(last_tier.place, 1e9) as last_place, coalesce(as_is_tier.place, 1e9) as last_as_is_place
        from fates
        left join places before_tier on before_tier.id = fates.before
        left join places after_tier on after_tier.id = fates.after
        left join places last_tier on last_tier.id = fates.last
        left join places as_is_tier on as_is_tier.id = fates.last_as_is
      ), ways as materialized (
        select placed.*,
          case when after_place < before_place then 'up'
            when after_place > before_place then 'down'
            when last_place > after_place and last_place > last_as_is_place then 'down' end as way,
          after_place = before_place as later
        from placed
      ), shown as (
        select ranked.customer_id as id, ways.before, ways.after, ways.last, ways.way, ways.later, ranked.expiration_date,
          row_number() over (order by ways.later, case when ways.later then ways.last_place else ways.after_place end,
            ranked.customer_id) as nth
        from ways
        join ranked using (before, after, last, last_as_is)
        where ways.way is not null and ${named}
        order by nth ${limitSql(paging)}
      )
      select (select coalesce(sum(n), 0)::int from ways) as customers,
        (select coalesce(sum(n), 0)::int from ways where way is not null) as total,
        coalesce((select jsonb_agg(jsonb_build_object('before', nullif(before, 0), 'after', nullif(after, 0), 'last', nullif(last, 0),
              'way', way, 'later', later, 'n', n))
            from ways),
          '[]') as counted,
        coalesce((select jsonb_agg(to_jsonb(s)
                || jsonb_build_object('before', nullif(s.before, 0), 'after', nullif(s.after, 0), 'last', nullif(s.last, 0), 'name',
                  (select customer.name from customers customer where customer.account_id = ${accountId} and customer.id = s.id))
              order by s.nth)
            from shown s),
          '[]') as guests`,
  );
}

/**
 * SQL: one row a guest with the ranks held `before` and on the first day (`after`), the rank that comes `last`, once the held one has run
 * out, and the one that would come then under the definition in force (`last_as_is`); 0 for no rank.
 */
function ranksOfGuests(accountId: number, force: RankEvaluationTerms, judging: RankEvaluationTerms, day: CalendarDate) {
  const asIs = lastAsIs(accountId, force, judging, day);
  return sql`select n.customer_id, coalesce(held.rank_detail_id, 0) as before,
          coalesce(case when held.rank_type = 'manual' and stored_tier.id is not null then stored_tier.id
            when n.wins then n.next
            else n.previous end, 0) as after,
          coalesce(case when held.rank_type = 'manual' and stored_tier.id is not null then stored_tier.id else n.next end, 0) as last,
          coalesce(case when held.rank_type = 'manual' then held.rank_detail_id else ${asIs.next} end, 0) as last_as_is, n.expiration_date
        from (with ${decisionsSql(accountId, judging, day)} select * from decided) n
        left join ${heldRanks(day)} held on held.account_id = ${accountId} and held.customer_id = n.customer_id
        left join (select unnest(${judging.steps.map(({ id }) => id)}::bigint[]) as id) stored_tier on stored_tier.id = held.rank_detail_id
        ${asIs.joined}`;
}

/**
 * SQL over decisions `n`: the rank that a guest would come to under the definition in force, and what has to be joined for it. Mostly
 * thresholds alone are edited: then guests are counted once, for both definitions.
 */
function lastAsIs(accountId: number, force: RankEvaluationTerms, judging: RankEvaluationTerms, day: CalendarDate) {
  if (force.definition === judging.definition && force.base_month === judging.base_month)
    return { next: bestOf(force.steps, sql`n.value`), joined: sql`` };
  return {
    next: sql`o.next`,
    joined: sql`left join (with ${decisionsSql(accountId, force, day)} select * from decided) o on o.customer_id = n.customer_id`,
  };
}

function namesOf({ current, edit }: Tried): Names {
  const names = new Map([
    ...(current?.names ?? []),
    ...edit.details.map((tier, index) => [tier.id ?? -(index + 1), tier.name] as const),
  ]);
  return (id) => (id === null ? null : (names.get(id) ?? null));
}

/** The tier to which a guest moves, at once or later. */
const comesTo = ({ later, last, after }: Pick<Counted, "later" | "last" | "after">) => (later ? last : after);

const sumOf = (counted: readonly Counted[], of: (row: Counted) => boolean) =>
  counted.filter(of).reduce((all, { n }) => all + n, 0);

/** Guests of each tier, the best first and no rank last: before, on the first day, and in the end. */
function tiersOf(counted: readonly Counted[], places: Places, names: Names) {
  const best = [...places].sort((a, b) => a.place - b.place);
  return [...best.map(({ id }) => id), null].map((id) => ({
    name: names(id),
    before: sumOf(counted, (row) => row.before === id),
    after: sumOf(counted, (row) => row.after === id),
    // Those who keep their rank longer under this definition than they will are counted where they come to rest.
    finally: sumOf(counted, (row) => (row.way === null ? row.after : comesTo(row)) === id),
  }));
}

const waysOf = (counted: readonly Counted[]) => ({
  up: sumOf(counted, (row) => row.way === "up"),
  down: sumOf(counted, (row) => row.way === "down" && !row.later),
  down_later: sumOf(counted, (row) => row.way === "down" && row.later),
});

/** Guests by the tiers between which they move: those who move at once first, in the order of the tiers to which they come. */
function movesOf(counted: readonly Counted[], places: Places, names: Names) {
  const placeOf = (id: number | null) => places.find((one) => one.id === id)?.place ?? 1e9;
  const moves = new Map<
    string,
    { from: string | null; to: string | null; way: Way; later: boolean; count: number; at: number }
  >();
  for (const row of counted) {
    const { before, way, later, n } = row;
    if (way === null) continue;
    const to = comesTo(row);
    const key = [before, to, later].join();
    const count = (moves.get(key)?.count ?? 0) + n;
    moves.set(key, { from: names(before), to: names(to), way, later, count, at: (later ? 2e9 : 0) + placeOf(to) });
  }
  return [...moves.values()].sort((a, b) => a.at - b.at).map(({ at: _at, ...move }) => move);
}

const dayAfter = (day: string) => addDays(calendarDate(day), 1);
