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
  const inReach = scope.facilityIds === null ? sql`true` : sql`a.id = any (${scope.facilityIds}::bigint[])`;
  return tx.all<{ id: number; name: string }>`select a.id, a.name from accounts a
    left join lateral (
      select bool_or(r.check_in_date <= ${today}::date and r.check_out_date >= ${today}::date) as stays,
        min(r.check_in_date) filter (where r.check_in_date > ${today}::date) as comes, max(r.check_out_date) as was
      from stay_reservations r where r.account_id = ${scope.accountId} and r.customer_id = ${customerId}
        and r.facility_account_id = a.id and r.active_status = 'active' and r.cancel_date is null
    ) r on true
    where a.programme_account_id = ${scope.accountId} and a.active_status = 'active' and ${inReach}
    order by r.was is null and a.id = ${scope.accountId} and exists (select from accounts b where b.programme_account_id = a.id and b.id <> a.id
        and b.active_status = 'active'),
      coalesce(r.stays, false) desc, a.id = ${scope.chosenAccountId} desc, r.comes nulls last, r.was desc nulls last, a.id`;
}

export type PointTotals = { granted: number; taken_back: number; used: number; expired: number };

/** granted − taken_back − used − expired = balance − debt, of everything that was ever booked. */
export function totalsOf(tx: Tx, accountId: number, customerId: number, today: CalendarDate): Promise<PointTotals> {
  const whose = idsOfCustomer(accountId, customerId);
  return tx.one<PointTotals>`select
      (select coalesce(sum(g.grant_point) filter (where g.grant_point > 0), 0)::bigint from grant_points g
        where g.account_id = ${accountId} and g.customer_id in ${whose}) as granted,
      (select coalesce(-sum(g.grant_point) filter (where g.grant_point < 0), 0)::bigint from grant_points g
        where g.account_id = ${accountId} and g.customer_id in ${whose}) as taken_back,
      (select coalesce(sum(u.use_point), 0)::bigint from use_point_cases u
        where u.account_id = ${accountId} and u.customer_id in ${whose} and u.cancel_date is null) as used,
      (select coalesce(sum(case j.kind when 'expired' then j.point else -j.point end), 0)::bigint from point_adjustments j
        where j.account_id = ${accountId} and j.customer_id in ${whose} and j.kind in ('expired', 'revived'))
        + (select coalesce(sum(o.point), 0)::bigint from ${overdueLots(today)} o
          where o.account_id = ${accountId} and o.customer_id = ${customerId}) as expired`;
}

export type Expiring = { expires_on: string | null; remaining: number };

/** What is left, by its last valid day: soonest first, what never expires last. */
export function expiringOf(tx: Tx, accountId: number, customerId: number, today: CalendarDate): Promise<Expiring[]> {
  return tx.all<Expiring>`select l.expires_on, sum(l.remaining)::bigint as remaining from point_lots l
    where l.account_id = ${accountId} and l.customer_id = ${customerId} and l.remaining > 0
      and (l.expires_on is null or l.expires_on >= ${today}::date)
    group by l.expires_on order by l.expires_on nulls last`;
}

/** A grant that part of which may be taken back by hand; undefined for one that is not the guest's or not in reach. */
export function grantToReverse(tx: Tx, scope: Scope, customerId: number, grantId: number) {
  return tx.maybe<{ grant_point: number; of_stay: boolean; reverses: boolean }>`select g.grant_point,
      g.stay_transaction_id is not null as of_stay, g.reverses_grant_point_id is not null as reverses
    from grant_points g
    where g.account_id = ${scope.accountId} and g.customer_id in ${idsOfCustomer(scope.accountId, customerId)} and g.id = ${grantId} and g.grant_point > 0
      and ${ownFacility(scope, "g")}`;
}

/** A use of the guest, whose own facility may cancel it; undefined for one that is not there. */
export function useToCancel(tx: Tx, scope: Scope, customerId: number, id: number) {
  return tx.maybe<{
    use_point: number;
    cancelled: boolean;
    own: boolean;
  }>`select u.use_point, u.cancel_date is not null as cancelled,
      ${ownFacility(scope, "u")} as own
    from use_point_cases u where u.account_id = ${scope.accountId} and u.customer_id in ${idsOfCustomer(scope.accountId, customerId)} and u.id = ${id}`;
}

/** Check-out day of the guest's last stay, null before any. */
export async function lastStayOn(tx: Tx, accountId: number, customerId: number): Promise<CalendarDate | null> {
  const found = await tx.maybe<{ last_stay_on: CalendarDate | null }>`select t.last_stay_on from customer_totals t
    where t.account_id = ${accountId} and t.customer_id = ${customerId}`;
  return found?.last_stay_on ?? null;
}
