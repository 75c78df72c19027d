import type { acquiredCouponList, usedCouponList } from "@okaeri/contract/lists/coupons";
import type { ListConditions } from "@okaeri/contract/lists/list";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { CouponType } from "@okaeri/domain/enumerations";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { sql } from "kysely";
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
import { idsOfCustomer, ofGuest } from "../points/merged-customers.read.ts";
import { stayWasCancelled } from "../pushes/returned-gifts.ts";
import { codeOf, couponUsesSql, endedOn, isDoubled, lastNight, ONCE, overOn, timesUsed } from "./coupons.read.ts";

export type AcquiredRow = {
  id: number;
  coupon_id: number;
  coupon_name: string;
  coupon_description: string;
  coupon_type: CouponType;
  code: string | null;
  acquire_date: string;
  state: "usable" | "used_up" | "doubled" | "ended" | "revoked";
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
  stay_cancelled: boolean;
  created_by: string | null;
};

export type AcquiredFilter = Paging & ListConditions<typeof acquiredCouponList> & { id: number };

/** Coupons that a guest got, newest first, with what became of each. They belong to the whole programme and are shown whole (docs/adr/0003). */
export function acquiredOf(tx: Tx, scope: Scope, filter: AcquiredFilter, today: CalendarDate) {
  const { id, page, size, ...conditions } = filter;
  const held = sql`history`;
  const whose = idsOfCustomer(scope.accountId, id);
  const used = timesUsed(whose, held);
  const state = sql`case when history.active_status = 'inactive' then 'revoked'
    when ${overOn(today, held)} then 'ended'
    when ${used} >= coupon.use_times_limit then 'used_up'
    when ${isDoubled(held, whose)} then 'doubled'
    else 'usable' end`;
  const narrowed = conditionsOf<ListConditions<typeof acquiredCouponList>>(conditions, {
    state: (value) => sql`${state} = ${value}`,
    acquire_date_from: (day) => sql`history.acquire_date >= ${day}::date`,
    acquire_date_to: (day) => sql`history.acquire_date <= ${day}::date`,
  });
  const order = sql`history.acquire_date desc, history.id desc`;
  return pageOf<AcquiredRow>(
    tx,
    { page, size },
    {
      from: sql`acquire_coupons history
        join coupons coupon on coupon.account_id = history.account_id and coupon.id = history.coupon_id
        where ${ofGuest(scope.accountId, id, narrowed)}`,
      order,
      rows: (cut) => sql<AcquiredRow>`with shown as (select history.*, ${state} as state, ${used} as used_count ${cut})
        select history.id, history.coupon_id, coupon.name as coupon_name, coupon.description as coupon_description,
          coupon.type as coupon_type, ${codeOf(sql`history`)} as code, history.acquire_date, history.state, history.used_count,
          coupon.use_times_limit,
          exists (select from use_coupon_cases coupon_use
            where coupon_use.account_id = history.account_id
              and coupon_use.coupon_id = history.coupon_id and coupon_use.acquire_coupon_id = history.id
              and coupon_use.cancel_date is null) as own_use,
          coupon.reservation_end_date, coupon.stay_start_date, ${lastNight(held)} as stay_end_date,
          campaign.name as campaign_name, campaign.id as campaign_id, nullif(history.remarks, '') as remarks, history.cancel_date,
          nullif(history.cancel_remarks, '') as cancel_remarks, ${stayWasCancelled(held)} as stay_cancelled, person.name as created_by
        from shown history
        join coupons coupon on coupon.account_id = history.account_id and coupon.id = history.coupon_id
        left join campaign_actions action on action.account_id = coupon.account_id and action.id = coupon.campaign_action_id
        left join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
        left join campaigns campaign on campaign.account_id = segment.account_id and campaign.id = segment.campaign_id
        ${writer(scope)}
        order by ${order}`,
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
    use_date_from: (day) => sql`history.use_date >= ${day}::date`,
    use_date_to: (day) => sql`history.use_date <= ${day}::date`,
  });
  const order = sql`history.use_date desc, history.id desc`;
  return pageOf<UsedRow>(
    tx,
    { page, size },
    {
      from: sql`use_coupon_cases history
        where history.account_id = ${scope.accountId} and history.id in ${couponUsesSql(scope.accountId, id)}
          and ${sql.join([sql`true`, ...narrowed], sql` and `)}`,
      order,
      rows: (cut) => sql<UsedRow>`with shown as (select history.* ${cut})
        select history.id, history.coupon_id, coupon.name as coupon_name, coupon.type as coupon_type, history.use_date, history.quantity,
          history.discount, history.cancel_date, nullif(history.cancel_remarks, '') as cancel_remarks, account.name as facility_name,
          coalesce(reservation.original_reservation_code, ${codeFromEngine(scope)}) as original_reservation_code,
          ${stayCancelledOn} as reservation_cancel_date, nullif(history.remarks, '') as remarks,
          coalesce(person.name, ${keyName}) as created_by, coupon.cancellation_includes_discount, ${ownFacility(scope, "history")} as own
        from shown history
        join coupons coupon on coupon.account_id = history.account_id and coupon.id = history.coupon_id
        ${places(scope, reservationOfUse)} ${writer(scope)}
        order by ${order}`,
    },
  );
}

/** An acquisition of the guest. */
export function acquisitionOf(tx: Tx, scope: Scope, customerId: number, id: number) {
  return tx.maybe<{ coupon_id: number }>`select history.coupon_id
    from acquire_coupons history
    where ${ofGuest(scope.accountId, customerId, [sql`history.id = ${id}`])}`;
}

/** A use by the guest, and whether it was booked where the person works. */
export function useOf(tx: Tx, scope: Scope, customerId: number, id: number) {
  return tx.maybe<{
    coupon_id: number;
    discount: number;
    own: boolean;
  }>`select history.coupon_id, history.discount, ${ownFacility(scope, "history")} as own
    from use_coupon_cases history
    where history.account_id = ${scope.accountId} and history.id = ${id}
      and history.id in ${couponUsesSql(scope.accountId, customerId)}`;
}

export type CouponChoice = { id: number; name: string; description: string; plan_figure: "yen" | "percent" | null };
/** SQL over coupons `coupon`: what has to be told of the booked plan. */
const PLAN_FIGURE = sql`case when coupon.absolute_type = 'plan' then 'yen' when coupon.rate_type = 'plan' then 'percent' end
  as plan_figure`;

/** Coupons that the guest can be given today, by hand once; of several of one action each with its letter. */
export function couponsToGive(tx: Tx, scope: Scope, customerId: number, today: CalendarDate) {
  return tx.all<CouponChoice & { variant: Variant | null; left: number | null }>`
    select coupon.id, coupon.name, coupon.description, ${PLAN_FIGURE},
      case when count(*) over (partition by coupon.campaign_action_id) > 1 then coupon.variant end as variant,
      case when coupon.type = 'acquire' then coupon.acquire_amount_limit - coalesce(counter.acquired_count, 0)
        else coalesce(counter.codes_left, 0) end as left
    from coupons coupon
    left join coupon_counters counter on counter.account_id = coupon.account_id and counter.coupon_id = coupon.id
    where coupon.account_id = ${scope.accountId} and (coupon.type = 'acquire' or coupon.code is null) and not ${endedOn(today)}
      and coupon.issued_at is not null
      and not exists (select from acquire_coupons history
        where history.coupon_id = coupon.id and history.active_status = 'active' and history.occasion = ${ONCE}
          and ${ofGuest(scope.accountId, customerId, [])})
    order by coupon.issued_at desc, coupon.id desc limit 200`;
}

/** Coupons that the guest has, and those with a code that everybody may use. Of several codes the one that is over first, but not over. */
export function couponsToUse(tx: Tx, scope: Scope, customerId: number, today: CalendarDate) {
  return tx.all<CouponChoice & { code: string | null; use_quantity_limit: number | null }>`
    select coupon.id, coupon.name, coupon.description,
      coalesce(coupon.code,
        (select ${codeOf(sql`history`)}
          from acquire_coupons history
          where history.coupon_id = coupon.id and history.active_status = 'active'
            and ${ofGuest(scope.accountId, customerId, [])}
          order by coalesce(history.valid_until < ${today}::date, false), history.valid_until nulls last, history.id limit 1)) as code,
      coupon.use_quantity_limit, ${PLAN_FIGURE}
    from coupons coupon
    where coupon.account_id = ${scope.accountId} and coupon.active_status = 'active' and coupon.issued_at is not null
      and (coupon.code is not null
        or exists (select from acquire_coupons history
          where history.coupon_id = coupon.id
            and history.active_status = 'active' and ${ofGuest(scope.accountId, customerId, [])}))
    order by coupon.type, coupon.issued_at desc, coupon.id desc limit 200`;
}
