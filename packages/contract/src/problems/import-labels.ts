import type { ImportField } from "@okaeri/domain/stays/import-fields";
import type { TextByLanguage } from "./entry.ts";

/** Names of the columns of a reservations file, as the mapping screen and the list of refused rows show them. */
export const FIELD_LABELS: Record<ImportField, TextByLanguage> = {
  reservation_code: { ja: "予約番号", en: "Reservation code" },
  reservation_status: { ja: "予約区分", en: "How the guest came" },
  state: { ja: "予約状態", en: "State" },
  reserved_date: { ja: "予約日", en: "Reserved on" },
  check_in_date: { ja: "チェックイン日", en: "Check-in" },
  check_out_date: { ja: "チェックアウト日", en: "Check-out" },
  nights: { ja: "泊数", en: "Nights" },
  reserved_price: { ja: "予約金額", en: "Reserved price" },
  use_price: { ja: "利用金額", en: "Price of the stay" },
  payment_price: { ja: "支払金額", en: "Amount paid" },
  reserved_payment_price: { ja: "予約時の支払金額", en: "Amount paid when booking" },
  plan_code: { ja: "プランコード", en: "Plan code" },
  room_type: { ja: "部屋タイプ", en: "Room type" },
  room_code: { ja: "部屋番号", en: "Room number" },
  adult_count: { ja: "大人人数", en: "Adults" },
  child_count: { ja: "子供人数", en: "Children" },
  reserved_min_room_count: { ja: "必要な部屋数", en: "Rooms needed" },
  group_type: { ja: "団体区分", en: "Individual or group" },
  language_code: { ja: "言語", en: "Language" },
  guest_type: { ja: "宿泊者区分", en: "Representative or companion" },
  member_number: { ja: "会員番号", en: "Member number" },
  guest_name: { ja: "氏名", en: "Name" },
  guest_name_kana: { ja: "氏名カナ", en: "Name in kana" },
  email: { ja: "メールアドレス", en: "Email address" },
  email_consent: { ja: "メール配信同意", en: "Agreed to mail" },
  tel: { ja: "電話番号", en: "Telephone" },
  postcode: { ja: "郵便番号", en: "Postcode" },
  address: { ja: "住所", en: "Address" },
  gender: { ja: "性別", en: "Gender" },
  birthday: { ja: "生年月日", en: "Birthday" },
  nationality: { ja: "国籍", en: "Nationality" },
  customer_type: { ja: "顧客区分", en: "Customer type" },
  cancel_date: { ja: "キャンセル日", en: "Cancelled on" },
  transaction_code: { ja: "伝票番号", en: "Folio number" },
  confirmed_date: { ja: "精算日", en: "Settled on" },
  is_online_check_in: { ja: "オンラインチェックイン", en: "Online check-in" },
  is_online_check_out: { ja: "オンラインチェックアウト", en: "Online check-out" },
  booking_channel: { ja: "予約経路", en: "Booking channel" },
  reservation_system_virtual: { ja: "経由システム", en: "Channel manager" },
  reservation_system_code: { ja: "予約サイトのコード", en: "Code of the booking site" },
  reservation_system_name: { ja: "予約サイト", en: "Booking site" },
  source_updated_at: { ja: "更新日時", en: "Updated at" },
};

/** States whose word does not say enough. */
export const STATE_LABELS: Partial<Record<string, TextByLanguage>> = {
  valid: {
    ja: "有効: 過ぎた日は宿泊、先の日は予約",
    en: "Valid: a stay once its days are over, a booking before",
  },
};
