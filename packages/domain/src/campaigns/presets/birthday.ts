import { box, heading, text, writtenBlocks } from "../../messaging/written-blocks.ts";
import { couponPresetAction, message } from "./gifts.ts";
import { all, type Preset } from "./preset.ts";
import { on } from "./when.ts";

const WORDS = {
  ja: {
    segment: "まもなくお誕生日のお客様",
    coupon: "お誕生日 3,000円割引",
    terms:
      "お誕生月とその翌月のご宿泊料金から3,000円を割引いたします。お一人様1回、1つのご予約に1枚お使いいただけます。",
    title: "{{ name }}様、もうすぐお誕生日ですね",
    preheader: "お誕生月とその翌月にお使いいただけるクーポンをお贈りします",
    blocks: writtenBlocks(
      heading("お誕生日のお祝い"),
      text(
        `{{ name }}様

まもなくお誕生日をお迎えになりますね。心よりお祝いを申し上げます。

記念の日を{{ facility_name }}でお過ごしいただけたらと、お祝いのクーポンをご用意いたしました。`,
      ),
      box("coupon"),
      text(
        `{{ name }}様にとって、実り多い一年となりますように。
スタッフ一同、お越しをお待ちしております。`,
      ),
    ),
  },
  en: {
    segment: "Guests with a birthday in two weeks",
    coupon: "Birthday gift: ¥3,000 off",
    terms:
      "¥3,000 off a stay in the month of your birthday or the month after. Once for each guest, one for each reservation.",
    title: "Your birthday is coming up, {{ name }}",
    preheader: "A small gift for a stay in the month of your birthday or the next",
    blocks: writtenBlocks(
      heading("Happy birthday in advance"),
      text(
        `Dear {{ name }},

Your birthday is just around the corner, and we send you our very best wishes.

We would be honoured to celebrate it with you, and have a small gift for your stay.`,
      ),
      box("coupon"),
      text(
        `May the year ahead bring you much joy.
Everybody at {{ facility_name }}`,
      ),
    ),
  },
};

const BEFORE_BIRTHDAY = on("birthday", 14, "10:00", "year");

export const birthday: Preset = {
  type: "birthday",
  text: {
    ja: "お誕生日の14日前に、お誕生月と翌月に使える3,000円割引クーポンとお祝いのメッセージをお届けします。",
    en: "Sends a coupon of ¥3,000 for the birthday month and the next, with wishes, 14 days before the birthday.",
  },
  needs: ["sender"],
  segments({ language }) {
    const words = WORDS[language];
    const gift = {
      name: words.coupon,
      description: words.terms,
      discount_absolute: 3_000,
      // Counted from the occasion, the birthday: its month and the next.
      valid_months_from_acquire: 1,
    };
    return [
      {
        name: words.segment,
        // Whose birthday it is, the trigger says.
        target: all(),
        actions: [couponPresetAction(gift, BEFORE_BIRTHDAY), ...message(words, BEFORE_BIRTHDAY, language)],
      },
    ];
  },
};
