import type { acquiredCouponList, usedCouponList } from "@okaeri/contract/lists/coupons";
import type { ListConditions } from "@okaeri/contract/lists/list";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { CouponType } from "@okaeri/domain/enumerations";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { conditionsOf, type Paging, pageOf } from "../../database/list-page.ts";
import type { Scope } from "../../session/scope.ts";
import {
  codeFromEngine,
  keyName,
  ownFacility,
  places,
  reservationOfUse,
  stayCancelledOn,
  useInState,
  writer,
} from "../points/bookable.read.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";
import { codeOf, endedOn, usesOf } from "./coupons.read.ts";

export type AcquiredRow = {
  id: number;
  coupon_id: number;
  coupon_name: string;
  coupon_description: string;
  coupon_type: CouponType;
  code: string | null;
  acquire_date: string;
  state: "usable" | "used_up" | "doubled" | "ended" | "taken_back";
  used_count: number;
  /** It was used itself, and not another one of the guest's that is alike. */
  own_use: boolean;
  use_times_limit: number | null;
  reservation_end_date: string | null;
  stay_start_date: string | null;
  stay_end_date: string | null;
  campaign_name: string | null;
  campaign_id: number | null;
  remarks: string | null;
  cancel_date: string | null;
  cancel_remarks: string | null;
  created_by: string | null;
};

/** Coupons belong to the whole programme and are shown whole (docs/adr/0003). */
const ofGuest = (
  scope: Scope,
  id: number,
  narrowed: readonly RawBuilder<unknown>[],
) => sql`h.account_id = ${scope.accountId}
  and h.customer_id in ${idsOfCustomer(scope.accountId, id)} and ${sql.join([sql`true`, ...narrowed], sql` and `)}`;

/** SQL over acquisitions `h` and their coupons `k`: uses by this guest that count. */
function usesOfGuest(scope: Scope, id: number): RawBuilder<number> {
  return sql<number>`(select count(*)::int from use_coupon_cases u where u.account_id = h.account_id and u.coupon_id = h.coupon_id
    and u.customer_id in ${idsOfCustomer(scope.accountId, id)} and u.cancel_date is null)`;
}

/** SQL over acquisitions `h`: the guest has an older one of this coupon, since two who had it became one; limits count for both together. */
const isDoubled = (scope: Scope, id: number) => sql<boolean>`exists (select from acquire_coupons q
  where q.account_id = h.account_id and q.coupon_id = h.coupon_id and q.customer_id in ${idsOfCustomer(scope.accountId, id)}
    and q.active_status = 'active' and q.id < h.id)`;

export type AcquiredFilter = Paging & ListConditions<typeof acquiredCouponList> & { id: number };

/** Coupons that a guest got, newest first, with what became of each. */
export function acquiredOf(tx: Tx, scope: Scope, filter: AcquiredFilter, today: CalendarDate) {
  const { id, page, size, ...conditions } = filter;
  const used = usesOfGuest(scope, id);
  const state = sql`case when h.active_status = 'inactive' then 'taken_back'
    when ${endedOn(today)} then 'ended' when ${used} >= k.use_times_limit then 'used_up'
    when ${isDoubled(scope, id)} then 'doubled' else 'usable' end`;
  const narrowed = conditionsOf<ListConditions<typeof acquiredCouponList>>(conditions, {
    state: (value) => sql`${state} = ${value}`,
    acquire_date_from: (day) => sql`h.acquire_date >= ${day}::date`,
    acquire_date_to: (day) => sql`h.acquire_date <= ${day}::date`,
  });
  const order = sql`h.acquire_date desc, h.id desc`;
  return pageOf<AcquiredRow>(
    tx,
    { page, size },
    {
      from: sql`acquire_coupons h join coupons k on k.account_id = h.account_id and k.id = h.coupon_id where ${ofGuest(scope, id, narrowed)}`,
      order,
      rows: (cut) => sql<AcquiredRow>`with shown as (select h.*, ${state} as state, ${used} as used_count ${cut})
      select h.id, h.coupon_id, k.name as coupon_name, k.description as coupon_description, k.type as coupon_type, ${codeOf(sql`h`)} as code, h.acquire_date, h.state, h.used_count, k.use_times_limit,
        exists (select from use_coupon_cases o where o.account_id = h.account_id and o.coupon_id = h.coupon_id
          and o.acquire_coupon_id = h.id and o.cancel_date is null) as own_use,
        k.reservation_end_date, k.stay_start_date, k.stay_end_date, c.name as campaign_name, c.id as campaign_id,
        nullif(h.remarks, '') as remarks, h.cancel_date, nullif(h.cancel_remarks, '') as cancel_remarks, u.name as created_by
      from shown h join coupons k on k.account_id = h.account_id and k.id = h.coupon_id
      left join campaign_actions ca on ca.account_id = k.account_id and ca.id = k.campaign_action_id
      left join campaign_segments cs on cs.account_id = ca.account_id and cs.id = ca.campaign_segment_id
      left join campaigns c on c.account_id = cs.account_id and c.id = cs.campaign_id
      ${writer(scope)} order by ${order}`,
    },
  );
}

export type UsedRow = {
  id: number;
  coupon_id: number;
  coupon_name: string;
  coupon_type: CouponType;
  use_date: string;
  quantity: number;
  discount: number;
  cancel_date: string | null;
  cancel_remarks: string | null;
  facility_name: string | null;
  original_reservation_code: string | null;
  reservation_cancel_date: string | null;
  remarks: string | null;
  created_by: string | null;
  cancellation_includes_discount: boolean;
  /** It was booked where the person works. */
  own: boolean;
};

export type UsedFilter = Paging & ListConditions<typeof usedCouponList> & { id: number };

/** Uses of coupons by a guest, newest first; a cancelled one keeps its row. */
export function usedOf(tx: Tx, scope: Scope, filter: UsedFilter) {
  const { id, page, size, ...conditions } = filter;
  const narrowed = conditionsOf<ListConditions<typeof usedCouponList>>(conditions, {
    state: (value) => useInState(scope, value),
    use_date_from: (day) => sql`h.use_date >= ${day}::date`,
    use_date_to: (day) => sql`h.use_date <= ${day}::date`,
  });
  const order = sql`h.use_date desc, h.id desc`;
  return pageOf<UsedRow>(
    tx,
    { page, size },
    {
      from: sql`use_coupon_cases h where h.account_id = ${scope.accountId} and h.id in ${usesOf(scope.accountId, id)} and ${sql.join([sql`true`, ...narrowed], sql` and `)}`,
      order,
      rows: (cut) => sql<UsedRow>`with shown as (select h.* ${cut})
      select h.id, h.coupon_id, k.name as coupon_name, k.type as coupon_type, h.use_date, h.quantity, h.discount, h.cancel_date,
        nullif(h.cancel_remarks, '') as cancel_remarks, a.name as facility_name, coalesce(r.original_reservation_code, ${codeFromEngine(scope)}) as original_reservation_code,
        ${stayCancelledOn} as reservation_cancel_date,
        nullif(h.remarks, '') as remarks, coalesce(u.name, ${keyName}) as created_by, k.cancellation_includes_discount, ${ownFacility(scope, "h")} as own
      from shown h join coupons k on k.account_id = h.account_id and k.id = h.coupon_id
      ${places(scope, reservationOfUse)} ${writer(scope)} order by ${order}`,
    },
  );
}

/** An acquisition of the guest. */
export function acquisitionOf(tx: Tx, scope: Scope, customerId: number, id: number) {
  return tx.maybe<{ coupon_id: number }>`select h.coupon_id from acquire_coupons h
    where ${ofGuest(scope, customerId, [sql`h.id = ${id}`])}`;
}

/** A use by the guest, and whether it was booked where the person works. */
export function useOf(tx: Tx, scope: Scope, customerId: number, id: number) {
  return tx.maybe<{
    coupon_id: number;
    discount: number;
    own: boolean;
  }>`select h.coupon_id, h.discount, ${ownFacility(scope, "h")} as own
    from use_coupon_cases h where h.account_id = ${scope.accountId} and h.id = ${id}
      and h.id in ${usesOf(scope.accountId, customerId)}`;
}

export type Choice = { id: number; name: string; description: string; plan_figure: "yen" | "percent" | null };
/** SQL over coupons `k`: what has to be told of the booked plan. */
const PLAN_FIGURE = sql`case when k.absolute_type = 'plan' then 'yen' when k.rate_type = 'plan' then 'percent' end as plan_figure`;

/** Coupons that the guest can be given today. */
export function couponsToGive(tx: Tx, scope: Scope, customerId: number, today: CalendarDate) {
  return tx.all<Choice & { left: number | null }>`select k.id, k.name, k.description, ${PLAN_FIGURE},
      case when k.type = 'acquire' then k.acquire_amount_limit - coalesce(n.acquired_count, 0) else coalesce(n.codes_left, 0) end as left
    from coupons k left join coupon_counters n on n.account_id = k.account_id and n.coupon_id = k.id
    where k.account_id = ${scope.accountId} and (k.type = 'acquire' or k.code is null) and not ${endedOn(today)} and k.issued_at is not null
      and not exists (select from acquire_coupons h where h.coupon_id = k.id and h.active_status = 'active'
        and ${ofGuest(scope, customerId, [])})
    order by k.issued_at desc, k.id desc limit 200`;
}

/** Coupons that the guest has, and those with a code that everybody may use. */
export function couponsToUse(tx: Tx, scope: Scope, customerId: number) {
  return tx.all<Choice & { code: string | null; use_quantity_limit: number | null }>`
    select k.id, k.name, k.description, coalesce(k.code, (select ${codeOf(sql`h`)} from acquire_coupons h where h.coupon_id = k.id and h.active_status = 'active'
        and ${ofGuest(scope, customerId, [])} order by h.id limit 1)) as code, k.use_quantity_limit, ${PLAN_FIGURE}
    from coupons k
    where k.account_id = ${scope.accountId} and k.active_status = 'active' and k.issued_at is not null
      and (k.code is not null or exists (select from acquire_coupons h where h.coupon_id = k.id and h.active_status = 'active'
        and ${ofGuest(scope, customerId, [])}))
    order by k.type, k.issued_at desc, k.id desc limit 200`;
}
