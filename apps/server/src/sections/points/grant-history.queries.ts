import type { ListConditions } from "@okaeri/contract/lists/list";
import type { grantPointList } from "@okaeri/contract/lists/points";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { PointExpirationType } from "@okaeri/domain/enumerations";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { conditionsOf, type Paging, pageOf } from "../../database/list-page.ts";
import type { Scope } from "../../session/scope.ts";
import { ownFacility, places, writer } from "./bookable.read.ts";
import { idsOfCustomer, nameOfMerged, ofGuest } from "./merged-customers.read.ts";
import { newestFirst, runningBalance, writtenOn } from "./running-balance.queries.ts";

export type GrantRow = {
  id: number;
  kind: "granted" | "deducted" | "reversed";
  grant_date: string;
  grant_point: number;
  remaining: number | null;
  used: number | null;
  expired: number | null;
  revoked: number | null;
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
  const { accountId } = scope;
  const { id, page, size, ...conditions } = filter;
  return pageOf<GrantRow>(
    tx,
    { page, size },
    {
      from: sql`grant_points history where ${ofGuest(accountId, id, narrowedBy(conditions, today))}`,
      order: newestFirst(accountId, id, sql`history.grant_date`),
      rows: (
        cut,
      ) => sql<GrantRow>`with ${runningBalance(accountId, id, today)}, shown as (select history.* ${cut}), takings as (
          ${takings(accountId, id)}
        )
        select history.id, ${kind} as kind, history.grant_date, history.grant_point, ${ofItsLot(today)}, move.after as balance_after,
          coalesce(move.booked_on, ${writtenAfterStay}) as booked_on, coalesce(taking.taken_from, '[]') as taken_from,
          case when lot.grant_point_id is null then coalesce(taking.owed, 0) end as owed, history.expiration_type,
          case when lot.grant_point_id is null then history.expiration_date else lot.expires_on end as expiration_date,
          campaign.name as campaign_name, campaign.id as campaign_id, account.name as facility_name,
          reservation.original_reservation_code, history.reverses_grant_point_id, reversed_point_grant.grant_date as reverses_grant_date,
          reversed_point_grant.grant_point as reverses_grant_point, nullif(history.remarks, '') as remarks, person.name as created_by,
          to_char(history.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at, ${nameOfMerged(id)} as of_merged,
          (lot.grant_point_id is not null and history.stay_transaction_id is null and history.grant_point > reversal.reversed
            and ${ownFacility(scope, "history")}) as correctable
        from shown history
        join moves move on move.kind = 'grant' and move.id = history.id
        left join point_lots lot on lot.account_id = history.account_id and lot.grant_point_id = history.id
        cross join lateral (${usedOfGrant}) usage
        cross join lateral (${notedOfGrant}) noted
        cross join lateral (${reversedOfGrant}) reversal
        left join takings taking on taking.id = history.id
        left join campaigns campaign on campaign.account_id = history.account_id and campaign.id = history.campaign_id
        left join grant_points reversed_point_grant on reversed_point_grant.account_id = history.account_id
          and reversed_point_grant.id = history.reverses_grant_point_id
        ${places(scope)} ${writer(scope, sql<boolean>`num_nonnulls(history.stay_transaction_id, history.push_action_id) = 0`)}
        order by move.place desc`,
    },
  );
}

/** SQL over rows `history`. */
const kind = sql`(case when history.reverses_grant_point_id is not null then 'reversed'
    when history.grant_point < 0 then 'deducted'
    else 'granted' end)`;

function narrowedBy(conditions: ListConditions<typeof grantPointList>, today: CalendarDate) {
  const left = sql`coalesce((select lot.remaining
      from point_lots lot
      where lot.account_id = history.account_id and lot.grant_point_id = history.id
        and (lot.expires_on is null or lot.expires_on >= ${today}::date)),
    0)`;
  return conditionsOf<ListConditions<typeof grantPointList>>(conditions, {
    kind: (value) => sql`${kind} = ${value}`,
    left: (value) => (value === "left" ? sql`${left} > 0` : sql`${left} = 0`),
    grant_date_from: (day) => sql`history.grant_date >= ${day}::date`,
    grant_date_to: (day) => sql`history.grant_date <= ${day}::date`,
  });
}

/**
 * SQL over `shown`: for each entry below zero (`id`), from which grants it took its points (`taken_from`, in the order in which it did), and
 * what they lacked from the next ones. What another grant gave after what is its last day now counts as `owed`.
 */
function takings(accountId: number, customerId: number): RawBuilder<unknown> {
  return sql`select part.id, coalesce(sum(part.owed), 0)::bigint as owed,
      json_agg(json_build_object('grant_point_id', part.grant_point_id, 'grant_date', point_grant.grant_date, 'grant_point',
        point_grant.grant_point, 'point', part.point)
        order by part.note) filter (where part.point > 0) as taken_from
    from (
      select adjustment.cause_grant_point_id as id, adjustment.grant_point_id, min(adjustment.id) as note,
        sum(adjustment.point) filter (where adjustment.kind = 'debt_incurred') as owed,
        coalesce(sum(adjustment.point) filter (where adjustment.kind = 'reversed'), 0)
          - coalesce(sum(adjustment.point)
              filter (where adjustment.kind = 'debt_incurred' and adjustment.grant_point_id <> adjustment.cause_grant_point_id),
            0) as point
      from point_adjustments adjustment
      where adjustment.account_id = ${accountId} and adjustment.customer_id in ${idsOfCustomer(accountId, customerId)}
        and adjustment.kind in ('reversed', 'debt_incurred')
        and adjustment.cause_grant_point_id in (select shown.id from shown where shown.grant_point < 0)
      group by adjustment.cause_grant_point_id, adjustment.grant_point_id
    ) part
    join grant_points point_grant on point_grant.account_id = ${accountId} and point_grant.id = part.grant_point_id
    group by part.id`;
}

/**
 * SQL, columns: what became of the points of a grant, in points; null for entries below zero, which have no lot. A lot whose last day is
 * over has nothing left: what it still holds counts as expired.
 */
function ofItsLot(today: CalendarDate): RawBuilder<unknown> {
  const ofLot = (points: RawBuilder<unknown>) => sql`case when lot.grant_point_id is not null then ${points} end`;
  const gone = sql`(lot.expires_on < ${today}::date) is true`;
  return sql`${ofLot(sql`case when ${gone} then 0 else lot.remaining end`)} as remaining, ${ofLot(sql`usage.used`)} as used,
    ${ofLot(sql`noted.expired + case when ${gone} then lot.remaining else 0 end`)} as expired,
    ${ofLot(sql`noted.revoked`)} as revoked, ${ofLot(sql`noted.deducted`)} as deducted, ${ofLot(sql`noted.debt_paid`)} as debt_paid`;
}

/** SQL over rows `history`: the day of writing of what a stay took back, where that is another day than the one it is about. */
const writtenAfterStay = sql`case when history.stay_transaction_id is not null and history.grant_point < 0
    then nullif(${writtenOn(sql`history.created_at`)}, history.grant_date) end`;

/** SQL over rows `history`: points of the grant that uses took and that were not cancelled. */
const usedOfGrant = sql`select coalesce(sum(used_point.use_point), 0)::bigint as used
  from use_points used_point
  join use_point_cases point_use on point_use.account_id = used_point.account_id and point_use.id = used_point.use_point_case_id
    and point_use.cancel_date is null
  where used_point.account_id = history.account_id and used_point.grant_point_id = history.id`;

/**
 * SQL over rows `history`: points of the grant that left it other than by use, as the ledger notes them: `expired`, `revoked` by its own
 * reversal, `deducted` by an entry that reverses no grant, `debt_paid` for what the guest owed, also by the reversal of another grant.
 */
const notedOfGrant = sql`select coalesce(sum(case adjustment.kind
      when 'expired' then adjustment.point
      when 'revived' then -adjustment.point end),
    0)::bigint as expired,
    coalesce(sum(adjustment.point)
        filter (where adjustment.kind = 'reversed' and causing_point_grant.reverses_grant_point_id = history.id),
      0)::bigint as revoked,
    coalesce(sum(adjustment.point) filter (where adjustment.kind = 'reversed' and causing_point_grant.reverses_grant_point_id is null),
      0)::bigint as deducted,
    coalesce(sum(case adjustment.kind when 'debt_incurred' then -adjustment.point else adjustment.point end)
        filter (where adjustment.kind in ('debt_paid', 'debt_incurred') or causing_point_grant.reverses_grant_point_id <> history.id),
      0)::bigint as debt_paid
  from point_adjustments adjustment
  left join grant_points causing_point_grant on adjustment.kind = 'reversed'
    and causing_point_grant.account_id = adjustment.account_id and causing_point_grant.id = adjustment.cause_grant_point_id
  where adjustment.account_id = history.account_id and adjustment.grant_point_id = history.id`;

/** SQL over rows `history`: points of the grant that reversals took back or made owed. */
const reversedOfGrant = sql`select coalesce(-sum(reversing_point_grant.grant_point), 0)::bigint as reversed
  from grant_points reversing_point_grant
  where reversing_point_grant.account_id = history.account_id and reversing_point_grant.reverses_grant_point_id = history.id`;
