import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../database/connection.ts";

type Record = { accountId: number; entity: string; id: number };

/** Days in Japan on which a record of the account was saved: after the first of the two days, up to the second. */
export async function changeDays(
  tx: Tx,
  { accountId, entity, id }: Record,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<string[]> {
  const found = await tx.all<{ day: string }>`select distinct (at at time zone 'Asia/Tokyo')::date::text as day
    from audit_logs
    where account_id = ${accountId} and entity = ${entity} and entity_id = ${id} and action = 'update'
      and (at at time zone 'Asia/Tokyo')::date > ${from}::date and (at at time zone 'Asia/Tokyo')::date <= ${to}::date
    order by 1`;
  return found.map(({ day }) => day);
}
