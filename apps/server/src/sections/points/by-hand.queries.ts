import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { overdueLots } from "./balances.read.ts";
import { ownFacility } from "./bookable.read.ts";
import { idsOfCustomer } from "./merged-customers.read.ts";

/**
 * Where the person may book points for the guest, most likely first: where the guest stays today, where the person works, where the guest
 * comes next or was last. Facilities where the guest has never been come last, headquarters before the others: nobody stays there.
 */
export function bookableFacilities(
  tx: Tx,
  scope: Scope,
  { customerId, today }: { customerId: number; today: CalendarDate },
): Promise<{ id: number; name: string }[]> {
  const inReach = scope.facilityIds === null ? sql`true` : sql`account.id = any (${scope.facilityIds}::bigint[])`;
  return tx.all<{ id: number; name: string }>`select account.id, account.name
    from accounts account
    left join lateral (
      select bool_or(reservation.check_in_date <= ${today}::date and reservation.check_out_date >= ${today}::date) as stays,
        min(reservation.check_in_date) filter (where reservation.check_in_date > ${today}::date) as comes,
        max(reservation.check_out_date) as was
      from stay_reservations reservation
      where reservation.account_id = ${scope.accountId} and reservation.customer_id = ${customerId}
        and reservation.facility_account_id = account.id and reservation.active_status = 'active' and reservation.cancel_date is null
    ) r on true
    where account.programme_account_id = ${scope.accountId} and account.active_status = 'active' and ${inReach}
    order by r.was is null and account.id = ${scope.accountId}
        and exists (select from accounts member_account
          where member_account.programme_account_id = account.id and member_account.id <> account.id
            and member_account.active_status = 'active'),
      coalesce(r.stays, false) desc, account.id = ${scope.chosenAccountId} desc, r.comes nulls last, r.was desc nulls last, account.id`;
}

export type PointTotals = { granted: number; revoked: number; used: number; expired: number };

/** granted − revoked − used − expired = balance − debt, of everything that was ever booked. */
export function pointTotalsOf(
  tx: Tx,
  accountId: number,
  customerId: number,
  today: CalendarDate,
): Promise<PointTotals> {
  const whose = idsOfCustomer(accountId, customerId);
  return tx.one<PointTotals>`select (select coalesce(sum(point_grant.grant_point) filter (where point_grant.grant_point > 0), 0)::bigint
        from grant_points point_grant
        where point_grant.account_id = ${accountId} and point_grant.customer_id in ${whose}) as granted,
      (select coalesce(-sum(point_grant.grant_point) filter (where point_grant.grant_point < 0), 0)::bigint
        from grant_points point_grant
        where point_grant.account_id = ${accountId} and point_grant.customer_id in ${whose}) as revoked,
      (select coalesce(sum(point_use.use_point), 0)::bigint
        from use_point_cases point_use
        where point_use.account_id = ${accountId} and point_use.customer_id in ${whose} and point_use.cancel_date is null) as used,
      (select coalesce(sum(case adjustment.kind when 'expired' then adjustment.point else -adjustment.point end), 0)::bigint
        from point_adjustments adjustment
        where adjustment.account_id = ${accountId} and adjustment.customer_id in ${whose} and adjustment.kind in ('expired', 'revived'))
        + (select coalesce(sum(o.point), 0)::bigint
          from ${overdueLots(today)} o
          where o.account_id = ${accountId} and o.customer_id = ${customerId}) as expired`;
}

export type Expiring = { expires_on: string | null; remaining: number };

/** What is left, by its last valid day: soonest first, what never expires last. */
export function expiringOf(tx: Tx, accountId: number, customerId: number, today: CalendarDate): Promise<Expiring[]> {
  return tx.all<Expiring>`select lot.expires_on, sum(lot.remaining)::bigint as remaining
    from point_lots lot
    where lot.account_id = ${accountId} and lot.customer_id = ${customerId} and lot.remaining > 0
      and (lot.expires_on is null or lot.expires_on >= ${today}::date)
    group by lot.expires_on
    order by lot.expires_on nulls last`;
}

/** A grant that part of which may be taken back by hand; undefined for one that is not the guest's or not in reach. */
export function grantToReverse(tx: Tx, scope: Scope, customerId: number, grantId: number) {
  return tx.maybe<{ grant_point: number; of_stay: boolean; reverses: boolean }>`select point_grant.grant_point,
      point_grant.stay_transaction_id is not null as of_stay, point_grant.reverses_grant_point_id is not null as reverses
    from grant_points point_grant
    where point_grant.account_id = ${scope.accountId} and point_grant.customer_id in ${idsOfCustomer(scope.accountId, customerId)}
      and point_grant.id = ${grantId} and point_grant.grant_point > 0
      and ${ownFacility(scope, "point_grant")}`;
}

/** A use of the guest, whose own facility may cancel it; undefined for one that is not there. */
export function useToCancel(tx: Tx, scope: Scope, customerId: number, id: number) {
  return tx.maybe<{
    use_point: number;
    cancelled: boolean;
    own: boolean;
  }>`select point_use.use_point, point_use.cancel_date is not null as cancelled, ${ownFacility(scope, "point_use")} as own
    from use_point_cases point_use
    where point_use.account_id = ${scope.accountId}
      and point_use.customer_id in ${idsOfCustomer(scope.accountId, customerId)} and point_use.id = ${id}`;
}

/** Check-out day of the guest's last stay, null before any. */
export async function lastStayOn(tx: Tx, accountId: number, customerId: number): Promise<CalendarDate | null> {
  const found = await tx.maybe<{
    last_stay_on: CalendarDate | null;
  }>`select total.last_stay_on
    from customer_totals total
    where total.account_id = ${accountId} and total.customer_id = ${customerId}`;
  return found?.last_stay_on ?? null;
}
