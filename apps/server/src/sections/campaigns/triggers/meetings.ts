import { hasReachedFrequencyLimit, type Met, meetingDay, type Once } from "@okaeri/domain/campaigns/triggers/occasion";
import type { JudgedGuest } from "./judged-guests.ts";
import type { TriggeredAction, TriggerOccasion } from "./running-triggers.ts";

/** What an action meets a guest for. */
export type Meeting = Met & { once: Once; plannedAt: Date };

/** What the actions of a campaign meet guests for, one guest after the other; `before`: whom they met until now. */
export function meetingsAfter(before: readonly Met[]) {
  const byGuest = Map.groupBy(before, ({ customerId }) => customerId);
  const byReservation = Map.groupBy(before, ({ reservationId }) => reservationId);
  const known = ({ customerId, reservationId }: Met) => [
    ...(byGuest.get(customerId) ?? []),
    ...(reservationId === null ? [] : (byReservation.get(reservationId) ?? [])),
  ];
  const note = (meeting: Meeting) => {
    byGuest.set(meeting.customerId, [...(byGuest.get(meeting.customerId) ?? []), meeting]);
    byReservation.set(meeting.reservationId, [...(byReservation.get(meeting.reservationId) ?? []), meeting]);
  };
  return (occasion: TriggerOccasion, guest: JudgedGuest): { action: TriggeredAction; meeting: Meeting }[] =>
    occasion.actions
      .filter(({ segment_id }) => segment_id === guest.segment_id)
      .flatMap((action) => {
        const meeting = meetingOf(action, guest);
        if (hasReachedFrequencyLimit(action, meeting, known(meeting))) return [];
        note(meeting);
        return [{ action, meeting }];
      });
}

function meetingOf(action: TriggeredAction, guest: JudgedGuest): Meeting {
  return {
    actionId: action.action_id,
    segmentId: action.segment_id,
    type: action.type,
    base: action.base,
    offsetDays: action.offset_days,
    customerId: guest.customer_id,
    reservationId: guest.reservation_id,
    day: guest.base_day,
    metOn: meetingDay(action, guest.base_day),
    once: action,
    plannedAt: guest.planned_at,
  };
}
