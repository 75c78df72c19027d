import { box, heading, text, writtenBlocks } from "../../messaging/written-blocks.ts";
import { couponPresetAction, message, NO_RESERVATION } from "./gifts.ts";
import { all, type Preset } from "./preset.ts";
import { atTen } from "./when.ts";

const WORDS = {
  ja: {
    segment: "1〜2年ぶりになるお客様",
    coupon: "おかえりなさいクーポン 10%割引",
    terms: "ご宿泊料金から10%(最大5,000円)を割引いたします。お一人様1回、1つのご予約に1枚お使いいただけます。",
    title: "{{ name }}様、またお目にかかれる日を楽しみにしております",
    preheader: "おかえりなさいのクーポンをご用意しました",
    blocks: writtenBlocks(
      heading("お変わりなくお過ごしですか"),
      text(
        `{{ name }}様

{{ facility_name }}でございます。
前回お泊まりいただいた{{ last_stay_on }}から、ずいぶん日が経ちました。

またごゆっくりお過ごしいただけたらとの思いを込めて、クーポンをご用意いたしました。`,
      ),
      box("coupon"),
      text(`{{ name }}様のお帰りを、スタッフ一同、心よりお待ちしております。`),
    ),
  },
  en: {
    segment: "Guests away for one to two years",
    coupon: "Welcome back: 10% off",
    terms: "10% off your stay (up to ¥5,000). Once for each guest, one for each reservation.",
    title: "We would love to welcome you back, {{ name }}",
    preheader: "A coupon is waiting for you",
    blocks: writtenBlocks(
      heading("We hope all is well with you"),
      text(
        `Dear {{ name }},

It has been a while since your stay on {{ last_stay_on }}.

We would be delighted to see you again, and have a coupon waiting for you.`,
      ),
      box("coupon"),
      text(`With warm regards from all of us at {{ facility_name }}`),
    ),
  },
};

const FIRST_OF_MONTH = atTen({ day_of_month: "1" }, { once_per: "days", once_days: 365 });

export const customerDefectionBenefit: Preset = {
  type: "customer_defection_benefit",
  text: {
    ja: "2回以上お泊まりになり、1〜2年ご宿泊のないお客様へ、10%割引クーポンとメッセージをお届けします。",
    en: "Sends guests with two or more stays, the last one to two years ago, a coupon of 10% and a message.",
  },
  needs: ["sender"],
  segments({ language }) {
    const words = WORDS[language];
    const tenPercent = {
      name: words.coupon,
      description: words.terms,
      discount_type: "rate",
      absolute_type: null,
      rate_type: "action",
      discount_rate: 10,
      discount_limit: 5_000,
      valid_days_from_acquire: 60,
    } as const;
    return [
      {
        name: words.segment,
        target: all(
          { field: "stay_count", operator: ">=", value: 2 },
          { field: "last_stay_days", operator: "between", value: [365, 730] },
          NO_RESERVATION,
        ),
        actions: [couponPresetAction(tenPercent, FIRST_OF_MONTH), ...message(words, FIRST_OF_MONTH, language)],
      },
    ];
  },
};
