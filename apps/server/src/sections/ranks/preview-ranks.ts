import { addDays, type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import { type Definition, placesOf, stepsOf } from "@okaeri/domain/ranks/definition";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { limitOf, type Paging } from "../../database/list-page.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import type { Scope } from "../../session/scope.ts";
import { heldRanks } from "./held-ranks.read.ts";
import { bestOf, decisionsSql, type Judging } from "./rank-decisions.ts";

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

const NOTHING: Judging = { definition: "stay", base_month: 1, active_month: 1, steps: [] };

export type Tried = {
  /** What is in force; null for an account without ranks. */
  current: (Judging & { names: ReadonlyMap<number, string> }) | null;
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
export async function previewRanks(tx: Tx, scope: Scope, { current, edit, day, named }: Tried, paging: Paging) {
  const account = scope.accountId;
  const judging = { ...edit, steps: stepsOf(edit) };
  const names = new Map([
    ...(current?.names ?? []),
    ...edit.details.map((tier, n) => [tier.id ?? -(n + 1), tier.name] as const),
  ]);
  const places = placesOf(current?.steps ?? [], judging.steps);
  const force = current ?? NOTHING;
  const countsAlike = force.definition === judging.definition && force.base_month === judging.base_month;
  // Thresholds alone are tried most: then what counts is counted once.
  const asIs = countsAlike
    ? { next: bestOf(force.steps, sql`n.value`), judged: sql`` }
    : {
        next: sql`o.next`,
        judged: sql`left join (with ${decisionsSql(account, force, day)} select * from decided) o on o.customer_id = n.customer_id`,
      };
  // 0 stands for no rank, so that equal fates can be joined by their hash.
  const found = await withoutLoops(
    tx,
    () => tx.one<{ customers: number; counted: Counted[]; guests: Moving[]; total: number }>`
      with places as materialized (
        select *
        from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p(id bigint, place numeric)
      ), standing as materialized (
        select n.customer_id, coalesce(k.rank_detail_id, 0) as before,
          coalesce(case when k.rank_type = 'manual' and stays.id is not null then stays.id when n.wins then n.next else n.previous end,
            0) as after,
          coalesce(case when k.rank_type = 'manual' and stays.id is not null then stays.id else n.next end, 0) as last,
          coalesce(case when k.rank_type = 'manual' then k.rank_detail_id else ${asIs.next} end, 0) as last_as_is, n.expiration_date
        from (with ${decisionsSql(account, judging, day)} select * from decided) n
        left join ${heldRanks(day)} k on k.account_id = ${account} and k.customer_id = n.customer_id
        left join (select unnest(${judging.steps.map(({ id }) => id)}::bigint[]) as id) stays on stays.id = k.rank_detail_id
        ${asIs.judged}
      ), fates as (
        -- What becomes of guests who stand alike is found out once, not for each of them.
        select s.before, s.after, s.last, s.last_as_is, count(*)::int as n
        from standing s
        group by 1, 2, 3, 4
      ), placed as (
        select f.*, coalesce(b.place, 1e9) as before_place, coalesce(a.place, 1e9) as after_place, coalesce(l.place, 1e9) as last_place,
          coalesce(i.place, 1e9) as last_as_is_place
        from fates f
        left join places b on b.id = f.before
        left join places a on a.id = f.after
        left join places l on l.id = f.last
        left join places i on i.id = f.last_as_is
      ), ways as materialized (
        select p.*,
          case when after_place < before_place then 'up'
            when after_place > before_place then 'down'
            when last_place > after_place and last_place > last_as_is_place then 'down' end as way,
          after_place = before_place as later
        from placed p
      ), shown as (
        select s.customer_id as id, w.before, w.after, w.last, w.way, w.later, s.expiration_date,
          row_number() over (order by w.later, case when w.later then w.last_place else w.after_place end, s.customer_id) as nth
        from ways w
        join standing s using (before, after, last, last_as_is)
        where w.way is not null and ${named}
        order by nth ${limitOf(paging)}
      )
      select (select coalesce(sum(n), 0)::int from ways) as customers,
        (select coalesce(sum(n), 0)::int from ways where way is not null) as total,
        coalesce((select jsonb_agg(jsonb_build_object('before', nullif(before, 0), 'after', nullif(after, 0), 'last', nullif(last, 0),
              'way', way, 'later', later, 'n', n))
            from ways),
          '[]') as counted,
        coalesce((select jsonb_agg(to_jsonb(s)
                || jsonb_build_object('before', nullif(s.before, 0), 'after', nullif(s.after, 0), 'last', nullif(s.last, 0), 'name',
                  (select customer.name from customers customer where customer.account_id = ${account} and customer.id = s.id))
              order by s.nth)
            from shown s),
          '[]') as guests`,
  );
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  const sum = (of: (row: Counted) => boolean) => found.counted.filter(of).reduce((all, { n }) => all + n, 0);
  const byPlace = [...places].sort((a, b) => a.place - b.place);
  const moves = new Map<
    string,
    { from: string | null; to: string | null; way: Way; later: boolean; count: number; at: number }
  >();
  const placeOf = (id: number | null) => places.find((one) => one.id === id)?.place ?? 1e9;
  for (const { before, after, last, way, later, n } of found.counted) {
    if (way === null) continue;
    const to = later ? last : after;
    const key = [before, to, later].join();
    const known = moves.get(key)?.count ?? 0;
    const at = (later ? 2e9 : 0) + placeOf(to);
    moves.set(key, { from: nameOf(before), to: nameOf(to), way, later, count: known + n, at });
  }
  return {
    valid_from: day,
    customers: found.customers,
    tiers: [...byPlace.map(({ id }) => id), null].map((id) => ({
      name: nameOf(id),
      before: sum((row) => row.before === id),
      after: sum((row) => row.after === id),
      // Those who keep their rank longer under this definition than they will are counted where they come to rest.
      finally: sum((row) => (row.way !== null && row.later ? row.last : row.after) === id),
    })),
    up: sum((row) => row.way === "up"),
    down: sum((row) => row.way === "down" && !row.later),
    down_later: sum((row) => row.way === "down" && row.later),
    moves: [...moves.values()].sort((a, b) => a.at - b.at).map(({ at: _at, ...move }) => move),
    guests: {
      items: found.guests.map((guest) => ({
        id: guest.id,
        name: guest.name,
        from: nameOf(guest.before),
        to: nameOf(guest.later ? guest.last : guest.after),
        way: guest.way,
        on: guest.later && guest.expiration_date ? dayAfter(guest.expiration_date) : day,
      })),
      total: found.total,
      page: paging.page,
      size: paging.size,
    },
  };
}

const dayAfter = (day: string) => addDays(calendarDate(day), 1);
