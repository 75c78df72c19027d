import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { ActionType } from "@okaeri/domain/enumerations";
import type { Tx } from "../../database/connection.ts";

/** What a push is for. `key` is empty for what a person sends; else no other occasion of its action has it. `day`: the day it is about. */
export type PushOccasion = { key: string; day: CalendarDate | null };

/** A push that gives something beside a message, and the action it is of. */
export type OtherPush = { id: number; campaign_action_id: number };

/**
 * What of one kind the send of a message gives or offers to the same segment, one push of each action: the guest's, where an action has
 * several. None where the message tells of what its guests have already.
 */
export function otherPushes(
  tx: Tx,
  accountId: number,
  channel: ActionType,
  { pushActionId, customerId }: { pushActionId: number; customerId: number },
): Promise<OtherPush[]> {
  return tx.all<OtherPush>`select distinct on (other_push.campaign_action_id) other_push.id, other_push.campaign_action_id
    from push_actions push
    join push_actions other_push on other_push.account_id = push.account_id and other_push.campaign_segment_id = push.campaign_segment_id
      and other_push.trigger_key = push.trigger_key and other_push.channel = ${channel}
    where push.account_id = ${accountId} and push.id = ${pushActionId}
    order by other_push.campaign_action_id, exists (select from push_action_targets target
        where target.account_id = other_push.account_id and target.push_action_id = other_push.id
          and target.customer_id = ${customerId}) desc, other_push.id`;
}

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
