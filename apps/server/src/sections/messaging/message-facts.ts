import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { LanguageCode } from "@okaeri/domain/enumerations";
import { guestFacilityName, type ShownNames } from "@okaeri/domain/messaging/guest-name";
import type { MentionedCoupon, MessageFacts, ReportedReservation } from "@okaeri/domain/messaging/placeholders";
import { type RawBuilder, sql } from "kysely";
import { type CouponMention, mentionedCouponSql } from "../coupons/mentioned-coupons.read.ts";
import { balancesOn, nextExpiry } from "../points/balances.read.ts";
import { heldRanks } from "../ranks/held-ranks.read.ts";
import { lastFacilityName } from "../stays/guests.read.ts";
import { reportedReservation } from "../stays/reported-reservation.read.ts";

export type FactsRow = {
  name: string;
  name_kana: string | null;
  member_number: string | null;
  email: string | null;
  language: LanguageCode;
  last_stay_on: CalendarDate | null;
  stay_count: number;
  point_balance: number;
  point_expires_on: CalendarDate | null;
  rank: string | null;
  facility_name: string | null;
  coupon: MentionedCoupon | null;
  reservation: ReportedReservation | null;
};

/**
 * Columns of FactsRow over customers `customer` and the joins of `factJoins`; `mention`: which coupon the text mentions, `reservationId`: SQL, which
 * reservation it tells of; null for none.
 */
export const factColumns = (
  today: CalendarDate,
  mention: CouponMention | null,
  reservationId: RawBuilder<number | null> | null,
): RawBuilder<unknown> => sql`customer.name, customer.name_kana, customer.member_number, customer.email, customer.language,
  customer.last_stay_on, customer.stay_count, coalesce(fp.balance, 0)::bigint as point_balance, fl.expires_on as point_expires_on,
  fr.name as rank, ${lastFacilityName} as facility_name, ${mention === null ? sql`null` : mentionedCouponSql(today, mention)} as coupon,
  ${reservationId === null ? sql`null` : reportedReservation(reservationId)} as reservation`;

/** What a message may say of customers `customer`; meant for a few customers at a time. */
export function factJoins(today: CalendarDate): RawBuilder<unknown> {
  return sql`left join ${balancesOn(today, "row")} fp on fp.account_id = customer.account_id and fp.customer_id = customer.id
    cross join lateral (select ${nextExpiry(today)} as expires_on) fl
    left join ${heldRanks(today)} fr on fr.account_id = customer.account_id and fr.customer_id = customer.id`;
}

/** The facts of one recipient, with facilities as guests know them; the programme stands in for a guest who has not stayed anywhere yet. */
export function messageFacts(row: FactsRow, names: ShownNames, grantedPoints: number | null): MessageFacts {
  return {
    name: row.name,
    name_kana: row.name_kana,
    member_number: row.member_number,
    point_balance: row.point_balance,
    point_expires_on: row.point_expires_on,
    rank: row.rank,
    last_stay_on: row.last_stay_on,
    stay_count: row.stay_count,
    facility_name: guestFacilityName(row.facility_name, names),
    granted_points: grantedPoints,
    coupon: row.coupon,
    reservation: row.reservation && {
      ...row.reservation,
      facility_name: guestFacilityName(row.reservation.facility_name, names),
    },
  };
}
