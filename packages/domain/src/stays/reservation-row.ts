import type { CalendarDate } from "../calendar-date.ts";
import type { Gender, GroupType, GuestType, LanguageCode, ReservationStatus } from "../enumerations.ts";
import type { ImportState } from "./code-synonyms.ts";
import type { ImportField } from "./import-fields.ts";
import type { RejectionCode } from "./rejection-codes.ts";

/** One reservation with its stay as it comes in, checked and normalised. Prices in yen. */
export interface ReservationRow {
  reservation_code: string;
  reservation_status: ReservationStatus;
  state: ImportState;
  reserved_date: CalendarDate | null;
  check_in_date: CalendarDate;
  check_out_date: CalendarDate;
  /** 0 for a day use. */
  nights: number;
  reserved_price: number | null;
  reserved_payment_price: number | null;
  /** Filled exactly when the state is "stayed". */
  use_price: number | null;
  payment_price: number | null;
  plan_code: string | null;
  room_type: string | null;
  room_code: string | null;
  adult_count: number | null;
  child_count: number | null;
  group_type: GroupType;
  language_code: LanguageCode;
  guest_type: GuestType;
  member_number: string | null;
  guest_name: string;
  guest_name_kana: string | null;
  /** Domain in lower case. */
  email: string | null;
  /** Agreed to campaign mail, or said no; null = the file does not say. */
  email_consent: boolean | null;
  /** Digits with an optional +; E.164 is made by the server. */
  tel: string | null;
  postcode: string | null;
  address: string | null;
  gender: Gender | null;
  birthday: CalendarDate | null;
  nationality: string | null;
  /** What the hotel calls the guest's type. */
  customer_type: string | null;
  /** Only with the state "cancelled"; null there = the file does not say when. */
  cancel_date: CalendarDate | null;
  /** Filled exactly when the state is "stayed". */
  transaction_code: string | null;
  /** Filled exactly when the state is "stayed". */
  confirmed_date: CalendarDate | null;
  booking_channel: string | null;
  /** ISO 8601 UTC, of the reservation and of its stay; null = the file has none. */
  source_updated_at: string | null;
  stay_updated_at: string | null;
}

/** What a reservation cannot be without. A line may leave it out where it is known already. */
export type WantedField = "check_in_date" | "check_out_date" | "guest_name" | "use_price";

/** One customer as a file of customers names him. */
export type CustomerFileRow = Pick<
  ReservationRow,
  | "member_number"
  | "guest_name"
  | "guest_name_kana"
  | "email"
  | "email_consent"
  | "tel"
  | "postcode"
  | "address"
  | "gender"
  | "birthday"
  | "nationality"
  | "customer_type"
  | "source_updated_at"
> & { language_code: ReservationRow["language_code"] | null };

/** One reason why a row is refused. */
export interface Rejection {
  /** Null when the whole line is at fault. */
  field: ImportField | null;
  code: RejectionCode;
  /** The value as found, shortened and safe to store. */
  value: string;
  /** What it contradicts: another day, how many nights, the word of the state. */
  other?: string;
}

/** The cells of one line by field; a missing or empty cell is no value. */
export type RawReservation = Partial<Record<ImportField, string | null>>;
