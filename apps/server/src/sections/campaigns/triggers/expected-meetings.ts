import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import type { Moment } from "../../pushes/ports.ts";
import { guestsDue, type JudgedGuest, judged, segmentsOfCampaigns } from "./judged-guests.ts";
import { type Meeting, meetingsAfter } from "./meetings.ts";
import { metBefore } from "./met-before.ts";
import { dueOnDays, occasionsOf, type TriggeredAction } from "./running-triggers.ts";

/**
 * What triggers meet guests for on these days, from today on, by what is stored now: also what was met today already. The number of
 * statements is the same for any number of campaigns.
 */
export async function expectedMeetings(
  tx: Tx,
  accountId: number,
  actions: readonly TriggeredAction[],
  { days, moment }: { days: readonly CalendarDate[]; moment: Moment },
): Promise<Meeting[]> {
  const occasions = [...Map.groupBy(actions, ({ campaign_id }) => campaign_id)].flatMap(([campaignId, own]) =>
    occasionsOf(own).flatMap((occasion) => {
      const due = dueOnDays(occasion, days);
      return due.length === 0 ? [] : [{ campaignId, occasion, due, facilityIds: own[0]?.facility_ids ?? null }];
    }),
  );
  if (occasions.length === 0) return [];
  const campaignIds = [...new Set(occasions.map(({ campaignId }) => campaignId))];
  const segments = await segmentsOfCampaigns(tx, accountId, campaignIds);
  const meant = occasions.map(({ campaignId, occasion, due, facilityIds }, place) => {
    const judging = { accountId, campaignId, facilityIds, segments: segments.get(campaignId) ?? [], moment };
    return sql`select ${place}::int as place, j.*
      from (${judged(judging, occasion.base, guestsDue(judging, occasion, due))}) j
      where j.segment_id is not null`;
  });
  const guests = await tx.all<JudgedGuest & { place: number }>`${sql.join(meant, sql` union all `)}
    order by planned_at, customer_id, reservation_id`;
  const before = await metBefore(tx, accountId, campaignIds, {
    customerIds: [...new Set(guests.map(({ customer_id }) => customer_id))],
    reservationIds: [...new Set(guests.flatMap(({ reservation_id }) => reservation_id ?? []))],
  });
  const untilToday = Map.groupBy(
    before.filter(({ metOn }) => metOn < moment.today),
    ({ campaignId }) => campaignId,
  );
  const meetingsWith = new Map(campaignIds.map((id) => [id, meetingsAfter(untilToday.get(id) ?? [])]));
  return guests.flatMap((guest) => {
    const { campaignId, occasion } = occasions[guest.place] as (typeof occasions)[number];
    return (meetingsWith.get(campaignId)?.(occasion, guest) ?? []).map(({ meeting }) => meeting);
  });
}

/** How many guests an action meets on some of these meetings. */
export const guestsOfAction = (meetings: readonly Meeting[]): number =>
  new Set(meetings.map(({ customerId }) => customerId)).size;
