// The columns of a reservations file or feed, in the order the mapping screen shows them.

export const IMPORT_FIELD_NAMES = [
  "reservation_code",
  "reservation_status",
  "state",
  "reserved_date",
  "check_in_date",
  "check_out_date",
  "reserved_price",
  "use_price",
  "payment_price",
  "plan_code",
  "room_type",
  "room_code",
  "adult_count",
  "child_count",
  "group_type",
  "language_code",
  "guest_type",
  "member_number",
  "guest_name",
  "guest_name_kana",
  "email",
  "email_consent",
  "tel",
  "postcode",
  "address",
  "gender",
  "birthday",
  "nationality",
  "cancel_date",
  "transaction_code",
  "confirmed_date",
  "booking_channel",
  "source_updated_at",
] as const;
export type ImportField = (typeof IMPORT_FIELD_NAMES)[number];

export interface ImportFieldRule {
  /** A file without such a column cannot be imported, a row without a value is refused. */
  required: boolean;
  /** Longest value, code points, before normalising. */
  maxLength: number;
  /** Headers, Japanese and English, that suggest this field; compared by headerKey. */
  aliases: readonly string[];
}

const field = (maxLength: number, aliases: string, required = false): ImportFieldRule => ({
  required,
  maxLength,
  aliases: aliases.split(" "),
});

/** Rules and header names of every column. */
export const IMPORT_FIELDS: Record<ImportField, ImportFieldRule> = {
  reservation_code: field(
    64,
    "予約番号 予約コード 予約ID 予約No 予約NO. 受付番号 reservation_no booking_code booking_id",
    true,
  ),
  reservation_status: field(20, "予約区分 来館区分 予約種別 予約経緯 予約形態"),
  state: field(20, "状態 状況 予約状態 予約ステータス ステータス 滞在状態 status reservation_state"),
  reserved_date: field(40, "予約日 予約受付日 受付日 申込日 予約日付 booking_date booked_on"),
  check_in_date: field(
    40,
    "チェックイン チェックイン日 到着日 宿泊日 宿泊開始日 CI日 IN日 check_in arrival_date arrival",
    true,
  ),
  check_out_date: field(
    40,
    "チェックアウト チェックアウト日 出発日 宿泊終了日 CO日 OUT日 check_out departure_date departure",
    true,
  ),
  reserved_price: field(40, "予約金額 予約料金 予約時金額 見積金額 booking_price"),
  use_price: field(
    40,
    "利用金額 利用料金 宿泊料金 宿泊金額 売上 売上金額 合計金額 ご利用金額 total total_price amount",
  ),
  payment_price: field(40, "支払金額 支払額 精算金額 入金額 お支払金額 paid paid_amount"),
  plan_code: field(64, "プランコード プラン プラン番号 宿泊プラン rate_plan plan"),
  room_type: field(64, "部屋タイプ 客室タイプ ルームタイプ 部屋種別 客室種別"),
  room_code: field(32, "部屋番号 客室番号 ルームナンバー 部屋 ルーム番号 room_number room"),
  adult_count: field(12, "大人 大人人数 大人数 人数(大人) 大人(人) adults"),
  child_count: field(12, "子供 子ども 小人 子供人数 小人人数 子供数 人数(子供) children"),
  group_type: field(20, "団体区分 個人団体 個人団体区分 個人/団体 客種 group"),
  language_code: field(20, "言語 言語コード 使用言語 language lang"),
  guest_type: field(20, "宿泊者区分 ゲスト区分 代表者区分 代表同伴区分"),
  member_number: field(32, "会員番号 会員No 会員NO. 会員コード メンバー番号 member_no member_id membership_number"),
  guest_name: field(
    100,
    "氏名 宿泊者名 宿泊者氏名 お客様名 顧客名 ゲスト名 代表者名 代表者氏名 名前 お名前 name full_name",
    true,
  ),
  guest_name_kana: field(
    100,
    "氏名カナ 宿泊者名カナ フリガナ ふりがな カナ 氏名(カナ) お名前カナ 代表者名カナ 顧客名カナ カナ氏名 name_kana kana",
  ),
  email: field(254, "メール メールアドレス Eメール 電子メール e-mail mail mail_address email_address"),
  email_consent: field(
    20,
    "メール配信同意 メール同意 配信同意 メルマガ メルマガ同意 メール配信 メール配信可否 mail_consent opt_in newsletter",
  ),
  tel: field(40, "電話 電話番号 TEL 携帯 携帯電話 携帯番号 連絡先 phone phone_number telephone mobile"),
  postcode: field(20, "郵便番号 〒 post_code postal_code zip zip_code"),
  address: field(300, "住所 ご住所 現住所 住所1"),
  gender: field(12, "性別 sex"),
  birthday: field(40, "生年月日 誕生日 birth_date birthdate date_of_birth dob"),
  nationality: field(60, "国籍 国 国コード country country_code"),
  cancel_date: field(40, "キャンセル日 取消日 解約日 cancelled_on canceled_on cancellation_date"),
  transaction_code: field(64, "伝票番号 精算番号 取引番号 会計番号 売上番号 folio folio_number transaction_id"),
  confirmed_date: field(40, "確定日 精算日 会計日 売上確定日 売上日 settled_on"),
  booking_channel: field(
    64,
    "予約経路 予約チャネル 販売経路 販売チャネル 予約サイト エージェント 代理店 旅行会社 channel agent",
  ),
  source_updated_at: field(40, "更新日時 最終更新日時 最終更新 更新日 データ更新日時 updated_at last_updated"),
};

/** Columns every file must have. */
export const REQUIRED_IMPORT_FIELDS: readonly ImportField[] = IMPORT_FIELD_NAMES.filter(
  (name) => IMPORT_FIELDS[name].required,
);

/** A header reduced to what counts: NFKC, lower case, without spaces, marks and brackets around notes. */
export function headerKey(header: string): string {
  return header
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_\-.:・()[\]*"'/\ufeff]/g, "");
}

const FIELD_BY_KEY = new Map<string, ImportField>(
  IMPORT_FIELD_NAMES.flatMap((name) =>
    [name, ...IMPORT_FIELDS[name].aliases].map((alias): [string, ImportField] => [headerKey(alias), name]),
  ),
);

/** Field → column position (0-based) as far as the headers tell; a field's first matching column wins. */
export function suggestMapping(headers: readonly string[]): Partial<Record<ImportField, number>> {
  const mapping: Partial<Record<ImportField, number>> = {};
  headers.forEach((header, column) => {
    const name = FIELD_BY_KEY.get(headerKey(header));
    if (name !== undefined && mapping[name] === undefined) mapping[name] = column;
  });
  return mapping;
}

/** Required fields that a mapping leaves out; empty = the file can be imported. */
export function missingFields(mapping: Partial<Record<ImportField, number>>): ImportField[] {
  return REQUIRED_IMPORT_FIELDS.filter((name) => mapping[name] === undefined);
}
