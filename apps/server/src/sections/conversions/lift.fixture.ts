import { calendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeGuests, makeInn } from "../campaigns/campaigns.fixture.ts";
import { mergeIds } from "../merges/merges.fixture.ts";
import { undoMerge } from "../merges/undo-merge.ts";
import { liftsOf } from "./lift.read.ts";

// Sends, bookings and stays as bare facts of the tables, for what compares guests whom a campaign went to with those it left out.

export type Outcome =
  | "sent"
  | "failed"
  | "unknown"
  | "waiting"
  | "control_group"
  | "standing_control"
  | "once_per"
  | "no_consent";
/** `at`: when it went; of an event when it was planned. `about`: the booking it was about. */
export type Send = {
  at: string;
  /** By guest. */
  outcomes: Record<number, Outcome>;
  kind?: "mail" | "point";
  trigger_key?: string;
  about?: number;
  event?: boolean;
  /** By a person, or with its campaign, before it went. */
  called_off?: "person" | "end";
  /** Over for so long that of those who had it before only samples are left. */
  thinned?: boolean;
};
/** `reportedAt`: when the hotel's system told of it. Nobody stays without `price`. */
export type Booking = {
  guest: number;
  day: string | null;
  reportedAt?: string;
  checkIn?: string;
  price?: number;
  reversed?: boolean;
  cancelled?: boolean;
  reportOf?: number;
  facility?: number;
};
type Campaign = { campaign: number; segment: number; mail: number; point: number };

export async function openLift() {
  const t: TestApp = await testApp();
  const inn = await makeInn(t.app, "宿");
  const annex: Facility = await makeAccount(t.app, { name: "別館", above: inn, option: null });
  const { accountId } = inn;
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => t.app.database.inScope({ accountIds: [accountId] }, work);
  const now = new Date("2029-01-01T00:00:00Z");
  const ctx = { accountId, userId: null, ip: null, today: calendarDate("2029-01-01"), now };
  const person = await makeUser(t.app, inn, "role_admin", ["*"]);
  let serial = 0;
  return {
    t,
    inn,
    annex,
    guests: (count: number) => makeGuests(t.app, accountId, { count, mail: `g${++serial}x` }),
    campaign: () =>
      inTx(
        (tx) =>
          tx.one<Campaign>`with c as (
            insert into campaigns (account_id, name, type) values (${accountId}, 'x', 'repeat_promotion') returning id
          ), s as (
            insert into campaign_segments (account_id, campaign_id, priority_seq) select ${accountId}, id, 1 from c returning id
          ), a as (
            insert into campaign_actions (account_id, campaign_segment_id, seq, type)
            select ${accountId}, s.id, k.seq, k.type
            from s
            cross join (values (1, 'point'), (2, 'mail')) k (seq, type)
            returning id, type
          )
          select c.id as campaign, s.id as segment, (select id from a where type = 'mail') as mail,
            (select id from a where type = 'point') as point
          from c, s`,
      ),
    send: (of: Campaign, send: Send) =>
      inTx(async (tx) => {
        const { outcomes, at, kind = "mail", about = null, event = false, called_off, thinned = false } = send;
        const of_kind = (...named: Outcome[]) => Object.values(outcomes).filter((one) => named.includes(one)).length;
        const left = of_kind("control_group", "standing_control", "once_per", "no_consent");
        const { id } = await tx.one<{
          id: number;
        }>`insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, trigger_key, started_by,
            in_sets, stay_reservation_id, push_status, push_scheduled_time, called_off_at, called_off_by, error, target_count,
            sent_count, skipped_count, failed_count, unknown_count, omitted_ended_at, funnel)
          values (${accountId}, ${of.campaign}, ${of.segment}, ${of[kind]}, ${kind}, ${send.trigger_key ?? `k${++serial}`},
            ${event ? "trigger" : "by_hand"}, ${event}, ${about}, ${of_kind("waiting") > 0 ? "doing" : "done"}, ${at}::timestamptz,
            ${called_off === "person" ? at : null}::timestamptz, ${called_off === "person" ? person : null},
            ${called_off === "end" ? "ended" : null}, ${Object.keys(outcomes).length}, ${of_kind("sent")}, ${left}, ${of_kind("failed")},
            ${of_kind("unknown")}, ${thinned ? at : null}::timestamptz,
            ${JSON.stringify(thinned ? { reasons: { once_per: 1 } } : {})}::jsonb)
          returning id`;
        for (const [guest, outcome] of Object.entries(outcomes)) {
          const skipped = ["control_group", "standing_control", "once_per", "no_consent"].includes(outcome);
          await tx.run`insert into push_action_targets (account_id, push_action_id, campaign_id, campaign_segment_id, customer_id, outcome,
              reason, sent_at)
            values (${accountId}, ${id}, ${of.campaign}, ${of.segment}, ${Number(guest)}, ${skipped ? "skipped" : outcome},
              ${skipped ? outcome : null}, ${outcome === "sent" || outcome === "unknown" ? at : null}::timestamptz)`;
          if (outcome === "control_group" || outcome === "standing_control")
            await tx.run`insert into control_guests (account_id, campaign_id, customer_id, since)
              values (${accountId}, ${outcome === "control_group" ? of.campaign : null}, ${Number(guest)}, ${at}::timestamptz)
              on conflict do nothing`;
        }
      }),
    /** Returns the booking's id. */
    book: (booking: Booking) =>
      inTx(async (tx) => {
        const {
          guest,
          day,
          reportedAt: bookingReportedAt = null,
          price,
          reversed = false,
          cancelled = false,
          reportOf = null,
        } = booking;
        const facility = booking.facility ?? accountId;
        const checkIn = booking.checkIn ?? "2028-12-01";
        const code = `B${++serial}`;
        const { id } = await tx.one<{
          id: number;
        }>`insert into stay_reservations (account_id, facility_account_id, customer_id, original_reservation_code, reserved_date,
            source_updated_at, check_in_date, check_out_date, cancel_date, linked_to_id)
          values (${accountId}, ${facility}, ${guest}, ${code}, ${day}, ${bookingReportedAt}::timestamptz, ${checkIn}, ${checkIn}::date + 1,
            ${cancelled ? "2028-11-30" : null}, ${reportOf})
          returning id`;
        if (price !== undefined)
          await tx.run`insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id, transaction_code,
              confirmed_date, use_price, check_in_date, check_out_date, reversed_at)
            values (${accountId}, ${facility}, ${id}, ${guest}, ${code}, ${checkIn}::date + 1, ${price}, ${checkIn}, ${checkIn}::date + 1,
              ${reversed ? now : null})`;
        await tx.run`insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
          values (${accountId}, ${facility}, ${guest}, ${checkIn}) on conflict do nothing`;
        return id;
      }),
    merge: (survivor: number, source: number) => inTx((tx) => mergeIds(tx, ctx, survivor, source)),
    unmerge: (merge: number) => inTx((tx) => undoMerge(tx, ctx, merge)),
    windowDays: (days: number) =>
      inTx((tx) => tx.run`update account_settings set conversion_days = ${days} where account_id = ${accountId}`),
    lifts: (of: Campaign) => inTx((tx) => liftsOf(tx, { accountId, facilityIds: null }, of.campaign)),
    close: () => t.close(),
  };
}
export type LiftWorld = Awaited<ReturnType<typeof openLift>>;
