import { TIMELINE_KINDS, type TimelineKind } from "@okaeri/contract/customer-requests";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { timelineSources } from "./timeline-sources.ts";

export type TimelineRow = {
  key: string;
  kind: TimelineKind;
  day: string;
  title: string | null;
  detail: string | null;
  amount: number | null;
};

type TimelineQuery = { id: number; kinds?: readonly TimelineKind[] | undefined; page: number; size: number };

/**
 * Everything that happened with one guest, newest first, in one statement. A facility's people see the reservations and stays of their
 * facilities; points, coupons and messages belong to the whole programme.
 */
export async function timelineOf(
  tx: Tx,
  scope: Scope,
  { id, kinds, page, size }: TimelineQuery,
  today: CalendarDate,
): Promise<{ rows: TimelineRow[]; total: number }> {
  const wanted = Object.entries(timelineSources(scope, id, today)).filter(
    ([kind]) => kinds?.includes(kind as TimelineKind) ?? true,
  );
  if (wanted.length === 0) return { rows: [], total: 0 };
  const union = sql.join(
    wanted.map(
      ([kind, source]) =>
        sql`select ${sql.lit(kind)}::text as kind, s.* from (${source}) s (event_id, day, title, detail, amount)`,
    ),
    sql` union all `,
  );
  const found = await tx.one<{ total: number; rows: TimelineRow[] }>`with e as materialized (${union})
    select (select count(*)::int from e) as total,
      coalesce((select json_agg(p)
        from (
          select kind || '-' || event_id as key, kind, day::text as day, title, detail, amount
          from e
          order by day desc, array_position(${TIMELINE_KINDS}::text[], kind) desc, event_id desc limit ${size} offset ${(page - 1) * size}
        ) p), '[]') as rows`;
  return found;
}
