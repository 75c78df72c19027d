import type { ForecastBasis } from "@okaeri/contract/campaigns/schedule/runs";
import { addDays, type CalendarDate, daysBetween } from "@okaeri/domain/calendar-date";
import type { TriggerBase } from "@okaeri/domain/campaigns/triggers/trigger";
import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import type { ActionKinds, CampaignContext } from "../actions/action-kind.ts";
import { earlierMeetings } from "./events-met.ts";
import {
  type ForecastDue,
  guestsDue,
  type JudgedGuest,
  judgedGuestsSql,
  type OccasionCheck,
  segmentsOfCampaigns,
} from "./judged-guests.ts";
import { type Meeting, meetingsAfter } from "./meetings.ts";
import { dueOnDays, type TriggeredAction, type TriggerOccasion, triggerOccasions } from "./running-triggers.ts";
import { hasBookings, type KnownBy } from "./trigger-types.ts";
import { unreachedMeetings } from "./unreached-meetings.ts";

const BASIS: Record<TriggerBase, ForecastBasis> = {
  before_check_in: "bookings",
  check_in: "bookings",
  before_check_out: "bookings",
  after_check_out: "bookings",
  first_stay: "bookings",
  last_stay: "bookings",
  reserved: "last_week",
  cancelled: "last_week",
  registered: "last_week",
  rank_gained: "last_week",
  birthday: "stored",
  points_expire: "stored",
  rank_ends: "stored",
};

/** What a forecast of the base's day rests on; past days of a base are stored. */
export const basisOf = (base: TriggerBase, day: CalendarDate, today: CalendarDate): ForecastBasis =>
  day < today ? "stored" : BASIS[base];

/** How a part of an occasion's days is looked up. */
type Part = { occasion: TriggerOccasion; due: readonly ForecastDue[]; known: KnownBy };

/** Days of one occasion by how their guests are known: stored, by bookings, or by the week before. */
function partsOf(occasion: TriggerOccasion, days: readonly CalendarDate[], today: CalendarDate): Part[] {
  const all = dueOnDays(occasion, days);
  // What comes about at any hour is known of today as far as it has happened.
  const unknown = all.filter(({ day }) => BASIS[occasion.base] === "last_week" && day > today);
  const stored = all.filter((due) => !unknown.includes(due));
  const toCome = hasBookings(occasion.base) ? all.filter(({ day }) => day >= today) : [];
  const before = unknown.map((due) => ({ ...due, seenOn: weekdayBefore(due.day, today) }));
  const parts: Part[] = [
    { occasion, due: stored, known: "stored" },
    { occasion, due: toCome, known: "bookings" },
    { occasion, due: before, known: "stored" },
  ];
  return parts.filter(({ due }) => due.length > 0);
}

/** The last day before today of the same weekday. */
const weekdayBefore = (day: CalendarDate, today: CalendarDate): CalendarDate =>
  addDays(day, -7 * Math.ceil((daysBetween(today, day) + 1) / 7));

/**
 * Whom triggers meet on these days, from today on, and their messages reach, by the rules that decide then: also what was met today already.
 * Conditions, pauses and the message limit are evaluated on each guest's own day; limits count what the days before it bring.
 * The number of statements is the same for any number of campaigns.
 */
export async function expectedMeetings(
  tx: Tx,
  asking: CampaignContext,
  kinds: ActionKinds,
  actions: readonly TriggeredAction[],
  days: readonly CalendarDate[],
): Promise<Meeting[]> {
  const { accountId, today } = asking;
  const parts = [...Map.groupBy(actions, ({ campaign_id }) => campaign_id)].flatMap(([campaignId, own]) =>
    triggerOccasions(own)
      .flatMap((occasion) => partsOf(occasion, days, today))
      .map((part) => ({ ...part, campaignId, facilityIds: own[0]?.facility_ids ?? null })),
  );
  if (parts.length === 0) return [];
  const campaignIds = [...new Set(parts.map(({ campaignId }) => campaignId))];
  const segments = await segmentsOfCampaigns(tx, accountId, campaignIds);
  const selects = parts.map(({ campaignId, occasion, due, facilityIds, known }, place) => {
    const judging: OccasionCheck = {
      accountId,
      campaignId,
      facilityIds,
      segments: segments.get(campaignId) ?? [],
      moment: asking,
      evaluatedOn: "own_day",
    };
    return sql`select ${place}::int as place, j.*
      from (${judgedGuestsSql(judging, occasion.base, guestsDue(judging, occasion, due, undefined, known))}) j
      where j.segment_id is not null`;
  });
  const guests = await tx.all<JudgedGuest & { place: number }>`${sql.join(selects, sql` union all `)}
    order by planned_at, customer_id, reservation_id`;
  const before = await earlierMeetings(tx, accountId, campaignIds, {
    customerIds: [...new Set(guests.map(({ customer_id }) => customer_id))],
    reservationIds: [...new Set(guests.flatMap(({ reservation_id }) => reservation_id ?? []))],
  });
  const untilToday = Map.groupBy(
    before.filter(({ metOn }) => metOn < today),
    ({ campaignId }) => campaignId,
  );
  const meetingsWith = new Map(campaignIds.map((id) => [id, meetingsAfter(untilToday.get(id) ?? [])]));
  const met = guests.flatMap((guest) => {
    const { campaignId, occasion, due } = parts[guest.place] as (typeof parts)[number];
    const standsIn = due.some(({ seenOn }) => seenOn !== undefined);
    // Guests of the week before stand in for others, who were not met before.
    const meetings = standsIn ? meetingsAfter([]) : meetingsWith.get(campaignId);
    return (meetings?.(occasion, guest) ?? []).map((one) => ({ ...one, standsIn }));
  });
  const unreached = await unreachedMeetings(tx, asking, kinds, met);
  return met.flatMap(({ meeting }, at) => (unreached.has(at) ? [] : [meeting]));
}

/** How many guests an action meets on some of these meetings. */
export const guestsOfAction = (meetings: readonly Meeting[]): number =>
  new Set(meetings.map(({ customerId }) => customerId)).size;

/** The number to be said of a day or of days; null where nothing is known of it yet, which is no zero. */
export const sayable = (count: number, basis: ForecastBasis): number | null =>
  count === 0 && basis !== "stored" ? null : count;
