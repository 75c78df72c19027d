import { REPORT_SOURCES, type ReportSource } from "@okaeri/contract/unrecognised-reports";
import { sql } from "kysely";
import type { Tx } from "../../../../database/connection.ts";
import { daysBefore } from "../../../../jobs/terms.ts";

/** Days that rows are shown and kept. */
export const RETENTION_DAYS = 7;
/** Rows of a list, the newest. */
const SHOWN = 200;

export type ReportRow = {
  id: number;
  source: ReportSource;
  is_overflow: boolean;
  server: string;
  status_codes: string[];
  excerpt: string;
  occurrences: number;
  first_at: Date;
  last_at: Date;
  has_whole_text: boolean;
};
export type OfAccountRow = ReportRow & { account_id: number; account_name: string };
export type Totals = Record<ReportSource, number>;

const COLUMNS = sql`unrecognised_report.id, unrecognised_report.source, unrecognised_report.is_overflow,
  unrecognised_report.server, unrecognised_report.status_codes, unrecognised_report.excerpt, unrecognised_report.occurrences,
  unrecognised_report.first_at, unrecognised_report.last_at, unrecognised_report.sealed is not null as has_whole_text`;

/** The newest of all programmes. */
export function reportsOfAll(tx: Tx, now: Date): Promise<OfAccountRow[]> {
  return tx.all<OfAccountRow>`select ${COLUMNS}, account.id as account_id, account.name as account_name
    from unrecognised_reports unrecognised_report
    join accounts account on account.id = unrecognised_report.account_id
    where unrecognised_report.last_at >= ${daysBefore(now, RETENTION_DAYS)}
    order by unrecognised_report.last_at desc, unrecognised_report.account_id, unrecognised_report.id desc limit ${SHOWN}`;
}

/** Counts of all programmes, by source. */
export async function totalsOfAll(tx: Tx, now: Date): Promise<Totals> {
  return totalsFrom(
    await tx.all<{
      source: ReportSource;
      count: number;
    }>`select unrecognised_report.source, sum(unrecognised_report.occurrences)::float8 as count
      from unrecognised_reports unrecognised_report
      where unrecognised_report.last_at >= ${daysBefore(now, RETENTION_DAYS)}
      group by unrecognised_report.source`,
  );
}

/** The programme's own, the newest first. */
export function reportsOfProgramme(tx: Tx, accountId: number, now: Date): Promise<ReportRow[]> {
  return tx.all<ReportRow>`select ${COLUMNS}
    from unrecognised_reports unrecognised_report
    where unrecognised_report.account_id = ${accountId} and unrecognised_report.last_at >= ${daysBefore(now, RETENTION_DAYS)}
    order by unrecognised_report.last_at desc, unrecognised_report.id desc limit ${SHOWN}`;
}

/** Counts of the programme, by source. */
export async function totalsOfProgramme(tx: Tx, accountId: number, now: Date): Promise<Totals> {
  return totalsFrom(
    await tx.all<{
      source: ReportSource;
      count: number;
    }>`select unrecognised_report.source, sum(unrecognised_report.occurrences)::float8 as count
      from unrecognised_reports unrecognised_report
      where unrecognised_report.account_id = ${accountId} and unrecognised_report.last_at >= ${daysBefore(now, RETENTION_DAYS)}
      group by unrecognised_report.source`,
  );
}

function totalsFrom(rows: readonly { source: ReportSource; count: number }[]): Totals {
  const counts = new Map(rows.map(({ source, count }) => [source, count]));
  return Object.fromEntries(REPORT_SOURCES.map((source) => [source, counts.get(source) ?? 0])) as Totals;
}

export type WholeRow = Omit<ReportRow, "has_whole_text"> & { customer_id: number | null; sealed: string };

/** Returns a report with its whole text, or undefined if the text was not stored. */
export function wholeReport(tx: Tx, accountId: number, id: number, now: Date): Promise<WholeRow | undefined> {
  return tx.maybe<WholeRow>`select id, source, is_overflow, server, status_codes, excerpt, occurrences, first_at, last_at, customer_id,
      sealed
    from unrecognised_reports
    where account_id = ${accountId} and id = ${id} and sealed is not null and last_at >= ${daysBefore(now, RETENTION_DAYS)}`;
}
