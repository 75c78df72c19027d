import {
  FEED_CHANNELS,
  GENDERS,
  GROUP_TYPES,
  GUEST_TYPES,
  LANGUAGE_CODES,
  RESERVATION_STATUSES,
} from "@okaeri/domain/enumerations";
import { FILE_RESERVATION_STATES } from "@okaeri/domain/stays/code-synonyms";
import type { FeedKind } from "@okaeri/domain/stays/feed-kinds";
import {
  COMPANION_FIELDS,
  type LINKAGE_FIELDS,
  type PRICE_FIELDS,
  type ROOM_FIELDS,
} from "@okaeri/domain/stays/feed-row";
import { type ImportField, REQUIRED_FIELDS } from "@okaeri/domain/stays/import-fields";

// What each field of a feed means: the OpenAPI description and the tables of docs/feeds.md are made from it.

export type FeedFieldText = {
  type: "text" | "code" | "day" | "time" | "count" | "yen" | "flag" | "list" | "object";
  says: string;
  example: string | number | boolean | readonly object[] | object;
  /** The words for a code; other spellings that hotel systems write are understood too. */
  values?: readonly string[];
};
type Nested = "rooms" | "companions" | "use_price_detail" | "linkage";
export type FeedField = ImportField | Nested;

export const FEED_FIELDS: Record<FeedField, FeedFieldText> = {
  reservation_code: {
    type: "text",
    says: "What your system calls the booking. With the facility and the channel of the key it says which booking is meant, so it never changes. Of a stay it may be left out: then transaction_code stands in.",
    example: "R-20261117-0042",
  },
  reservation_status: {
    type: "code",
    says: "How the guest came: booked before, or walked in.",
    values: RESERVATION_STATUSES,
    example: "reserved",
  },
  state: {
    type: "code",
    says: "Where the booking stands. Left out: cancelled with a cancel_date, stayed with a confirmed_date or transaction_code, else reserved. Rows of /stays are stayed.",
    values: FILE_RESERVATION_STATES,
    example: "reserved",
  },
  reserved_date: { type: "day", says: "The day the booking was made.", example: "2026-10-03" },
  check_in_date: { type: "day", says: "The first day of the stay.", example: "2026-11-17" },
  check_out_date: {
    type: "day",
    says: "The day the guest leaves, at most 365 nights later; the same day is a day use. `nights` may stand in for it.",
    example: "2026-11-19",
  },
  nights: { type: "count", says: "Nights from check_in_date, where check_out_date is left out. 0 to 365.", example: 2 },
  reserved_price: { type: "yen", says: "What the booking was to cost, all guests and nights.", example: 42000 },
  use_price: {
    type: "yen",
    says: "What the stay did cost before points and coupons; points, ranks and RFM are worked out from it. A settled stay without it takes payment_price, else reserved_price.",
    example: 45600,
  },
  payment_price: { type: "yen", says: "What the guest paid, after points and coupons.", example: 43600 },
  plan_code: {
    type: "text",
    says: "Code of the plan. Conditions of campaigns and coupons ask for it.",
    example: "BB-2026",
  },
  room_type: { type: "text", says: "Type of the room, when there is one; several go into `rooms`.", example: "TWN" },
  room_code: { type: "text", says: "Number of the room, when there is one; several go into `rooms`.", example: "0512" },
  adult_count: { type: "count", says: "Adults, 0 to 999.", example: 2 },
  child_count: { type: "count", says: "Children, 0 to 999.", example: 1 },
  group_type: {
    type: "code",
    says: "Individual guests or a group.",
    values: GROUP_TYPES,
    example: "individual",
  },
  language_code: { type: "code", says: "The language the guest is written to.", values: LANGUAGE_CODES, example: "ja" },
  guest_type: {
    type: "code",
    says: "Whom the fields about a guest (member number to nationality) are about: who holds the booking, or somebody who came along.",
    values: GUEST_TYPES,
    example: "representative",
  },
  member_number: {
    type: "text",
    says: "Member number of the programme. A number that everybody shares, such as 0000, finds nobody.",
    example: "M-000123",
  },
  guest_name: { type: "text", says: "Name, family name first.", example: "山田 花子" },
  guest_name_kana: {
    type: "text",
    says: "The name in kana; half-width and hiragana are understood.",
    example: "ヤマダ ハナコ",
  },
  email: {
    type: "text",
    says: "Mail address. Addresses of booking sites are kept and never written to. A text that no mail can be sent to costs no row: the hotel sees it with the guest.",
    example: "hanako@example.jp",
  },
  email_consent: {
    type: "flag",
    says: "Whether the guest agreed to campaign mail. Left out: nothing is known, and nothing changes.",
    example: true,
  },
  tel: { type: "text", says: "Telephone, Japanese or with + and country code.", example: "090-1234-5678" },
  postcode: { type: "text", says: "Postcode.", example: "250-0311" },
  address: { type: "text", says: "Address in one line.", example: "神奈川県足柄下郡箱根町湯本1-2-3" },
  gender: { type: "code", says: "Gender.", values: GENDERS, example: "female" },
  birthday: { type: "day", says: "Birthday.", example: "1980-04-12" },
  nationality: {
    type: "text",
    says: "Country: ISO 3166 code, or its Japanese or English name.",
    example: "JP",
  },
  customer_type: {
    type: "text",
    says: "The guest's type: its name in Okaeri, or the code that is registered for it under 顧客区分. A word nobody knows is told in unknown_words.",
    example: "VIP",
  },
  cancel_date: {
    type: "day",
    says: "The day the booking was cancelled. Only with the state cancelled.",
    example: "2026-11-01",
  },
  transaction_code: {
    type: "text",
    says: "What your system calls the bill of the stay. It stays the same when the stay is sent again with another price.",
    example: "F-88213",
  },
  confirmed_date: {
    type: "day",
    says: "The day the stay was settled; check_out_date where it is left out.",
    example: "2026-11-19",
  },
  booking_channel: {
    type: "text",
    says: "Where the booking was made: the channel's name in Okaeri, or the code that is registered for it under 予約経路. A word nobody knows is told in unknown_words.",
    example: "公式サイト",
  },
  source_updated_at: {
    type: "time",
    says: "When your system last changed this record. Of each field the newest word counts, whatever the order versions arrive in. Without a zone it is Japanese time.",
    example: "2026-11-19T09:15:00+09:00",
  },
  reservation_system_virtual: {
    type: "text",
    says: "The system that the booking came through, where a channel manager stands between.",
    example: "TL-LINCOLN",
  },
  reservation_system_code: { type: "text", says: "Code of the booking site in that system.", example: "11" },
  reservation_system_name: { type: "text", says: "Name of the booking site in that system.", example: "楽天トラベル" },
  reserved_payment_price: {
    type: "yen",
    says: "What the guest was to pay at booking, after points and coupons.",
    example: 40000,
  },
  reserved_min_room_count: { type: "count", says: "Fewest rooms that were booked, 0 to 999.", example: 1 },
  is_online_check_in: { type: "flag", says: "The guest checked in online.", example: true },
  is_online_check_out: { type: "flag", says: "The guest checked out online.", example: false },
  rooms: {
    type: "list",
    says: "All rooms of the booking, up to 100. Sent again they replace the rooms before.",
    example: [{ room_code: "0512", room_type: "TWN", adult_count: 2, child_count: 0 }],
  },
  companions: {
    type: "list",
    says: "Everybody who comes along, up to 100. Sent again they replace the companions before; an empty list takes them all away.",
    example: [{ guest_name: "山田 太郎", guest_name_kana: "ヤマダ タロウ" }],
  },
  use_price_detail: {
    type: "list",
    says: "Lines of the bill, up to 100.",
    example: [
      { name: "宿泊料", price: 42000 },
      { name: "会員割引", price: -2000 },
    ],
  },
  linkage: {
    type: "object",
    says: "What the other channel calls the same booking, so that a booking told by two systems is one. An empty reservation_code takes the tie away.",
    example: { feed_channel: "dynalution", reservation_code: "DYN-9" },
  },
};

export const ROOM_TEXTS: Record<(typeof ROOM_FIELDS)[number], FeedFieldText> = {
  room_code: { ...FEED_FIELDS.room_code, says: "Number of this room." },
  room_type: { ...FEED_FIELDS.room_type, says: "Type of this room." },
  adult_count: { ...FEED_FIELDS.adult_count, says: "Adults in this room, 0 to 999." },
  child_count: { ...FEED_FIELDS.child_count, says: "Children in this room, 0 to 999." },
};
export const PRICE_TEXTS: Record<(typeof PRICE_FIELDS)[number], FeedFieldText> = {
  name: { type: "text", says: "What the line is for.", example: "宿泊料" },
  price: { type: "yen", says: "Whole yen; a discount is below zero.", example: 42000 },
};
export const LINKAGE_TEXTS: Record<(typeof LINKAGE_FIELDS)[number], FeedFieldText> = {
  feed_channel: {
    type: "code",
    says: "The other channel.",
    values: FEED_CHANNELS,
    example: "dynalution",
  },
  reservation_code: { type: "text", says: "What the booking is called there.", example: "DYN-9" },
};
export const COMPANION_TEXTS = Object.fromEntries(COMPANION_FIELDS.map((name) => [name, FEED_FIELDS[name]])) as Record<
  (typeof COMPANION_FIELDS)[number],
  FeedFieldText
>;

/** Required for a booking that is not stored yet; `nights` can replace the check-out day. */
export const NEEDED_OF_NEW: readonly FeedField[] = [...REQUIRED_FIELDS.reservations];

/** How a value of each type is written. */
export const FORMS: Record<FeedFieldText["type"], string> = {
  text: "Text.",
  code: "Code.",
  day: "Day, YYYY-MM-DD.",
  time: "Time, ISO 8601.",
  count: "Whole number.",
  yen: "Whole yen.",
  flag: "true or false.",
  list: "List.",
  object: "Object.",
};

/** A row of each kind that can be sent as it is. */
export const FEED_EXAMPLES: Record<FeedKind, object> = {
  reservations: {
    reservation_code: "R-20261117-0042",
    source_updated_at: "2026-10-03T18:20:00+09:00",
    state: "reserved",
    reserved_date: "2026-10-03",
    check_in_date: "2026-11-17",
    check_out_date: "2026-11-19",
    reserved_price: 42000,
    plan_code: "BB-2026",
    adult_count: 2,
    guest_name: "山田 花子",
    guest_name_kana: "ヤマダ ハナコ",
    email: "hanako@example.jp",
    tel: "090-1234-5678",
  },
  stays: {
    reservation_code: "R-20261117-0042",
    source_updated_at: "2026-11-19T10:05:00+09:00",
    check_in_date: "2026-11-17",
    check_out_date: "2026-11-19",
    transaction_code: "F-88213",
    use_price: 45600,
    payment_price: 43600,
  },
};
