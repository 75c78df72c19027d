import { box, heading, text, writtenBlocks } from "../../messaging/written-blocks.ts";
import { couponPresetAction, message } from "./gifts.ts";
import { all, type Preset } from "./preset.ts";
import { on } from "./when.ts";

const WORDS = {
  ja: {
    segment: "最上位ランクのご予約のお客様",
    coupon: "ウェルカムドリンク1杯",
    terms: "ご滞在中に、お好きなお飲み物を1杯お楽しみいただけます(1,000円まで)。",
    title: "{{ name }}様、お越しを心待ちにしております",
    preheader: "ご予約の内容と、ご到着の一杯のご案内です",
    blocks: writtenBlocks(
      text(
        `{{ name }}様

いつも{{ facility_name }}をお選びいただき、誠にありがとうございます。
{{ rank }}の{{ name }}様をふたたびお迎えできますこと、スタッフ一同、たいへん楽しみにしております。`,
      ),
      box("stay"),
      heading("ご到着の一杯をご用意いたしました"),
      box("coupon"),
      text(
        `お部屋やお食事のご希望がございましたら、どうぞ遠慮なくお申し付けください。
道中お気をつけてお越しくださいませ。`,
      ),
    ),
  },
  en: {
    segment: "Guests of the best rank with a reservation",
    coupon: "A welcome drink",
    terms: "Enjoy a drink of your choice during your stay (up to ¥1,000).",
    title: "We look forward to your arrival, {{ name }}",
    preheader: "Your reservation, and a drink when you arrive",
    blocks: writtenBlocks(
      text(
        `Dear {{ name }},

Thank you for choosing {{ facility_name }} once more. It is a pleasure to welcome back a {{ rank }} member.`,
      ),
      box("stay"),
      heading("A drink is waiting for you when you arrive"),
      box("coupon"),
      text(
        `If there is anything you would like for your room or your meals, please let us know.
We wish you a pleasant journey.`,
      ),
    ),
  },
};

const WEEK_BEFORE = on("before_check_in", 7, "10:00", "stay");

export const vipTreatment: Preset = {
  type: "vip_treatment",
  text: {
    ja: "最上位ランクのお客様へ、ご到着の7日前にウェルカムドリンクのクーポンとメッセージをお届けします。",
    en: "Sends guests of the best rank a coupon for a drink and a message 7 days before arrival.",
  },
  needs: ["ranks", "sender"],
  segments({ language, ranks }) {
    const words = WORDS[language];
    const drink = {
      name: words.coupon,
      description: words.terms,
      discount_absolute: 1_000,
      valid_days_from_acquire: 30,
    };
    return [
      {
        name: words.segment,
        target: all(
          { field: "rank_detail_id", operator: "in", value: ranks.slice(0, 1) },
          { field: "reservation_state", operator: "in", value: ["booked"] },
        ),
        actions: [couponPresetAction(drink, WEEK_BEFORE), ...message(words, WEEK_BEFORE, language)],
      },
    ];
  },
};
