import type { ListConditions } from "@okaeri/contract/lists/list";
import type { grantPointList, usePointList } from "@okaeri/contract/lists/points";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { PointExpirationType } from "@okaeri/domain/enumerations";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { conditionsOf, type Paging, pageOf } from "../../database/list-page.ts";
import type { Scope } from "../../session/scope.ts";
import { overdueLots } from "./balances.read.ts";
import {
  codeFromEngine,
  keyName,
  ownFacility,
  places,
  reservationOfUse,
  stayCancelledOn,
  useInState,
  writer,
} from "./bookable.read.ts";
import { idsOfCustomer } from "./merged-customers.read.ts";

/** SQL over a row `h`: the name of the guest whom it was written for, where that one was merged into `id`. */
const ofMerged = (id: number) =>
  sql`(select o.name from customers o where o.account_id = h.account_id and o.id = h.customer_id and o.id <> ${id})`;
/** SQL: the day on which it was written, in Japan. */
const writtenOn = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'Asia/Tokyo')::date`;
/** SQL: how many uses of the guest, and cancels of uses, had been written before. */
const usesBefore = (accountId: number, customerId: number, at: RawBuilder<unknown>) => sql`(
  select count(*) filter (where u.created_at < ${at}) + count(*) filter (where u.cancel_date is not null and u.updated_at < ${at})
  from use_point_cases u where u.account_id = ${accountId} and u.customer_id in ${idsOfCustomer(accountId, customerId)})`;
/** ORDER BY of rows `h`, the last in the books first: what `moves` has as their place. */
const newestFirst = (accountId: number, customerId: number, day: RawBuilder<unknown>) =>
  sql`${writtenOn(sql`h.created_at`)} desc, ${usesBefore(accountId, customerId, sql`h.created_at`)} desc, ${day} desc, h.created_at desc, h.id desc`;

/**
 * `moves (kind, id, place, after, booked_on)`: every movement of one guest's points in the order of the books, with the balance after it
 * (points less debt). A day is closed when it is over: a later entry has the day on which it was written, whichever day it is about, so
 * that no row of an earlier day changes. Within one day of writing, between two uses, the day an entry is about comes first
 * (docs/adr/0225): the balance after a use is the balance of that moment, whatever is written later that day about an earlier one.
 * `booked_on`: that day, if entries about later days existed already. It ends at the guest's balance of today: a running balance that does
 * not is a broken ledger.
 */
function runningBalance(accountId: number, customerId: number, today: CalendarDate): RawBuilder<unknown> {
  const own = sql`account_id = ${accountId} and customer_id in ${idsOfCustomer(accountId, customerId)}`;
  return sql`moves as materialized (
      select p.kind, p.id, p.place, sum(p.point) over (order by p.place rows unbounded preceding)::bigint as after,
        case when p.day < max(p.day) over (order by p.place rows between unbounded preceding and 1 preceding) then p.booked_on end as booked_on
      from (
        select m.kind, m.id, m.day, m.point, b.booked_on,
          row_number() over (order by b.booked_on, b.uses, m.kind in ('use', 'cancel'), m.day, m.at, m.kind <> 'expiry', m.kind, m.id) as place
        from (
          select 'grant' as kind, id, grant_date as day, created_at as at, grant_point as point from grant_points where ${own}
          union all select 'use', id, use_date, created_at, -use_point from use_point_cases where ${own}
          union all select 'cancel', id, cancel_date, updated_at, use_point from use_point_cases where ${own} and cancel_date is not null
          union all select 'expiry', id, happened_on, created_at, case kind when 'expired' then -point else point end
            from point_adjustments where ${own} and kind in ('expired', 'revived')
          union all select 'expiry', o.grant_point_id, o.expired_on, now(), -o.point from ${overdueLots(today)} o where o.account_id = ${accountId} and o.customer_id = ${customerId}
        ) m
        cross join lateral (select ${writtenOn(sql`m.at`)} as booked_on, ${usesBefore(accountId, customerId, sql`m.at`)} as uses) b
      ) p
    )`;
}

export type GrantRow = {
  id: number;
  kind: "granted" | "deducted" | "reversed";
  grant_date: string;
  grant_point: number;
  remaining: number | null;
  used: number | null;
  expired: number | null;
  taken_back: number | null;
  deducted: number | null;
  debt_paid: number | null;
  taken_from: { grant_point_id: number; grant_date: string; grant_point: number; point: number }[];
  owed: number | null;
  balance_after: number;
  booked_on: string | null;
  expiration_type: PointExpirationType;
  expiration_date: string | null;
  campaign_name: string | null;
  campaign_id: number | null;
  facility_name: string | null;
  original_reservation_code: string | null;
  reverses_grant_point_id: number | null;
  reverses_grant_date: string | null;
  reverses_grant_point: number | null;
  remarks: string | null;
  created_by: string | null;
  created_at: string;
  of_merged: string | null;
  /** A part of it can still be taken back by hand, by this person. */
  correctable: boolean;
};

export type GrantFilter = Paging & ListConditions<typeof grantPointList> & { id: number };

/** Grants, deductions and reversals of a guest, newest first, with what became of each. */
export function grantsOf(tx: Tx, scope: Scope, filter: GrantFilter, today: CalendarDate) {
  const { id, page, size, ...conditions } = filter;
  const kind = sql`(case when h.reverses_grant_point_id is not null then 'reversed' when h.grant_point < 0 then 'deducted' else 'granted' end)`;
  const left = sql`coalesce((select l.remaining from point_lots l where l.account_id = h.account_id and l.grant_point_id = h.id
    and (l.expires_on is null or l.expires_on >= ${today}::date)), 0)`;
  const narrowed = conditionsOf<ListConditions<typeof grantPointList>>(conditions, {
    kind: (value) => sql`${kind} = ${value}`,
    left: (value) => (value === "left" ? sql`${left} > 0` : sql`${left} = 0`),
    grant_date_from: (day) => sql`h.grant_date >= ${day}::date`,
    grant_date_to: (day) => sql`h.grant_date <= ${day}::date`,
  });
  const from = sql`grant_points h where h.account_id = ${scope.accountId} and h.customer_id in ${idsOfCustomer(scope.accountId, id)} ${sql.join(
    narrowed.map((one) => sql`and ${one}`),
    sql` `,
  )}`;
  const gone = sql`(l.expires_on < ${today}::date) is true`;
  return pageOf<GrantRow>(
    tx,
    { page, size },
    {
      from,
      order: newestFirst(scope.accountId, id, sql`h.grant_date`),
      rows: (
        cut,
      ) => sql<GrantRow>`with ${runningBalance(scope.accountId, id, today)}, shown as (select h.* ${cut}), takings as (
        -- Where a negative entry took its points: from these grants, and what they lacked from the next ones.
        -- What another grant gave after what is its last day now counts as owed.
        select j.id, coalesce(sum(j.owed), 0)::bigint as owed,
          json_agg(json_build_object('grant_point_id', j.grant_point_id, 'grant_date', g.grant_date, 'grant_point', g.grant_point,
            'point', j.point) order by j.note) filter (where j.point > 0) as taken_from
        from (
          select j.cause_grant_point_id as id, j.grant_point_id, min(j.id) as note, sum(j.point) filter (where j.kind = 'debt_incurred') as owed,
            coalesce(sum(j.point) filter (where j.kind = 'reversed'), 0)
              - coalesce(sum(j.point) filter (where j.kind = 'debt_incurred' and j.grant_point_id <> j.cause_grant_point_id), 0) as point
          from point_adjustments j
          where j.account_id = ${scope.accountId} and j.customer_id in ${idsOfCustomer(scope.accountId, id)}
            and j.kind in ('reversed', 'debt_incurred') and j.cause_grant_point_id in (select s.id from shown s where s.grant_point < 0)
          group by j.cause_grant_point_id, j.grant_point_id
        ) j join grant_points g on g.account_id = ${scope.accountId} and g.id = j.grant_point_id
        group by j.id
      )
      select h.id, ${kind} as kind, h.grant_date, h.grant_point,
        case when l.grant_point_id is not null then case when ${gone} then 0 else l.remaining end end as remaining,
        case when l.grant_point_id is not null then x.used end as used,
        case when l.grant_point_id is not null then y.expired + case when ${gone} then l.remaining else 0 end end as expired,
        case when l.grant_point_id is not null then y.taken_back end as taken_back,
        case when l.grant_point_id is not null then y.deducted end as deducted,
        case when l.grant_point_id is not null then y.debt_paid end as debt_paid, m.after as balance_after,
        coalesce(m.booked_on, case when h.stay_transaction_id is not null and h.grant_point < 0
          then nullif(${writtenOn(sql`h.created_at`)}, h.grant_date) end) as booked_on,
        coalesce(t.taken_from, '[]') as taken_from, case when l.grant_point_id is null then coalesce(t.owed, 0) end as owed,
        h.expiration_type, case when l.grant_point_id is null then h.expiration_date else l.expires_on end as expiration_date,
        c.name as campaign_name, c.id as campaign_id, a.name as facility_name, r.original_reservation_code, h.reverses_grant_point_id,
        b.grant_date as reverses_grant_date, b.grant_point as reverses_grant_point,
        nullif(h.remarks, '') as remarks, u.name as created_by, to_char(h.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at, ${ofMerged(id)} as of_merged,
        (l.grant_point_id is not null and h.stay_transaction_id is null and h.grant_point > z.reversed and ${ownFacility(scope, "h")}) as correctable
      from shown h
      join moves m on m.kind = 'grant' and m.id = h.id
      left join point_lots l on l.account_id = h.account_id and l.grant_point_id = h.id
      cross join lateral (select coalesce(sum(p.use_point), 0)::bigint as used from use_points p
        join use_point_cases k on k.account_id = p.account_id and k.id = p.use_point_case_id and k.cancel_date is null
        where p.account_id = h.account_id and p.grant_point_id = h.id) x
      cross join lateral (select
          coalesce(sum(case j.kind when 'expired' then j.point when 'revived' then -j.point end), 0)::bigint as expired,
          coalesce(sum(j.point) filter (where j.kind = 'reversed' and w.reverses_grant_point_id = h.id), 0)::bigint as taken_back,
          coalesce(sum(j.point) filter (where j.kind = 'reversed' and w.reverses_grant_point_id is null), 0)::bigint as deducted,
          coalesce(sum(case j.kind when 'debt_incurred' then -j.point else j.point end)
            filter (where j.kind in ('debt_paid', 'debt_incurred') or w.reverses_grant_point_id <> h.id), 0)::bigint as debt_paid
        from point_adjustments j
        left join grant_points w on j.kind = 'reversed' and w.account_id = j.account_id and w.id = j.cause_grant_point_id
        where j.account_id = h.account_id and j.grant_point_id = h.id) y
      cross join lateral (select coalesce(-sum(g.grant_point), 0)::bigint as reversed from grant_points g
        where g.account_id = h.account_id and g.reverses_grant_point_id = h.id) z
      left join takings t on t.id = h.id
      left join campaigns c on c.account_id = h.account_id and c.id = h.campaign_id
      left join grant_points b on b.account_id = h.account_id and b.id = h.reverses_grant_point_id
      ${places(scope)} ${writer(scope, sql<boolean>`num_nonnulls(h.stay_transaction_id, h.push_action_id) = 0`)}
      order by m.place desc`,
    },
  );
}

export type UseRow = {
  id: number;
  use_date: string;
  use_point: number;
  balance_after: number;
  lapsed: number;
  cancel_date: string | null;
  cancel_remarks: string | null;
  facility_name: string | null;
  original_reservation_code: string | null;
  reservation_cancel_date: string | null;
  remarks: string | null;
  created_by: string | null;
  created_at: string;
  of_merged: string | null;
  parts: { grant_point_id: number; grant_date: string; grant_point: number; use_point: number }[];
  own: boolean;
};

export type UseFilter = Paging & ListConditions<typeof usePointList> & { id: number };

/** Uses of a guest, newest first, each with the grants that paid it; a cancelled one keeps its row. */
export function usesOf(tx: Tx, scope: Scope, filter: UseFilter, today: CalendarDate) {
  const { id, page, size, ...conditions } = filter;
  const narrowed = conditionsOf<ListConditions<typeof usePointList>>(conditions, {
    state: (value) => useInState(scope, value),
    use_date_from: (day) => sql`h.use_date >= ${day}::date`,
    use_date_to: (day) => sql`h.use_date <= ${day}::date`,
  });
  const from = sql`use_point_cases h where h.account_id = ${scope.accountId} and h.customer_id in ${idsOfCustomer(scope.accountId, id)} ${sql.join(
    narrowed.map((one) => sql`and ${one}`),
    sql` `,
  )}`;
  return pageOf<UseRow>(
    tx,
    { page, size },
    {
      from,
      order: newestFirst(scope.accountId, id, sql`h.use_date`),
      rows: (cut) => sql<UseRow>`with ${runningBalance(scope.accountId, id, today)}, shown as (select h.* ${cut})
      select h.id, h.use_date, h.use_point, m.after as balance_after, h.cancel_date, nullif(h.cancel_remarks, '') as cancel_remarks,
        a.name as facility_name, coalesce(r.original_reservation_code, ${codeFromEngine(scope)}) as original_reservation_code, nullif(h.remarks, '') as remarks, coalesce(u.name, ${keyName}) as created_by,
        ${stayCancelledOn} as reservation_cancel_date,
        to_char(h.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at, ${ofMerged(id)} as of_merged, ${ownFacility(scope, "h")} as own,
        (select coalesce(json_agg(json_build_object('grant_point_id', p.grant_point_id, 'grant_date', g.grant_date,
            'grant_point', g.grant_point, 'use_point', p.use_point) order by g.expiration_date nulls last, p.grant_point_id), '[]')
          from use_points p join grant_points g on g.account_id = p.account_id and g.id = p.grant_point_id
          where p.account_id = h.account_id and p.use_point_case_id = h.id) as parts,
        -- A cancel notes what it could not give back, in its own transaction.
        (select coalesce(sum(p.use_point), 0)::bigint from use_points p
          where h.cancel_date is not null and p.account_id = h.account_id and p.use_point_case_id = h.id and exists (
            select from point_adjustments j where j.account_id = p.account_id and j.grant_point_id = p.grant_point_id
              and j.kind = 'expired' and j.point = p.use_point and j.created_at = h.updated_at)) as lapsed
      from shown h
      join moves m on m.kind = 'use' and m.id = h.id
      ${places(scope, reservationOfUse)} ${writer(scope)}
      order by m.place desc`,
    },
  );
}
