import { box, heading, text, writtenBlocks } from "../../messaging/written-blocks.ts";
import { couponPresetAction, message, NO_RESERVATION, somePoints } from "./gifts.ts";
import { all, type Preset } from "./preset.ts";
import { atTen } from "./when.ts";

const WORDS = {
  ja: {
    segment: "はじめてのご宿泊が上位の金額だったお客様",
    coupon: "2回目のご宿泊 3,000円割引",
    terms: "次のご宿泊料金から3,000円を割引いたします。お一人様1回、1つのご予約に1枚お使いいただけます。",
    title: "{{ name }}様、先日はお泊まりいただきありがとうございました",
    preheader: "お礼のポイントと、次のご宿泊のクーポンをお贈りします",
    blocks: writtenBlocks(
      heading("ご滞在のお礼を申し上げます"),
      text(
        `{{ name }}様

先日は{{ facility_name }}にお泊まりいただき、誠にありがとうございました。
ご滞在はいかがでしたでしょうか。

お礼の気持ちとして{{ granted_points }}ポイントと、次のご宿泊にお使いいただけるクーポンをお贈りいたします。`,
      ),
      box("coupon"),
      box("points"),
      text(
        `今回お贈りしたポイントは、1年間お使いいただけます。

{{ name }}様とまたお会いできますことを、スタッフ一同、楽しみにしております。`,
      ),
    ),
  },
  en: {
    segment: "Guests whose first stay was among the dearest fifth",
    coupon: "¥3,000 off your second stay",
    terms: "¥3,000 off your next stay. Once for each guest, one for each reservation.",
    title: "Thank you for staying with us, {{ name }}",
    preheader: "Points and a coupon for your next stay",
    blocks: writtenBlocks(
      heading("Thank you for your stay"),
      text(
        `Dear {{ name }},

Thank you very much for your recent stay with us. We hope you enjoyed it.

As a small token of our thanks you have received {{ granted_points }} points, and a coupon for your next stay.`,
      ),
      box("coupon"),
      box("points"),
      text(
        `Today's points can be used for one year.

We look forward to seeing you again.
Everybody at {{ facility_name }}`,
      ),
    ),
  },
};

const TUESDAYS = atTen({ day_of_week: "2" }, { once_per: "ever", once_days: null });

export const potentialGoodCustomerBenefit: Preset = {
  type: "potential_good_customer_benefit",
  text: {
    ja: "30〜180日前に初めてお泊まりになり、ご利用金額が上位2割だったお客様へ、3,000円割引クーポンと1,000ポイントをお届けします。",
    en: "Sends guests whose only stay, 30 to 180 days ago, was among the dearest fifth a coupon of ¥3,000 and 1,000 points.",
  },
  needs: ["sender", "stays"],
  segments({ language, upperFifth }) {
    const words = WORDS[language];
    const yenOff = {
      name: words.coupon,
      description: words.terms,
      discount_absolute: 3_000,
      valid_days_from_acquire: 180,
    };
    return [
      {
        name: words.segment,
        target: all(
          { field: "stay_count", operator: "=", value: 1 },
          { field: "last_stay_days", operator: "between", value: [30, 180] },
          { field: "stay_use_price", operator: ">=", value: upperFifth ?? 0 },
          NO_RESERVATION,
        ),
        actions: [
          couponPresetAction(yenOff, TUESDAYS),
          somePoints(1_000, TUESDAYS),
          ...message(words, TUESDAYS, language),
        ],
      },
    ];
  },
};
