import type { ImportField } from "@okaeri/domain/stays/import-fields";
import type { RejectionCode } from "@okaeri/domain/stays/rejection-codes";
import type { Language } from "./errors.ts";

type Texts = Record<Language, string>;

/** Names of the columns of a reservations file, as the mapping screen and the list of refused rows show them. */
export const FIELD_LABELS: Record<ImportField, Texts> = {
  reservation_code: { ja: "予約番号", en: "Reservation code" },
  reservation_status: { ja: "予約区分", en: "How the guest came" },
  state: { ja: "予約状態", en: "State" },
  reserved_date: { ja: "予約日", en: "Reserved on" },
  check_in_date: { ja: "チェックイン日", en: "Check-in" },
  check_out_date: { ja: "チェックアウト日", en: "Check-out" },
  reserved_price: { ja: "予約金額", en: "Reserved price" },
  use_price: { ja: "利用金額", en: "Price of the stay" },
  payment_price: { ja: "支払金額", en: "Amount paid" },
  plan_code: { ja: "プランコード", en: "Plan code" },
  room_type: { ja: "部屋タイプ", en: "Room type" },
  room_code: { ja: "部屋番号", en: "Room number" },
  adult_count: { ja: "大人人数", en: "Adults" },
  child_count: { ja: "子供人数", en: "Children" },
  group_type: { ja: "団体区分", en: "Individual or group" },
  language_code: { ja: "言語", en: "Language" },
  guest_type: { ja: "宿泊者区分", en: "Representative or companion" },
  member_number: { ja: "会員番号", en: "Member number" },
  guest_name: { ja: "氏名", en: "Name" },
  guest_name_kana: { ja: "氏名カナ", en: "Name in kana" },
  email: { ja: "メールアドレス", en: "Mail address" },
  email_consent: { ja: "メール配信同意", en: "Agreed to mail" },
  tel: { ja: "電話番号", en: "Telephone" },
  postcode: { ja: "郵便番号", en: "Postcode" },
  address: { ja: "住所", en: "Address" },
  gender: { ja: "性別", en: "Gender" },
  birthday: { ja: "生年月日", en: "Birthday" },
  nationality: { ja: "国籍", en: "Nationality" },
  cancel_date: { ja: "キャンセル日", en: "Cancelled on" },
  transaction_code: { ja: "伝票番号", en: "Folio number" },
  confirmed_date: { ja: "精算日", en: "Settled on" },
  booking_channel: { ja: "予約経路", en: "Booking channel" },
  source_updated_at: { ja: "更新日時", en: "Updated at" },
};

const REASONS: Record<RejectionCode, Texts> = {
  required: { ja: "値がありません", en: "is missing" },
  too_long: { ja: "文字数が多すぎます", en: "is too long" },
  bad_character: { ja: "使用できない文字が含まれています", en: "holds a character that cannot be used" },
  not_a_date: { ja: "日付として読み取れません", en: "is not a date" },
  not_a_timestamp: { ja: "日時として読み取れません", en: "is not a date and time" },
  out_of_range: { ja: "範囲外の値です", en: "is out of range" },
  not_a_number: { ja: "数値として読み取れません", en: "is not a number" },
  decimals: { ja: "小数は使用できません", en: "must be a whole number" },
  too_large: { ja: "金額が大きすぎます", en: "is too large" },
  negative: { ja: "マイナスの値は使用できません", en: "must not be negative" },
  unknown_code: { ja: "認識できない区分です", en: "is not a known code" },
  invalid_mail: { ja: "メールアドレスの形式が正しくありません", en: "is not a mail address" },
  invalid_tel: { ja: "電話番号として読み取れません", en: "is not a telephone number" },
  check_out_before_check_in: { ja: "チェックイン日より前の日付です", en: "lies before the check-in" },
  too_many_nights: { ja: "泊数が多すぎます(365泊まで)", en: "makes more than 365 nights" },
  reserved_after_check_out: { ja: "チェックアウト日より後の日付です", en: "lies after the check-out" },
  in_future: { ja: "未来の日付です", en: "lies in the future" },
  contradicts_state: { ja: "予約状態と矛盾しています", en: "contradicts the state" },
  wrong_column_count: {
    ja: "列の数が見出し行と一致しません(256列まで)",
    en: "The number of columns differs from the header",
  },
  broken_quotes: { ja: '引用符(")の位置が正しくないか、閉じられていません', en: "The quotes are broken" },
  cell_too_long: { ja: "1行が長すぎます(1MBまで)", en: "The line is longer than 1 MB" },
  undecodable: { ja: "文字コードが正しくない文字があります", en: "The line holds bytes that are not text" },
};

/** One sentence about why a line was refused; a code of an older version shows as itself. */
export function reasonText(reason: { code: string; field: string | null }, language: Language): string {
  const text = (REASONS as Record<string, Texts>)[reason.code]?.[language] ?? reason.code;
  const label = reason.field === null ? undefined : (FIELD_LABELS as Record<string, Texts>)[reason.field]?.[language];
  if (label === undefined) return text;
  return language === "ja" ? `${label}: ${text}` : `${label} ${text}`;
}
