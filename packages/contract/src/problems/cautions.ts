import type { Language } from "../errors.ts";
import { type Entry, type ProblemOf, worded } from "./entry.ts";

type Counted = { count: number };
const people = (count: number) => count.toLocaleString("en-US");
const guests = (count: number) => (count === 1 ? "1 guest" : `${people(count)} guests`);

/** What could go wrong with a campaign that could be sent. Only the server says it. */
export const CAUTIONS = {
  meets_nobody: {
    ja: "いま、この条件に合うお客様はいません",
    en: "Nobody meets these conditions now",
  },
  taken_earlier: {
    ja: "条件に合うお客様は全員、上の優先の対象に入ります",
    en: "All guests who meet these conditions are in a segment above",
  },
  reaches_nobody: ({ count }: Counted) => ({
    ja: `条件に合う${people(count)}人の誰にも届きません`,
    en: `Of the ${guests(count)} who meet the conditions nobody is reached`,
  }),
  shares_guests: ({ name, count }: Counted & { name: string }) => ({
    ja: `動いているキャンペーン「${name}」と${people(count)}人が重なります`,
    en: `${guests(count)} are also meant by the running campaign "${name}"`,
  }),
  holds_like_coupon: ({ name, count, others }: Counted & { name: string; others: number }) => ({
    ja: `${people(count)}人が、同じ種類のまだ使えるクーポン「${name}」${others > 0 ? `ほか${others}種類` : ""}を持っています`,
    en: `${guests(count)} still have a coupon of the same kind: "${name}"${others > 0 ? ` and ${others} more` : ""}`,
  }),
  met_often: ({ count }: Counted) => ({
    ja: `この30日に3回以上お送りした方が${people(count)}人います`,
    en: `${guests(count)} got three or more messages within 30 days`,
  }),
  reaches_cap: ({ count, max, days }: Counted & { max: number; days: number }) => ({
    ja: `この配信で${people(count)}人が上限(${days}日に${max}回)に達し、しばらく次をお送りできません`,
    en: `With it ${guests(count)} reach the limit of ${max} in ${days} days and get nothing more for a while`,
  }),
  addresses_malformed: ({ count }: Counted) => ({
    ja: `形の正しくないメールアドレスが${people(count)}件あり、その方には届きません`,
    en: `Addresses of a wrong form: ${people(count)}. Those guests get no mail`,
  }),
  addresses_bounced: ({ count }: Counted) => ({
    ja: `以前に届かなかったメールアドレスが${people(count)}件あり、お送りしません`,
    en: `Addresses that did not work before: ${people(count)}. Nothing is sent to them`,
  }),
  sender_unset: ({ address }: { address: string }) => ({
    ja: `差出人のアドレスが未設定のため、${address} から届き、返信は受け取れません`,
    en: `No sender address is set: it comes from ${address}, and answers reach nobody`,
  }),
  points_endless: {
    ja: "このポイントには期限がなく、使われるまで残高に残り続けます",
    en: "These points never expire: they stay owed until they are used",
  },
  coupon_endless: {
    ja: "このクーポンには期限がなく、いつまでも使えます",
    en: "This coupon has no end: it can be used at any time",
  },
  coupon_unlimited: {
    ja: "お一人様の利用回数にも全体の枚数にも上限がないため、割引の総額は分かりません",
    en: "Neither uses of one guest nor of all are limited, so nobody can tell how much it takes off in all",
  },
  discount_unknown: {
    ja: "割引に上限がないため、割引の総額は分かりません",
    en: "The discount has no upper bound, so nobody can tell how much it takes off in all",
  },
  codes_short: ({ count }: Counted) => ({
    ja: `コードが${people(count)}枚足りません。足りない方には届きません`,
    en: `${people(count)} codes are missing: so many guests get none`,
  }),
  coupons_short: ({ count }: Counted) => ({
    ja: `クーポンの上限により、${people(count)}人にはお渡しできません`,
    en: `By the coupon's limit ${guests(count)} get none`,
  }),
} as const satisfies Record<string, Entry>;

/** A code with what it is about. */
export type Caution = ProblemOf<typeof CAUTIONS>;
export type FieldCaution = Caution & { path: string };

export function cautionText(caution: Caution, language: Language): string {
  return worded(CAUTIONS, caution, language);
}
