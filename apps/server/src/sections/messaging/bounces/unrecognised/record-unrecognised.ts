import type { ReportSource } from "@okaeri/contract/unrecognised-reports";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../../../database/connection.ts";

/** Similar reports of one day, counted together. */
export type UnrecognisedReportRow = {
  source: ReportSource;
  server: string;
  statusCodes: readonly string[];
  /** Masked (domain/messaging/masked-excerpt.ts). */
  excerpt: string;
  occurrences: number;
  customerId?: number;
  /** The whole report, sealed for the row with this id. */
  whole?: { id: number; sealed: string };
};

/** Rows of a programme and day with a text of their own. What comes after is counted in one row for each source. */
const MOST_ROWS_A_DAY = 200;
// Any number that no other advisory lock of the product uses as its first.
const LOCK_CLASS = 880;

/** Counts reports that were not understood. Reports of the same day, source, server, codes and text are one row, which keeps the first. */
export async function recordUnrecognised(
  tx: Tx,
  accountId: number,
  reports: readonly UnrecognisedReportRow[],
  { now, today }: { now: Date; today: CalendarDate },
): Promise<void> {
  if (reports.length === 0) return;
  // Without the lock two transactions could take the same last free row.
  await tx.run`select pg_advisory_xact_lock(${LOCK_CLASS}, hashint8(${accountId}::bigint))`;
  await tx.run`with given as (
      select u.source, u.server, string_to_array(u.codes, ' ') as status_codes, u.excerpt, sum(u.occurrences) as occurrences,
        min(u.customer_id) as customer_id, min(u.id) as id, min(u.sealed) as sealed, min(u.place) as place
      from unnest(${reports.map((one) => one.source)}::text[], ${reports.map((one) => one.server)}::text[],
        ${reports.map((one) => one.statusCodes.join(" "))}::text[], ${reports.map((one) => one.excerpt)}::text[],
        ${reports.map((one) => one.occurrences)}::bigint[], ${reports.map((one) => one.customerId ?? null)}::bigint[],
        ${reports.map((one) => one.whole?.id ?? null)}::bigint[], ${reports.map((one) => one.whole?.sealed ?? null)}::text[])
        with ordinality u (source, server, codes, excerpt, occurrences, customer_id, id, sealed, place)
      group by u.source, u.server, u.codes, u.excerpt
    ), of_day as (
      select source, server, status_codes, excerpt
      from unrecognised_reports
      where account_id = ${accountId} and received_on = ${today} and not is_overflow
    ), placed as (
      select given.*, known.source is null and (select count(*) from of_day)
          + count(*) filter (where known.source is null) over (order by given.place) > ${MOST_ROWS_A_DAY} as is_overflow
      from given
      left join of_day known using (source, server, status_codes, excerpt)
    )
    insert into unrecognised_reports as unrecognised_report (account_id, id, received_on, source, is_overflow, server, status_codes,
      excerpt, occurrences, first_at, last_at, customer_id, sealed)
    overriding system value
    select ${accountId}, coalesce(min(placed.id) filter (where not placed.is_overflow),
        nextval(pg_get_serial_sequence('unrecognised_reports', 'id'))), ${today}, placed.source, placed.is_overflow,
      case when placed.is_overflow then '' else placed.server end,
      case when placed.is_overflow then '{}' else placed.status_codes end,
      case when placed.is_overflow then '' else placed.excerpt end,
      least(sum(placed.occurrences), 2000000000), ${now}, ${now},
      min(placed.customer_id) filter (where not placed.is_overflow), min(placed.sealed) filter (where not placed.is_overflow)
    from placed
    group by placed.source, placed.is_overflow, 6, 7, 8
    on conflict (account_id, received_on, source, is_overflow, server, status_codes, excerpt) do update
    set occurrences = least(unrecognised_report.occurrences::bigint + excluded.occurrences, 2000000000),
      last_at = greatest(unrecognised_report.last_at, excluded.last_at)`;
}
