import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { PointExpirationType } from "@okaeri/domain/enumerations";
import { isProvider } from "@okaeri/domain/permissions/roles";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { type Paging, pageOf } from "../../database/list-page.ts";
import type { Scope } from "../../session/scope.ts";
import { ownFacility } from "./bookable.read.ts";
import { idsOfCustomer, livingCustomer } from "./merged-customers.read.ts";

export type RequestState = "waiting" | "approved" | "rejected" | "lapsed";

/** What is requested. */
export type GrantRequestRow = {
  id: number;
  facility_account_id: number;
  grant_point: number;
  expiration_type: PointExpirationType;
  expiration_date: CalendarDate | null;
  expiration_days_from_grant: number | null;
  expiration_days_from_last_stay: number | null;
  remarks: string;
  state: RequestState;
  requested_by: number;
};

export type RequestRow = Omit<GrantRequestRow, "facility_account_id" | "requested_by"> & {
  customer_id: number;
  customer_name: string;
  facility_name: string | null;
  last_day: string;
  requested_by: string | null;
  requested_at: string;
  decided_by: string | null;
  decided_at: string | null;
  decision_remarks: string | null;
  /** Requested by this person. */
  own: boolean;
};

/** The points above which a grant by hand needs a second person's approval; null: no grant does. */
export async function approvalAbove(tx: Tx, accountId: number): Promise<number | null> {
  const found = await tx.maybe<{ point_approval_above: number | null }>`select point_approval_above
    from account_settings
    where account_id = ${accountId}`;
  return found?.point_approval_above ?? null;
}

/** SQL over requests `request`: the state on that day; the night's job writes `lapsed` a little later. */
const stateOn = (today: CalendarDate): RawBuilder<RequestState> =>
  sql<RequestState>`(case when request.state = 'waiting' and request.last_day < ${today}::date then 'lapsed' else request.state end)`;

/** A request of the guest or of a guest merged into them, locked until commit; undefined for any other. */
export function lockRequest(
  tx: Tx,
  accountId: number,
  { id, requestId, today }: { id: number; requestId: number; today: CalendarDate },
): Promise<GrantRequestRow | undefined> {
  return tx.maybe<GrantRequestRow>`select request.id, request.facility_account_id, request.grant_point, request.expiration_type,
      request.expiration_date, request.expiration_days_from_grant, request.expiration_days_from_last_stay, request.remarks,
      request.requested_by, ${stateOn(today)} as state
    from point_grant_requests request
    where request.account_id = ${accountId} and request.id = ${requestId}
      and request.customer_id in ${idsOfCustomer(accountId, id)}
    for update`;
}

/** Who made a request, and for which facility. */
export function requesterOf(tx: Tx, accountId: number, requestId: number) {
  return tx.maybe<{
    requested_by: number;
    facility_account_id: number;
  }>`select request.requested_by, request.facility_account_id
    from point_grant_requests request
    where request.account_id = ${accountId} and request.id = ${requestId}`;
}

/** Requests of one guest, or of the programme's active guests where the person works: waiting ones first, then newest first. */
export function requestsPage(
  tx: Tx,
  scope: Scope,
  { customerId, state, ...paging }: Paging & { customerId: number | null; state?: RequestState | undefined },
  today: CalendarDate,
) {
  const { accountId } = scope;
  const whose =
    customerId === null
      ? sql`${ownFacility(scope, "request")} and customer.active_status = 'active'`
      : sql`request.customer_id in ${idsOfCustomer(accountId, customerId)}`;
  const inState = state === undefined ? sql`true` : sql`${stateOn(today)} = ${state}`;
  const order = sql`${stateOn(today)} <> 'waiting', request.id desc`;
  return pageOf<RequestRow>(tx, paging, {
    from: sql`point_grant_requests request
      join customers customer on customer.account_id = request.account_id and customer.id = ${livingCustomer(sql`request`)}
      where request.account_id = ${accountId} and ${whose} and ${inState}`,
    order,
    rows: (cut) => sql<RequestRow>`with shown as (select request.id ${cut})
      select request.id, customer.id as customer_id, customer.name as customer_name, account.name as facility_name,
        request.grant_point, request.expiration_type, request.expiration_date, request.expiration_days_from_grant,
        request.expiration_days_from_last_stay, request.remarks, ${stateOn(today)} as state, request.last_day,
        requesting_person.name as requested_by, ${moment(sql`request.requested_at`)} as requested_at, deciding_person.name as decided_by,
        ${moment(sql`request.decided_at`)} as decided_at, nullif(request.decision_remarks, '') as decision_remarks,
        request.requested_by = ${scope.userId} as own
      from shown
      join point_grant_requests request on request.account_id = ${accountId} and request.id = shown.id
      join customers customer on customer.account_id = request.account_id and customer.id = ${livingCustomer(sql`request`)}
      left join accounts account on account.id = request.facility_account_id and ${ownFacility(scope, "request")}
      left join users requesting_person on requesting_person.id = request.requested_by and ${nameIsVisible(scope, "requesting_person")}
      left join users deciding_person on deciding_person.id = request.decided_by and ${nameIsVisible(scope, "deciding_person")}
      order by ${order}`,
  });
}

const moment = (at: RawBuilder<unknown>) =>
  sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** SQL over users: client staff read the names of their own company's people alone. */
function nameIsVisible(scope: Scope, person: string): RawBuilder<boolean> {
  if (isProvider(scope.role)) return sql<boolean>`true`;
  return sql<boolean>`${sql.ref(`${person}.company_id`)} = (select account.company_id
    from accounts account where account.id = ${scope.accountId})`;
}

export type LapsedRequest = { id: number; customer_id: number; grant_point: number };

/** Ends requests whose last day is over. Returns those that ended. */
export function endLapsed(tx: Tx, accountId: number, today: CalendarDate, now: Date): Promise<LapsedRequest[]> {
  return tx.all<LapsedRequest>`update point_grant_requests request
    set state = 'lapsed', decided_at = ${now}, updated_at = ${now}
    where request.account_id = ${accountId} and request.state = 'waiting' and request.last_day < ${today}::date
    returning request.id, request.customer_id, request.grant_point`;
}
