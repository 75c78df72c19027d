import type { Entry } from "./entry.ts";

const figure = (points: number, language: "ja" | "en") => points.toLocaleString(language === "ja" ? "ja-JP" : "en-GB");

/** What can be wrong with points that are used, granted or taken back by hand. */
export const POINTS = {
  not_zero: { ja: "0以外の数を入力してください", en: "Enter a number other than 0" },
  too_many_decimals: ({ most }: { most: number }) => ({
    ja: `小数点以下は${most}桁までで入力してください`,
    en: `Enter at most ${most} decimals`,
  }),
  not_a_unit: ({ unit }: { unit: number }) => ({
    ja: `${figure(unit, "ja")}ポイント単位で入力してください`,
    en: `Enter a multiple of ${figure(unit, "en")}`,
  }),
  below_rank_minimum: ({ min }: { min: number }) => ({
    ja: `このランクでは、1回に${figure(min, "ja")}ポイント以上の利用が必要です`,
    en: `This rank uses ${figure(min, "en")} points or more at a time`,
  }),
  above_rank_maximum: ({ max }: { max: number }) => ({
    ja: `このランクでは、1回に${figure(max, "ja")}ポイントまで利用できます`,
    en: `This rank uses at most ${figure(max, "en")} points at a time`,
  }),
  above_balance: ({ balance }: { balance: number }) => ({
    ja: `残高は${figure(balance, "ja")}ポイントです。それ以下で入力してください`,
    en: `The balance is ${figure(balance, "en")} points. Enter that or less`,
  }),
  above_payable: ({ left }: { left: number }) => ({
    ja:
      left === 0
        ? "この予約には、これ以上ポイントを利用できません"
        : `この予約に利用できるのは、あと${figure(left, "ja")}ポイントです`,
    en:
      left === 0 ? "This booking takes no more points" : `This booking takes ${figure(left, "en")} more points at most`,
  }),
  booking_over: { ja: "すでに終わった宿泊です", en: "This stay is over" },
  booking_cancelled: { ja: "取り消された予約です", en: "This booking is cancelled" },
  above_left: ({ left }: { left: number }) => ({
    ja: `この付与で取り消せるのは、あと${figure(left, "ja")}ポイントです`,
    en: `At most ${figure(left, "en")} points of this grant can be taken back`,
  }),
  follows_stay: {
    ja: "宿泊にもとづく付与は、宿泊の訂正に合わせて自動で変わります。減らすときは「減算」を使ってください",
    en: "Points of a stay follow the stay by themselves. To lower them, deduct points instead",
  },
  other_facility: {
    ja: "予約の施設と一致しません。予約の施設を選んでください",
    en: "This is not the facility of the reservation",
  },
  unknown_member: { ja: "この会員番号のお客様はいません", en: "Nobody has this member number" },
  no_such_member: {
    ja: "この会員番号やメールアドレスのお客様が見つからないか、お1人に決まりません",
    en: "Nobody has this member number or mail address, or it does not tell one guest from another",
  },
  no_such_use: {
    ja: "この施設の予約エンジンによる利用に、この番号のものはありません",
    en: "No engine of this facility made a use with this id",
  },
  not_for_this_key: { ja: "このキーではできない操作です", en: "This key may not do this" },
  key_reused: {
    ja: "同じIdempotency-Keyで、違う内容が送られました",
    en: "This Idempotency-Key came with another body before",
  },
  request_decided: { ja: "この申請は、すでに処理されています", en: "This request has already been decided" },
  request_lapsed: {
    ja: "この申請は期限が過ぎています。必要なときは、もう一度申請してください",
    en: "This request has lapsed. Make a new request if the points are still needed",
  },
  own_request: {
    ja: "申請した方は、承認も却下もできません。ほかの方に依頼してください",
    en: "The person who made the request cannot approve or reject it. Ask another person",
  },
  requester_lost_right: {
    ja: "申請した方に、お客様のポイントを付与する権限がなくなっています。却下してください",
    en: "The person who made the request may no longer grant points. Reject the request",
  },
  contract_ended: {
    ja: "契約期間外のため、ポイントを付与できません",
    en: "Points cannot be granted outside the contract period",
  },
  cancelled_already: { ja: "この利用は、すでに取り消されています", en: "This use is cancelled already" },
} as const satisfies Record<string, Entry>;
