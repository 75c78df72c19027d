import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";

/** SQL: from this price on, in yen, a stay that was checked out of after the day is among the dearest fifth; null where there is none. */
export function priceOfUpperFifth(accountId: number, after: CalendarDate): RawBuilder<number | null> {
  return sql<number | null>`(select percentile_disc(0.8) within group (order by stay.use_price)
    from stay_transactions stay
    where stay.account_id = ${accountId} and stay.reversed_at is null and stay.customer_id is not null and stay.check_out_date > ${after})`;
}
