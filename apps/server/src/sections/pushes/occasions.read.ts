import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";

/** What a push is for. `key` is empty for what a person sends; else no other occasion of its action has it. `day`: the day it is about. */
export type PushOccasion = { key: string; day: CalendarDate | null };

/** By push: the stay, the day or the run that sets it off. */
export async function occasionsOfPushes(
  tx: Tx,
  accountId: number,
  pushIds: readonly number[],
): Promise<Map<number, PushOccasion>> {
  const rows = await tx.all<PushOccasion & { id: number }>`select push.id, push.cause_date as day,
      case when push.started_by = 'by_hand' then '' when push.stay_reservation_id is not null then 'stay:' || push.stay_reservation_id
        when push.cause_date is not null then 'day:' || push.cause_date else push.trigger_key end as key
    from push_actions push
    where push.account_id = ${accountId} and push.id = any(${[...new Set(pushIds)]}::bigint[])`;
  return new Map(rows.map(({ id, ...occasion }) => [id, occasion]));
}
