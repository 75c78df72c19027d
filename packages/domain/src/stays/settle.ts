import { type CalendarDate, daysBetween } from "../calendar-date.ts";
import type { GuestType } from "../enumerations.ts";
import { type Reported, sourceTimeOf, stateOf, storableValue } from "./reported.ts";
import type { ReservationRow } from "./reservation-row.ts";

/**
 * The row that the reports result in, with defaults for what nobody reported: booked, an individual, Japanese; a stay cost what was paid,
 * else what was booked, has the reservation's code and was settled on the check-out day. The defaults follow the fields they come from,
 * whenever those are reported.
 */
export function settle(reported: Reported, key: { reservation_code: string; guest_type: GuestType }): ReservationRow {
  const state = stateOf(reported);
  const isStay = state === "stayed";
  const check_in_date = storableValue(reported, "check_in_date") as CalendarDate;
  const check_out_date = storableValue(reported, "check_out_date") as CalendarDate;
  const payment_price = isStay ? storableValue(reported, "payment_price") : null;
  const reserved_price = storableValue(reported, "reserved_price");
  return {
    reservation_code: key.reservation_code,
    reservation_status: storableValue(reported, "reservation_status") ?? "reserved",
    state,
    reserved_date: storableValue(reported, "reserved_date"),
    check_in_date,
    check_out_date,
    nights: check_in_date === null || check_out_date === null ? 0 : daysBetween(check_in_date, check_out_date),
    reserved_price,
    reserved_payment_price: storableValue(reported, "reserved_payment_price"),
    use_price: isStay ? (storableValue(reported, "use_price") ?? payment_price ?? reserved_price) : null,
    payment_price,
    plan_code: storableValue(reported, "plan_code"),
    room_type: storableValue(reported, "room_type"),
    room_code: storableValue(reported, "room_code"),
    adult_count: storableValue(reported, "adult_count"),
    child_count: storableValue(reported, "child_count"),
    group_type: storableValue(reported, "group_type") ?? "individual",
    language_code: storableValue(reported, "language_code") ?? "ja",
    guest_type: key.guest_type,
    member_number: storableValue(reported, "member_number"),
    guest_name: storableValue(reported, "guest_name") ?? "",
    guest_name_kana: storableValue(reported, "guest_name_kana"),
    email: storableValue(reported, "email"),
    email_consent: storableValue(reported, "email_consent"),
    tel: storableValue(reported, "tel"),
    postcode: storableValue(reported, "postcode"),
    address: storableValue(reported, "address"),
    gender: storableValue(reported, "gender"),
    birthday: storableValue(reported, "birthday"),
    nationality: storableValue(reported, "nationality"),
    customer_type: storableValue(reported, "customer_type"),
    cancel_date: state === "cancelled" ? storableValue(reported, "cancel_date") : null,
    transaction_code: isStay ? (storableValue(reported, "transaction_code") ?? key.reservation_code) : null,
    confirmed_date: isStay ? (storableValue(reported, "confirmed_date") ?? check_out_date) : null,
    booking_channel: storableValue(reported, "booking_channel"),
    source_updated_at: reported.reservationAt,
    stay_updated_at: reported.values.stayed ? sourceTimeOf(reported.times.stayed ?? reported.at) : null,
  };
}
