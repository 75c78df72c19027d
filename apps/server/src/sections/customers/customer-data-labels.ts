import type { Placeholder } from "@okaeri/domain/messaging/placeholders";
import { type RawBuilder, sql } from "kysely";

// The words of a file about one guest, who reads it at home: no code of the product's own.

/** What was put into mails. */
const PLACEHOLDER_LABELS = {
  name: "氏名",
  name_kana: "氏名(カナ)",
  member_number: "会員番号",
  point_balance: "ポイント残高",
  point_expires_on: "ポイントの期限",
  rank: "ランク",
  last_stay_on: "最終宿泊日",
  stay_count: "宿泊回数",
  facility_name: "施設名",
  granted_points: "今回の付与ポイント",
  coupon_name: "クーポン名",
  coupon_description: "クーポンの説明",
  coupon_code: "クーポンコード",
  coupon_until: "クーポンの期限",
  check_in_on: "チェックイン日",
  check_out_on: "チェックアウト日",
  nights: "泊数",
  plan: "プラン",
  room_type: "部屋タイプ",
  reserved_price: "予約金額",
} as const satisfies Record<Placeholder, string>;

const WORDS = {
  placeholder: PLACEHOLDER_LABELS,
  gender: { male: "男性", female: "女性", other: "その他" },
  language: { ja: "日本語", en: "英語" },
  line: { none: "つながっていません", following: "友だち", blocked: "ブロックされています" },
  key: { member: "会員番号", email: "メール", tel: "電話" },
  channel: { mail: "メール", line: "LINE", post: "郵便", point: "ポイント", coupon: "クーポン" },
  request: { waiting: "承認待ち", approved: "承認", rejected: "却下", lapsed: "期限切れ" },
  purpose: { marketing: "お知らせ・キャンペーン", service: "予約や宿泊の連絡" },
  consent: { given: "同意", withdrawn: "取り消し" },
  source: {
    import: "取り込みデータ",
    feed: "予約システム",
    staff: "担当者の登録",
    guest: "お客様の登録",
    unsubscribe: "配信停止の手続き",
    line_follow: "LINEの友だち追加",
    line_unfollow: "LINEのブロック",
    bounce: "メールの不達",
    complaint: "迷惑メールの報告",
    merge: "名寄せ",
  },
} as const satisfies Record<string, Record<string, string>>;

/** SQL: the words of a code; of one without words, nothing. */
export function labelSql(column: string, kind: keyof typeof WORDS): RawBuilder<string | null> {
  const cases = Object.entries(WORDS[kind]).map(([code, word]) => sql`when ${code} then ${word}`);
  return sql<string | null>`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`;
}
