import type { campaignLift } from "@okaeri/contract/campaigns/results/results";
import { type LiftCounts, liftOf } from "@okaeri/domain/campaigns/results/lift";
import { sql } from "kysely";
import type { z } from "zod";
import type { Tx } from "../../database/connection.ts";
import { withoutLoops } from "../../database/without-loops.ts";
import type { Scope } from "../../session/scope.ts";
import { assignedBy, CONTROL_REASONS, type ControlReason } from "../pushes/assigned.read.ts";
import { bookingsOfGiven, reportsOfBookings } from "../stays/bookings.read.ts";
import { withinFacilities } from "../stays/guests.read.ts";
import { touchedBefore, windowDaysOf } from "./touched-before.ts";

type CampaignLift = z.infer<typeof campaignLift>;

type Compared = LiftCounts & {
  reason: ControlReason;
  treated_stays: number;
  treated_use_price: number;
  control_stays: number;
  control_use_price: number;
};

/**
 * What a campaign brought beside not sending it (docs/adr/0563): guests it went to, or was tried to, and those who were left out of the same
 * sends, each once; who stayed by a booking within the days of the programme after any of them, whoever is credited with it. Of a person of
 * single facilities their guests and stays there. Null: nobody was left out.
 */
export async function liftsOf(
  tx: Tx,
  scope: Pick<Scope, "accountId" | "facilityIds">,
  campaignId: number,
): Promise<CampaignLift> {
  const { accountId, facilityIds } = scope;
  const atFacilities = facilityIds === null ? sql`true` : sql`b.facility_account_id = any(${facilityIds}::bigint[])`;
  // Of whom a share changed meanwhile only the sends from the first to the last that left somebody out are compared.
  const compared = await withoutLoops(
    tx,
    () => tx.all<Compared>`with assigned as materialized (
      ${assignedBy(accountId, campaignId)}
    ), comparison as materialized (
      select a.assigned as reason, min(a.moment) as first_at, max(a.moment) as last_at
      from assigned a
      where a.assigned = any(${CONTROL_REASONS}::text[])
      group by a.assigned
    ), compared as materialized (
      select k.reason, a.guest_id, a.assigned, a.moment, a.about_reservation_id, a.is_thinned
      from comparison k
      join assigned a on a.moment between k.first_at and k.last_at and a.assigned in ('treated', 'once_per', k.reason)
      where ${withinFacilities(scope, sql`a.guest_id`)}
    ), member as materialized (
      select c.reason, c.guest_id, bool_or(c.assigned = 'treated') as is_treated,
        coalesce(min(c.moment) filter (where c.assigned = 'treated'), min(c.moment)) as first_at
      from compared c
      where c.assigned <> 'once_per'
      group by c.reason, c.guest_id
    ), given as materialized (
      select distinct ${accountId}::bigint as account_id, m.guest_id as id
      from member m
    ), booking as materialized (
      select b.account_id, b.id, b.customer_id, coalesce(b.reserved_date, b.stayed_from) as reserved_date, b.source_updated_at,
        b.use_price
      from (${bookingsOfGiven}) b
      where b.stayed_until is not null and ${atFacilities} and b.customer_id = any(array(select g.id from given g))
        and (b.reserved_date is null
          or b.reserved_date >= (select (min(k.first_at) at time zone 'Asia/Tokyo')::date from comparison k))
    ), report as materialized (
      select r.booking_id, r.report_id
      from (${reportsOfBookings}) r
      where r.report_id = any(array(select distinct c.about_reservation_id from compared c where c.about_reservation_id is not null))
    ), attributed as (
      select distinct m.reason, m.guest_id, booking.id, booking.use_price
      from booking
      join member m on m.guest_id = booking.customer_id
      join compared c on c.reason = m.reason and c.guest_id = m.guest_id and (c.assigned = c.reason) <> m.is_treated
        and (c.is_thinned is not true or c.moment = m.first_at)
      where ${touchedBefore({ moment: sql`c.moment`, about: sql`c.about_reservation_id` }, windowDaysOf(accountId))}
    ), stayed as (
      select b.reason, b.guest_id, count(*) as stays, sum(b.use_price) as use_price
      from attributed b
      group by b.reason, b.guest_id
    )
    select m.reason, (count(*) filter (where m.is_treated))::int as treated,
      (count(s.stays) filter (where m.is_treated))::int as treated_stayed,
      (count(*) filter (where not m.is_treated))::int as control,
      (count(s.stays) filter (where not m.is_treated))::int as control_stayed,
      coalesce(sum(s.stays) filter (where m.is_treated), 0)::int as treated_stays,
      coalesce(sum(s.use_price) filter (where m.is_treated), 0)::bigint as treated_use_price,
      coalesce(sum(s.stays) filter (where not m.is_treated), 0)::int as control_stays,
      coalesce(sum(s.use_price) filter (where not m.is_treated), 0)::bigint as control_use_price
    from member m
    left join stayed s on s.reason = m.reason and s.guest_id = m.guest_id
    group by m.reason`,
  );
  const of = (reason: ControlReason) => answer(compared.find((one) => one.reason === reason));
  return { lift: of("control_group"), standing_lift: of("standing_control") };
}

const NOTHING_TO_COMPARE = {
  difference: null,
  low: null,
  high: null,
  guests: null,
  guests_low: null,
  guests_high: null,
  needed: null,
};

function answer(compared: Compared | undefined): CampaignLift["lift"] {
  if (compared === undefined || compared.control === 0) return null;
  const { reason: _, ...counts } = compared;
  return { ...counts, ...(liftOf(counts) ?? NOTHING_TO_COMPARE) };
}
