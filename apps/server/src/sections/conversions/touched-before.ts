import { CONVERSION_DAYS } from "@okaeri/domain/campaigns/results/conversion-days";
import { type RawBuilder, sql } from "kysely";

/** SQL: for how many days after it a touch counts, as the programme set it. */
export const windowDaysOf = (accountId: number): RawBuilder<unknown> => sql`coalesce((select setting.conversion_days
    from account_settings setting
    where setting.account_id = ${accountId}), ${CONVERSION_DAYS}::int)`;

const dayOf = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone 'Asia/Tokyo')::date`;

/**
 * SQL over `booking` (reserved_date, source_updated_at) and its reports `report`: what happened to its guest at `moment` was before the
 * booking, not too long, and not because of this very booking (`about`: of which report, null: of none). On the same day only what the
 * hotel's system says was later, or says nothing of.
 */
export const touchedBefore = (
  { moment, about }: { moment: RawBuilder<unknown>; about: RawBuilder<unknown> },
  windowDays: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(${dayOf(moment)} between booking.reserved_date - ${windowDays} and booking.reserved_date
    and (${dayOf(moment)} < booking.reserved_date or booking.source_updated_at is null or booking.source_updated_at > ${moment})
    and not exists (select from report r where r.booking_id = booking.id and r.report_id = ${about}))`;
