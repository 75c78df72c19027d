import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";

// What of an account is in force on a day. Open ends count as always; the first and the last day belong to it.

/** SQL over accounts `a`: the day lies in the contract's period. */
export function inContract(today: CalendarDate): RawBuilder<boolean> {
  return sql<boolean>`((a.contract_started_at is null or a.contract_started_at <= ${today}::date)
    and (a.contract_ended_at is null or a.contract_ended_at >= ${today}::date))`;
}

/** SQL over options `o` of accounts: the option runs on that day. */
export function optionRuns(today: CalendarDate): RawBuilder<boolean> {
  return sql<boolean>`(o.active_status = 'active' and o.option_started_at <= ${today}::date
    and (o.option_ended_at is null or o.option_ended_at >= ${today}::date))`;
}
