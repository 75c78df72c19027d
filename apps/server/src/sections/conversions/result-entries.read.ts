import { type RawBuilder, sql } from "kysely";
import { atFacilities, dayWithin, type OpenDayRange, type Seen } from "../../database/narrowed.ts";
import { variantOf } from "./attributed-variant.ts";

/**
 * SQL: entries (campaigns/actions/asked-results.ts) of the bookings and stays that these actions brought, on their own days, with the letter of the
 * text or coupon that is credited.
 */
export const attributedEntries = (
  asked: Seen & { actionIds: readonly number[]; days: OpenDayRange },
): RawBuilder<unknown> => sql`select v.figure, conversion_attribution.campaign_action_id as action_id,
    conversion_attribution.facility_account_id as facility_id, v.day, null::timestamptz as at, conversion_attribution.customer_id,
    conversion_attribution.stay_reservation_id as reservation_id, v.amount, conversion_attribution.stay_reservation_id as place,
    ${variantOf(asked.accountId)} as variant
  from conversion_attributions conversion_attribution
  cross join lateral (values ('reserved', conversion_attribution.reserved_on, 1),
      ('reserved_price', conversion_attribution.reserved_on, conversion_attribution.reserved_price),
      ('transacted', conversion_attribution.transacted_on, 1),
      ('use_price', conversion_attribution.transacted_on, conversion_attribution.use_price)) v (figure, day, amount)
  where conversion_attribution.account_id = ${asked.accountId}
    and conversion_attribution.campaign_action_id = any(${asked.actionIds}::bigint[])
    and v.day is not null and ${dayWithin(asked.days, sql`v.day`)}
    and ${atFacilities(asked, sql`conversion_attribution.facility_account_id`)}`;
