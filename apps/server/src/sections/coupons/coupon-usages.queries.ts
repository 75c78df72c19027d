import type { CouponBooking, CouponUsage } from "@okaeri/domain/coupons/applicability";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";
import { timesUsed } from "./coupons.read.ts";

/** A booking as a coupon sees it. `id` null: it is known by its facility's code alone. */
export type CouponReservation = CouponBooking & { id: number | null; facility_account_id: number; code: string };

export type Usage = Omit<CouponUsage, "state" | "used_in_all"> & {
  coupon_id: number;
  acquire_coupon_id: number | null;
};
type Whose = { customerId: number | null; acquireCouponId?: number | undefined };

/** SQL over uses `coupon_use`: they are of this booking, also where a booking engine used them before the reservation arrived. */
function ofBooking({ id, facility_account_id, code }: CouponReservation): RawBuilder<boolean> {
  return sql<boolean>`((${id}::bigint is not null and coupon_use.stay_reservation_id = ${id}::bigint)
    or (coupon_use.stay_reservation_id is null and coupon_use.facility_account_id = ${facility_account_id}
      and coupon_use.reservation_code = ${code}))`;
}

/**
 * What the guest and the reservation have of the coupons, by coupon; of a coupon that was locked it stays so. Of what a guest has several of
 * (one for each occasion, or two who had it became one) the first is what is over first.
 */
export async function usagesOf(
  tx: Tx,
  ctx: { readonly accountId: number },
  { customerId, acquireCouponId }: Whose,
  booking: CouponReservation,
  couponIds: readonly number[],
): Promise<Map<number, Usage[]>> {
  const whose = idsOfCustomer(ctx.accountId, customerId ?? 0);
  const counts = sql`coupon_use.account_id = ${ctx.accountId} and coupon_use.cancel_date is null and coupon_use.active_status = 'active'`;
  const rows = await tx.all<Usage>`with on_booking as materialized (
      select coupon_use.coupon_id, coupon_use.quantity, coupon_use.discount, coupon.can_use_together
      from use_coupon_cases coupon_use
      join coupons coupon on coupon.account_id = coupon_use.account_id and coupon.id = coupon_use.coupon_id
      where ${counts} and ${ofBooking(booking)}
    )
    select coupon.id as coupon_id, q.id as acquire_coupon_id, q.id is not null as held, q.acquire_date as acquired_on,
      q.valid_until, ${customerId === null ? sql`null::int` : timesUsed(whose, sql`q`)} as used_by_guest, b.on_booking,
      b.others_on_booking, b.others_allow_together, b.discount_on_booking
    from coupons coupon
    cross join lateral (
      select coalesce(sum(u.quantity) filter (where u.coupon_id = coupon.id), 0)::int as on_booking,
        (count(*) filter (where u.coupon_id <> coupon.id))::int as others_on_booking,
        coalesce(bool_and(u.can_use_together) filter (where u.coupon_id <> coupon.id), true) as others_allow_together,
        coalesce(sum(u.discount), 0)::bigint as discount_on_booking
      from on_booking u
    ) b
    left join lateral (
      select acquired.id, acquired.acquire_date, acquired.valid_until, acquired.occasion
      from acquire_coupons acquired
      where acquired.account_id = ${ctx.accountId} and acquired.coupon_id = coupon.id
        and acquired.active_status = 'active' and acquired.customer_id in ${whose}
        and (${acquireCouponId ?? null}::bigint is null or acquired.id = ${acquireCouponId ?? null})
    ) q on true
    where coupon.account_id = ${ctx.accountId} and coupon.id = any(${couponIds}::bigint[])
    order by q.valid_until nulls last, q.id`;
  return Map.groupBy(rows, (row) => row.coupon_id);
}
