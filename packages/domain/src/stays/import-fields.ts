// The columns of a reservations file or feed, in the order the mapping screen shows them.

export const IMPORT_FIELD_NAMES = [
  "reservation_code",
  "reservation_status",
  "state",
  "reserved_date",
  "check_in_date",
  "check_out_date",
  "nights",
  "reserved_price",
  "use_price",
  "payment_price",
  "reserved_payment_price",
  "plan_code",
  "room_type",
  "room_code",
  "adult_count",
  "child_count",
  "reserved_min_room_count",
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
  "customer_type",
  "cancel_date",
  "transaction_code",
  "confirmed_date",
  "is_online_check_in",
  "is_online_check_out",
  "booking_channel",
  "reservation_system_virtual",
  "reservation_system_code",
  "reservation_system_name",
  "source_updated_at",
] as const;
export type ImportField = (typeof IMPORT_FIELD_NAMES)[number];

/** What a line of a file or feed is about. */
export const IMPORT_KINDS = ["reservations", "stays", "customers"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export interface ImportFieldRule {
  /** Longest value, code points, before normalising. */
  maxLength: number;
  /** Headers, Japanese and English, that suggest this field; compared by headerKey. */
  aliases: readonly string[];
}

const field = (maxLength: number, aliases: string): ImportFieldRule => ({ maxLength, aliases: aliases.split(" ") });

/** Rules and header names of every column. */
export const IMPORT_FIELDS: Record<ImportField, ImportFieldRule> = {
  reservation_code: field(
    64,
    "予約番号 予約コード 予約ID 予約No 予約NO. ご予約番号 受付番号 予約管理番号 reservation_no reservation_number reservation_id booking_code booking_id booking_no booking_number confirmation confirmation_no confirmation_number conf_no confirmation_code res_no",
  ),
  reservation_status: field(20, "予約区分 来館区分 予約種別 予約経緯 予約形態"),
  state: field(
    20,
    "状態 状況 予約状態 予約状況 ご予約状況 予約ステータス ステータス 滞在状態 宿泊状況 status reservation_state booking_status res_status",
  ),
  reserved_date: field(
    40,
    "予約日 予約受付日 受付日 申込日 予約日付 予約日時 ご予約日 申込日時 booking_date booked_on book_date reservation_date created_on created_date",
  ),
  check_in_date: field(
    40,
    "チェックイン チェックイン日 到着日 宿泊日 ご宿泊日 宿泊開始日 宿泊日付 C/I C/I日 CI日 IN IN日 check_in checkin_date arrival_date arrival arr_date arrive",
  ),
  check_out_date: field(
    40,
    "チェックアウト チェックアウト日 出発日 宿泊終了日 C/O C/O日 CO日 OUT OUT日 check_out checkout_date departure_date departure dep_date depart",
  ),
  nights: field(
    12,
    "泊数 宿泊数 宿泊日数 ご宿泊数 滞在日数 nights no_of_nights number_of_nights nts los length_of_stay",
  ),
  reserved_price: field(40, "予約金額 予約料金 予約時金額 見積金額 booking_price"),
  use_price: field(
    40,
    "利用金額 利用料金 宿泊料金 宿泊金額 売上 売上金額 合計金額 ご利用金額 料金合計 合計料金 総額 総合計 合計 金額 料金 total total_price total_amount total_revenue amount revenue",
  ),
  payment_price: field(40, "支払金額 支払額 精算金額 入金額 お支払金額 お支払い金額 paid paid_amount amount_paid"),
  reserved_payment_price: field(
    40,
    "予約時支払金額 予約時支払額 予約時の支払金額 予約支払金額 予約支払額 booking_payment",
  ),
  plan_code: field(64, "プランコード プラン プラン番号 宿泊プラン プラン名 rate_plan rate_code plan"),
  room_type: field(64, "部屋タイプ 客室タイプ ルームタイプ 部屋種別 客室種別 お部屋タイプ rm_type"),
  room_code: field(32, "部屋番号 客室番号 ルームナンバー 部屋 ルーム番号 部屋No room_number room_no rm_no room"),
  adult_count: field(
    12,
    "大人 大人人数 大人数 人数(大人) 大人(人) 人数 ご人数 利用人数 宿泊人数 合計人数 adults no_of_adults guests pax persons no_of_guests",
  ),
  child_count: field(12, "子供 子ども 小人 子供人数 小人人数 子供数 人数(子供) children no_of_children kids"),
  reserved_min_room_count: field(
    12,
    "室数 部屋数 予約室数 予約部屋数 利用室数 客室数 必要な部屋数 必要部屋数 最低部屋数 no_of_rooms number_of_rooms room_count rooms_booked",
  ),
  group_type: field(20, "団体区分 個人団体 個人団体区分 個人/団体 客種 group"),
  language_code: field(20, "言語 言語コード 使用言語 language lang"),
  guest_type: field(20, "宿泊者区分 ゲスト区分 代表者区分 代表同伴区分"),
  member_number: field(
    32,
    "会員番号 会員No 会員NO. 会員コード 会員ID メンバー番号 顧客番号 顧客コード member_no member_id membership_number membership_no",
  ),
  guest_name: field(
    100,
    "氏名 宿泊者名 宿泊者氏名 ご宿泊者名 お客様名 お客様氏名 顧客名 ゲスト名 代表者名 代表者氏名 予約者名 ご予約者名 予約者氏名 名前 お名前 name full_name guest guest_full_name customer_name",
  ),
  guest_name_kana: field(
    100,
    "氏名カナ 宿泊者名カナ フリガナ ふりがな カナ 氏名(カナ) お名前カナ 代表者名カナ 顧客名カナ カナ氏名 予約者名カナ お客様名カナ name_kana kana",
  ),
  email: field(
    254,
    "メール メールアドレス Eメール Eメールアドレス 電子メール e-mail mail mail_address email_address guest_email",
  ),
  email_consent: field(
    20,
    "メール配信同意 メール同意 配信同意 メルマガ メルマガ同意 メール配信 メール配信可否 mail_consent opt_in newsletter",
  ),
  tel: field(
    40,
    "電話 電話番号 お電話番号 TEL 携帯 携帯電話 携帯番号 連絡先 連絡先電話番号 phone phone_number phone_no telephone mobile mobile_phone",
  ),
  postcode: field(20, "郵便番号 〒 post_code postal_code zip zip_code"),
  address: field(300, "住所 ご住所 現住所 住所1"),
  gender: field(12, "性別 sex"),
  birthday: field(40, "生年月日 誕生日 birth_date birthdate date_of_birth dob"),
  nationality: field(60, "国籍 国 国コード country country_code"),
  customer_type: field(60, "顧客区分 顧客タイプ お客様区分 顧客種別 会員種別 会員区分 guest_category vip_code vip"),
  cancel_date: field(
    40,
    "キャンセル日 キャンセル日時 取消日 取消日時 解約日 cancelled_on canceled_on cancellation_date cancel_on",
  ),
  transaction_code: field(
    64,
    "伝票番号 精算番号 取引番号 会計番号 売上番号 folio folio_number folio_no transaction_id",
  ),
  confirmed_date: field(40, "確定日 精算日 会計日 売上確定日 売上日 settled_on"),
  is_online_check_in: field(
    20,
    "オンラインチェックイン オンラインC/I Webチェックイン ウェブチェックイン online_checkin web_check_in web_checkin",
  ),
  is_online_check_out: field(
    20,
    "オンラインチェックアウト オンラインC/O Webチェックアウト ウェブチェックアウト online_checkout web_check_out web_checkout",
  ),
  booking_channel: field(
    64,
    "予約経路 経路 予約チャネル 予約元 販売経路 販売チャネル 予約サイト サイト名 エージェント 代理店 旅行会社 channel agent source travel_agent booking_source",
  ),
  reservation_system_virtual: field(
    64,
    "経由システム サイトコントローラー サイトコントローラ チャネルマネージャー channel_manager site_controller",
  ),
  reservation_system_code: field(64, "予約サイトコード 予約サイトのコード エージェントコード channel_code agent_code"),
  reservation_system_name: field(64, "予約サイト名 予約サイト名称 エージェント名 channel_name agent_name"),
  source_updated_at: field(
    40,
    "更新日時 最終更新日時 最終更新 更新日 データ更新日時 updated_at last_updated last_modified modified_on",
  ),
};

const NOT_OF_STAYS: readonly ImportField[] = ["state", "cancel_date"];
const OF_CUSTOMERS: readonly ImportField[] = [
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
  "customer_type",
  "language_code",
  "source_updated_at",
];

/** The columns that a file of each kind may have, in the order of the mapping screen. */
export const FIELDS_OF_KIND: Record<ImportKind, readonly ImportField[]> = {
  reservations: IMPORT_FIELD_NAMES,
  stays: IMPORT_FIELD_NAMES.filter((name) => !NOT_OF_STAYS.includes(name)),
  customers: OF_CUSTOMERS,
};

/** Fields that every line must fill; `nights` stands in for the check-out day. A stay finds its guest in its reservation. */
export const REQUIRED_FIELDS: Record<ImportKind, ReadonlySet<ImportField>> = {
  reservations: new Set(["reservation_code", "check_in_date", "check_out_date", "guest_name"]),
  stays: new Set(["reservation_code", "check_in_date", "check_out_date"]),
  customers: new Set(["guest_name"]),
};

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

/** How many different fields the cells of a row name as headings do. */
export function countFields(cells: readonly (string | undefined)[]): number {
  const found = new Set<ImportField>();
  for (const cell of cells) {
    // A sentence is no heading, and is not worth normalising.
    const name = cell === undefined || cell.length > MAX_HEADING ? undefined : FIELD_BY_KEY.get(headerKey(cell));
    if (name !== undefined) found.add(name);
  }
  return found.size;
}
const MAX_HEADING = 60;

/** The field that each header names, in a file of this kind. */
export const fieldsByHeading = (headers: readonly string[], kind: ImportKind): (ImportField | undefined)[] =>
  headers.map((header) => {
    const name = FIELD_BY_KEY.get(headerKey(header));
    return name !== undefined && FIELDS_OF_KIND[kind].includes(name) ? name : undefined;
  });

/** Field → column position (0-based) as far as the headers tell; a field's first matching column wins. */
export function suggestMapping(
  headers: readonly string[],
  kind: ImportKind = "reservations",
): Partial<Record<ImportField, number>> {
  const mapping: Partial<Record<ImportField, number>> = {};
  for (const [column, name] of fieldsByHeading(headers, kind).entries())
    if (name !== undefined && mapping[name] === undefined) mapping[name] = column;
  return mapping;
}

/** Required fields that a mapping leaves out; empty = the file can be imported. */
export function missingFields(
  mapping: Partial<Record<ImportField, number>>,
  kind: ImportKind = "reservations",
): ImportField[] {
  const stands = (name: ImportField) => mapping[name] !== undefined;
  return [...REQUIRED_FIELDS[kind]].filter((name) => !stands(name) && !(name === "check_out_date" && stands("nights")));
}
