import type { TOUCHES } from "@okaeri/contract/campaigns/delivery/touches";
import type { bookingList } from "@okaeri/contract/lists/bookings";
import type { ListConditions } from "@okaeri/contract/lists/list";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { conditionsOf, type Paging, pageOf } from "../../database/list-page.ts";
import type { Scope } from "../../session/scope.ts";
import { variantOf } from "./attributed-variant.ts";

export type AttributedRow = {
  reservation_id: number;
  customer_id: number;
  customer_name: string;
  facility_name: string;
  touch: (typeof TOUCHES)[number];
  touched_at: Date;
  variant: Variant | null;
  coupon_name: string | null;
  reserved_on: CalendarDate | null;
  reserved_price: number | null;
  transacted_on: CalendarDate | null;
  use_price: number;
};

/** The bookings that a campaign brought at the person's facilities, the last booked first. */
export function attributedBookings(
  tx: Tx,
  scope: Pick<Scope, "accountId" | "facilityIds">,
  { id, page, size, ...filter }: { id: number } & ListConditions<typeof bookingList> & Paging,
): Promise<{ rows: AttributedRow[]; total: number }> {
  const conditions = conditionsOf<ListConditions<typeof bookingList>>(filter, {
    touch: (touch) => sql`conversion_attribution.touch = ${touch}`,
  });
  const all = [
    sql`conversion_attribution.account_id = ${scope.accountId}`,
    sql`conversion_attribution.campaign_action_id in (select action.id
      from campaign_segments segment
      join campaign_actions action on action.account_id = segment.account_id and action.campaign_segment_id = segment.id
      where segment.account_id = ${scope.accountId} and segment.campaign_id = ${id})`,
    scope.facilityIds === null
      ? sql`true`
      : sql`conversion_attribution.facility_account_id = any(${scope.facilityIds}::bigint[])`,
    ...conditions,
  ];
  const order = sql`coalesce(conversion_attribution.reserved_on, conversion_attribution.transacted_on) desc,
    conversion_attribution.stay_reservation_id desc`;
  return pageOf(
    tx,
    { page, size },
    {
      from: sql`conversion_attributions conversion_attribution where ${sql.join(all, sql` and `)}`,
      order,
      rows: (cut) => sql<AttributedRow>`select conversion_attribution.stay_reservation_id as reservation_id,
          conversion_attribution.customer_id, customer.name as customer_name, facility_account.name as facility_name,
          conversion_attribution.touch, conversion_attribution.touched_at,
          ${variantOf(scope.accountId)} as variant,
          coupon.name as coupon_name, conversion_attribution.reserved_on,
          conversion_attribution.reserved_price, conversion_attribution.transacted_on, conversion_attribution.use_price
        from (select conversion_attribution.* ${cut}) conversion_attribution
        join customers customer on customer.account_id = conversion_attribution.account_id
          and customer.id = conversion_attribution.customer_id
        join accounts facility_account on facility_account.id = conversion_attribution.facility_account_id
        left join use_coupon_cases coupon_use on coupon_use.account_id = conversion_attribution.account_id
          and coupon_use.id = conversion_attribution.use_coupon_case_id
        left join coupons coupon on coupon.account_id = coupon_use.account_id and coupon.id = coupon_use.coupon_id
        order by ${order}`,
    },
  );
}
