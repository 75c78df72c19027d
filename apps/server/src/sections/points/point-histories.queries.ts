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

/** SQL over a row `history`: the name of the guest whom it was written for, where that one was merged into `id`. */
const ofMerged = (id: number) =>
  sql`(select other_customer.name
    from customers other_customer
    where other_customer.account_id = history.account_id
      and other_customer.id = history.customer_id and other_customer.id <> ${id})`;
/** SQL: the day on which it was written, in Japan. */
const writtenOn = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'Asia/Tokyo')::date`;
/** SQL: how many uses of the guest, and cancels of uses, had been written before. */
const usesBefore = (accountId: number, customerId: number, at: RawBuilder<unknown>) => sql`(
  select count(*) filter (where point_use.created_at < ${at}) + count(*)
      filter (where point_use.cancel_date is not null and point_use.updated_at < ${at})
  from use_point_cases point_use
  where point_use.account_id = ${accountId}
    and point_use.customer_id in ${idsOfCustomer(accountId, customerId)}
)`;
/** ORDER BY of rows `history`, the last in the books first: what `moves` has as their place. */
const newestFirst = (accountId: number, customerId: number, day: RawBuilder<unknown>) =>
  sql`${writtenOn(sql`history.created_at`)} desc, ${usesBefore(accountId, customerId, sql`history.created_at`)} desc, ${day} desc,
    history.created_at desc, history.id desc`;

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
        case when p.day < max(p.day) over (order by p.place rows between unbounded preceding and 1 preceding) then p.booked_on end
          as booked_on
      from (
        select m.kind, m.id, m.day, m.point, b.booked_on,
          row_number() over (order by b.booked_on, b.uses, m.kind in ('use', 'cancel'), m.day, m.at, m.kind <> 'expiry', m.kind, m.id)
            as place
        from (
          select 'grant' as kind, id, grant_date as day, created_at as at, grant_point as point
          from grant_points
          where ${own}
          union all
          select 'use', id, use_date, created_at, -use_point
          from use_point_cases
          where ${own}
          union all
          select 'cancel', id, cancel_date, updated_at, use_point
          from use_point_cases
          where ${own} and cancel_date is not null
          union all
          select 'expiry', id, happened_on, created_at, case kind when 'expired' then -point else point end
          from point_adjustments
          where ${own} and kind in ('expired', 'revived')
          union all
          select 'expiry', o.grant_point_id, o.expired_on, now(), -o.point
          from ${overdueLots(today)} o
          where o.account_id = ${accountId} and o.customer_id = ${customerId}
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
  const kind = sql`(case when history.reverses_grant_point_id is not null then 'reversed'
      when history.grant_point < 0 then 'deducted'
      else 'granted' end)`;
  const left = sql`coalesce((select lot.remaining
      from point_lots lot
      where lot.account_id = history.account_id
        and lot.grant_point_id = history.id and (lot.expires_on is null or lot.expires_on >= ${today}::date)),
    0)`;
  const narrowed = conditionsOf<ListConditions<typeof grantPointList>>(conditions, {
    kind: (value) => sql`${kind} = ${value}`,
    left: (value) => (value === "left" ? sql`${left} > 0` : sql`${left} = 0`),
    grant_date_from: (day) => sql`history.grant_date >= ${day}::date`,
    grant_date_to: (day) => sql`history.grant_date <= ${day}::date`,
  });
  const from = sql`grant_points history
    where history.account_id = ${scope.accountId}
      and history.customer_id in ${idsOfCustomer(scope.accountId, id)} ${sql.join(
        narrowed.map((one) => sql`and ${one}`),
        sql` `,
      )}`;
  const gone = sql`(lot.expires_on < ${today}::date) is true`;
  return pageOf<GrantRow>(
    tx,
    { page, size },
    {
      from,
      order: newestFirst(scope.accountId, id, sql`history.grant_date`),
      rows: (
        cut,
      ) => sql<GrantRow>`with ${runningBalance(scope.accountId, id, today)}, shown as (select history.* ${cut}), takings as (
          -- Where a negative entry took its points: from these grants, and what they lacked from the next ones.
          -- What another grant gave after what is its last day now counts as owed.
          select j.id, coalesce(sum(j.owed), 0)::bigint as owed,
            json_agg(json_build_object('grant_point_id', j.grant_point_id, 'grant_date', point_grant.grant_date, 'grant_point',
              point_grant.grant_point, 'point', j.point)
              order by j.note) filter (where j.point > 0) as taken_from
          from (
            select adjustment.cause_grant_point_id as id, adjustment.grant_point_id, min(adjustment.id) as note,
              sum(adjustment.point) filter (where adjustment.kind = 'debt_incurred') as owed,
              coalesce(sum(adjustment.point) filter (where adjustment.kind = 'reversed'), 0)
                - coalesce(sum(adjustment.point)
                    filter (where adjustment.kind = 'debt_incurred' and adjustment.grant_point_id <> adjustment.cause_grant_point_id),
                  0) as point
            from point_adjustments adjustment
            where adjustment.account_id = ${scope.accountId} and adjustment.customer_id in ${idsOfCustomer(scope.accountId, id)}
              and adjustment.kind in ('reversed', 'debt_incurred')
              and adjustment.cause_grant_point_id in (select s.id from shown s where s.grant_point < 0)
            group by adjustment.cause_grant_point_id, adjustment.grant_point_id
          ) j
          join grant_points point_grant on point_grant.account_id = ${scope.accountId} and point_grant.id = j.grant_point_id
          group by j.id
        )
        select history.id, ${kind} as kind, history.grant_date, history.grant_point,
          case when lot.grant_point_id is not null then case when ${gone} then 0 else lot.remaining end end as remaining,
          case when lot.grant_point_id is not null then x.used end as used,
          case when lot.grant_point_id is not null then y.expired + case when ${gone} then lot.remaining else 0 end end as expired,
          case when lot.grant_point_id is not null then y.taken_back end as taken_back,
          case when lot.grant_point_id is not null then y.deducted end as deducted,
          case when lot.grant_point_id is not null then y.debt_paid end as debt_paid, m.after as balance_after,
          coalesce(m.booked_on,
            case when history.stay_transaction_id is not null and history.grant_point < 0
                then nullif(${writtenOn(sql`history.created_at`)}, history.grant_date) end) as booked_on,
          coalesce(t.taken_from, '[]') as taken_from, case when lot.grant_point_id is null then coalesce(t.owed, 0) end as owed,
          history.expiration_type,
          case when lot.grant_point_id is null then history.expiration_date else lot.expires_on end as expiration_date,
          campaign.name as campaign_name, campaign.id as campaign_id, account.name as facility_name,
          reservation.original_reservation_code, history.reverses_grant_point_id, point_grant.grant_date as reverses_grant_date,
          point_grant.grant_point as reverses_grant_point, nullif(history.remarks, '') as remarks, person.name as created_by,
          to_char(history.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at, ${ofMerged(id)} as of_merged,
          (lot.grant_point_id is not null and history.stay_transaction_id is null and history.grant_point > z.reversed
            and ${ownFacility(scope, "history")}) as correctable
        from shown history
        join moves m on m.kind = 'grant' and m.id = history.id
        left join point_lots lot on lot.account_id = history.account_id and lot.grant_point_id = history.id
        cross join lateral (
          select coalesce(sum(used_point.use_point), 0)::bigint as used
          from use_points used_point
          join use_point_cases point_use on point_use.account_id = used_point.account_id and point_use.id = used_point.use_point_case_id
            and point_use.cancel_date is null
          where used_point.account_id = history.account_id and used_point.grant_point_id = history.id
        ) x
        cross join lateral (
          select coalesce(sum(case adjustment.kind when 'expired' then adjustment.point when 'revived' then -adjustment.point end),
            0)::bigint as expired,
            coalesce(sum(adjustment.point)
                filter (where adjustment.kind = 'reversed' and other_point_grant.reverses_grant_point_id = history.id),
              0)::bigint as taken_back,
            coalesce(sum(adjustment.point)
                filter (where adjustment.kind = 'reversed' and other_point_grant.reverses_grant_point_id is null),
              0)::bigint as deducted,
            coalesce(sum(case adjustment.kind when 'debt_incurred' then -adjustment.point else adjustment.point end) filter (
              where adjustment.kind in ('debt_paid', 'debt_incurred')
              or other_point_grant.reverses_grant_point_id <> history.id),
              0)::bigint as debt_paid
          from point_adjustments adjustment
          left join grant_points other_point_grant on adjustment.kind = 'reversed'
            and other_point_grant.account_id = adjustment.account_id and other_point_grant.id = adjustment.cause_grant_point_id
          where adjustment.account_id = history.account_id and adjustment.grant_point_id = history.id
        ) y
        cross join lateral (
          select coalesce(-sum(other_point_grant.grant_point), 0)::bigint as reversed
          from grant_points other_point_grant
          where other_point_grant.account_id = history.account_id and other_point_grant.reverses_grant_point_id = history.id
        ) z
        left join takings t on t.id = history.id
        left join campaigns campaign on campaign.account_id = history.account_id and campaign.id = history.campaign_id
        left join grant_points point_grant on point_grant.account_id = history.account_id
          and point_grant.id = history.reverses_grant_point_id
        ${places(scope)} ${writer(scope, sql<boolean>`num_nonnulls(history.stay_transaction_id, history.push_action_id) = 0`)}
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
    use_date_from: (day) => sql`history.use_date >= ${day}::date`,
    use_date_to: (day) => sql`history.use_date <= ${day}::date`,
  });
  const from = sql`use_point_cases history
    where history.account_id = ${scope.accountId}
      and history.customer_id in ${idsOfCustomer(scope.accountId, id)} ${sql.join(
        narrowed.map((one) => sql`and ${one}`),
        sql` `,
      )}`;
  return pageOf<UseRow>(
    tx,
    { page, size },
    {
      from,
      order: newestFirst(scope.accountId, id, sql`history.use_date`),
      rows: (cut) => sql<UseRow>`with ${runningBalance(scope.accountId, id, today)}, shown as (select history.* ${cut})
        select history.id, history.use_date, history.use_point, m.after as balance_after, history.cancel_date,
          nullif(history.cancel_remarks, '') as cancel_remarks, account.name as facility_name,
          coalesce(reservation.original_reservation_code, ${codeFromEngine(scope)}) as original_reservation_code,
          nullif(history.remarks, '') as remarks, coalesce(person.name, ${keyName}) as created_by,
          ${stayCancelledOn} as reservation_cancel_date,
          to_char(history.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at, ${ofMerged(id)} as of_merged,
          ${ownFacility(scope, "history")} as own,
          (select coalesce(json_agg(json_build_object('grant_point_id', used_point.grant_point_id, 'grant_date', point_grant.grant_date,
              'grant_point', point_grant.grant_point, 'use_point', used_point.use_point)
              order by point_grant.expiration_date nulls last, used_point.grant_point_id),
              '[]')
            from use_points used_point
            join grant_points point_grant on point_grant.account_id = used_point.account_id
              and point_grant.id = used_point.grant_point_id
            where used_point.account_id = history.account_id and used_point.use_point_case_id = history.id) as parts,
          -- A cancel notes what it could not give back, in its own transaction.
          (select coalesce(sum(used_point.use_point), 0)::bigint
            from use_points used_point
            where history.cancel_date is not null and used_point.account_id = history.account_id
              and used_point.use_point_case_id = history.id
              and exists (select from point_adjustments adjustment
                where adjustment.account_id = used_point.account_id
                  and adjustment.grant_point_id = used_point.grant_point_id and adjustment.kind = 'expired'
                  and adjustment.point = used_point.use_point and adjustment.created_at = history.updated_at)) as lapsed
        from shown history
        join moves m on m.kind = 'use' and m.id = history.id
        ${places(scope, reservationOfUse)} ${writer(scope)}
        order by m.place desc`,
    },
  );
}
