import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Due } from "@okaeri/domain/campaigns/triggers/occasion";
import { isAboutReservation, type TriggerBase } from "@okaeri/domain/campaigns/triggers/trigger";
import type { Form } from "@okaeri/domain/segments/form";
import { checkedTarget } from "@okaeri/domain/segments/target";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../database/connection.ts";
import type { Moment } from "../../pushes/ports.ts";
import { conditionSql } from "../../segments/condition-sql.ts";
import { withinReach } from "../../segments/reach.ts";
import type { TriggerOccasion } from "./running-triggers.ts";
import { guestsOf, type KnownBy } from "./trigger-types.ts";

/** Whose occasions they are, and what is asked of them. */
export type OccasionCheck = {
  accountId: number;
  campaignId: number;
  facilityIds: readonly number[] | null;
  segments: readonly JudgedSegment[];
  moment: Moment;
  /** Which day conditions are evaluated on: today, or in forecasts each guest's own. */
  evaluatedOn: "today" | "own_day";
};
export type JudgedSegment = { id: number; form: Form };

/** A guest whose occasion is due. `segment_id`: the first segment that means him, null where none does. */
export type JudgedGuest = {
  customer_id: number;
  reservation_id: number | null;
  transaction_id: number | null;
  base_day: CalendarDate;
  planned_at: Date;
  segment_id: number | null;
};

/** The segments of campaigns by campaign, the first first. */
export async function segmentsOfCampaigns(
  tx: Tx,
  accountId: number,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, JudgedSegment[]>> {
  const found = await tx.all<{
    campaign_id: number;
    id: number;
    target: unknown;
  }>`select segment.campaign_id, segment.id, segment.target
    from campaign_segments segment
    where segment.account_id = ${accountId} and segment.campaign_id = any(${campaignIds}::bigint[]) and segment.active_status = 'active'
    order by segment.priority_seq`;
  const segments = new Map<number, JudgedSegment[]>();
  // Saved and activated only after the same check.
  for (const { campaign_id, id, target } of found)
    segments.set(campaign_id, [...(segments.get(campaign_id) ?? []), { id, form: checkedTarget(target).form }]);
  return segments;
}

type CampaignContext = Pick<OccasionCheck, "accountId" | "campaignId" | "moment">;

/**
 * SQL: a statement's rows `g` (account_id, customer_id, reservation_id, transaction_id, base_day, planned_at), those of `due` who match now
 * and were not judged before.
 */
export function guestsToJudge(
  of: CampaignContext,
  occasion: TriggerOccasion,
  due: readonly Due[],
): RawBuilder<unknown> {
  const { campaignId } = of;
  const { base, offset_days: offsetDays } = occasion;
  return guestsDue(
    of,
    occasion,
    due,
    (reservationId) => sql<boolean>`not exists (select from trigger_events occasion
          where occasion.account_id = o.account_id and occasion.campaign_id = ${campaignId} and occasion.planned_at = o.planned_at
            and occasion.customer_id = o.customer_id and occasion.base = ${base} and occasion.offset_days = ${offsetDays}
            and occasion.stay_reservation_id is not distinct from ${reservationId} and occasion.campaign_action_id is null)`,
  );
}

/** A day of the base whose guests are not stored yet. `seenOn`: the day whose guests stand in for them. */
export type ForecastDue = Due & { seenOn?: CalendarDate };

/**
 * SQL: such rows, whether they were judged before or not. `asked`: what else is asked of them, by the SQL of their reservation. Ids and day are
 * expressions: whether they can be null depends on the base, not on the column they come from. `judged_on`: the day on which a forecast
 * evaluates the guest: the one of the meeting, or for guests who stand in for others the one they were met on.
 */
export function guestsDue(
  { accountId, moment: { today } }: CampaignContext,
  { base }: TriggerOccasion,
  due: readonly ForecastDue[],
  asked: (reservationId: RawBuilder<unknown>) => RawBuilder<boolean> = () => sql<boolean>`true`,
  known: KnownBy = "now",
): RawBuilder<unknown> {
  const days = due.map(({ day }) => day);
  const seen = due.map(({ day, seenOn }) => seenOn ?? day);
  const of = { accountId, days: [...new Set(seen)], today: known === "now" ? today : sql<CalendarDate>`o.judged_on` };
  const { rows, eachOf, reservationId, transactionId } = guestsOf(base, of, known);
  return sql`with o as materialized (
      select r.*, d.at as planned_at, d.day as met_day,
        (d.at at time zone 'Asia/Tokyo')::date - (d.day - d.seen_on) as judged_on
      from (${rows}) r
      join unnest(${days}::date[], ${seen}::date[], ${due.map(({ at }) => at)}::timestamptz[]) d (day, seen_on, at)
        on d.seen_on = r.base_day
    )
    select o.account_id, o.customer_id, coalesce(${reservationId}) as reservation_id, coalesce(${transactionId}) as transaction_id,
      o.met_day as base_day, o.planned_at, o.judged_on
    from ${eachOf(asked(reservationId))}`;
}

/** SQL: rows of JudgedGuest out of such rows, on occasions of this base. */
export function judgedGuestsSql(
  { accountId, facilityIds, segments, moment, evaluatedOn }: OccasionCheck,
  base: TriggerBase,
  guests: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const today = evaluatedOn === "today" ? moment.today : sql<CalendarDate>`g.judged_on`;
  const asked = { today, shape: "row", occasion: isAboutReservation(base) } as const;
  const first = segments.map(({ id, form }) => sql`when ${conditionSql(form, asked)} then ${id}::bigint`);
  return sql`with g as materialized (${guests})
    select g.customer_id, g.reservation_id, g.transaction_id, g.base_day, g.planned_at,
      case when not ${withinReach({ accountId, facilityIds })} then null ${sql.join(first, sql` `)} end as segment_id
    from g
    join customers customer on customer.account_id = g.account_id and customer.id = g.customer_id
    left join stay_reservations stay_reservation on stay_reservation.account_id = g.account_id
      and stay_reservation.id = g.reservation_id`;
}
