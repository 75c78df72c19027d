import { type CalendarDate, daysBetween } from "../calendar-date.ts";
import type { GuestType } from "../enumerations.ts";
import type { ReservationRow } from "./reservation-row.ts";
import { seen, sourceTimeOf, stateOf, type Told } from "./told.ts";

/**
 * The row that what is told comes to, with what stands where nobody says anything: booked, an individual, Japanese; a stay cost what was
 * paid, else what was booked, has the reservation's code and was settled on the check-out day. These follow what they are taken from,
 * whenever that is told.
 */
export function settle(told: Told, key: { reservation_code: string; guest_type: GuestType }): ReservationRow {
  const state = stateOf(told);
  const isStay = state === "stayed";
  const check_in_date = seen(told, "check_in_date") as CalendarDate;
  const check_out_date = seen(told, "check_out_date") as CalendarDate;
  const payment_price = isStay ? seen(told, "payment_price") : null;
  const reserved_price = seen(told, "reserved_price");
  return {
    reservation_code: key.reservation_code,
    reservation_status: seen(told, "reservation_status") ?? "reserved",
    state,
    reserved_date: seen(told, "reserved_date"),
    check_in_date,
    check_out_date,
    nights: check_in_date === null || check_out_date === null ? 0 : daysBetween(check_in_date, check_out_date),
    reserved_price,
    reserved_payment_price: seen(told, "reserved_payment_price"),
    use_price: isStay ? (seen(told, "use_price") ?? payment_price ?? reserved_price) : null,
    payment_price,
    plan_code: seen(told, "plan_code"),
    room_type: seen(told, "room_type"),
    room_code: seen(told, "room_code"),
    adult_count: seen(told, "adult_count"),
    child_count: seen(told, "child_count"),
    group_type: seen(told, "group_type") ?? "individual",
    language_code: seen(told, "language_code") ?? "ja",
    guest_type: key.guest_type,
    member_number: seen(told, "member_number"),
    guest_name: seen(told, "guest_name") ?? "",
    guest_name_kana: seen(told, "guest_name_kana"),
    email: seen(told, "email"),
    email_consent: seen(told, "email_consent"),
    tel: seen(told, "tel"),
    postcode: seen(told, "postcode"),
    address: seen(told, "address"),
    gender: seen(told, "gender"),
    birthday: seen(told, "birthday"),
    nationality: seen(told, "nationality"),
    customer_type: seen(told, "customer_type"),
    cancel_date: state === "cancelled" ? seen(told, "cancel_date") : null,
    transaction_code: isStay ? (seen(told, "transaction_code") ?? key.reservation_code) : null,
    confirmed_date: isStay ? (seen(told, "confirmed_date") ?? check_out_date) : null,
    booking_channel: seen(told, "booking_channel"),
    source_updated_at: told.reservationAt,
    stay_updated_at: told.values.stayed ? sourceTimeOf(told.times.stayed ?? told.at) : null,
  };
}
