import { type CalendarDate, calendarDate } from "../calendar-date.ts";
import type { ReportedReservation } from "./placeholders.ts";

/** Who stands in where a target means nobody: a mail can be looked at all the same. Nobody is called so. */
export const INVENTED_GUEST = {
  name: "見本 花子",
  name_kana: "ミホン ハナコ",
  member_number: "M-000000",
  email: null,
  language: "ja" as const,
  last_stay_on: calendarDate("2026-04-01") as CalendarDate,
  stay_count: 2,
  point_balance: 1_000,
  point_expires_on: calendarDate("2027-03-31") as CalendarDate,
  rank: "見本",
  facility_name: null,
  coupon: null,
  reservation: null,
};

/** What stands in for the reservation of a guest who has none. */
export const INVENTED_RESERVATION: ReportedReservation = {
  check_in_on: calendarDate("2026-04-01"),
  check_out_on: calendarDate("2026-04-03"),
  plan: "見本プラン",
  room_type: "見本ルーム",
  reserved_price: 30_000,
  facility_name: "見本の宿",
};
