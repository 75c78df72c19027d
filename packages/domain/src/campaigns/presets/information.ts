import { box, heading, text, writtenBlocks } from "../../messaging/written-blocks.ts";
import { BY_HAND } from "../schedule/timing.ts";
import { AGREED, message } from "./gifts.ts";
import { all, type Preset } from "./preset.ts";

const WORDS = {
  ja: {
    segment: "お知らせに同意されているお客様",
    title: "{{ facility_name }}からのお知らせ",
    preheader: "ポイントの残高と、館内のお知らせをお届けします",
    blocks: writtenBlocks(
      text(
        `{{ name }}様

いつも{{ facility_name }}をご利用いただき、誠にありがとうございます。

季節の移ろいとともに、館内の装いやお料理も少しずつ変わってまいります。`,
      ),
      heading("お手元のポイント"),
      box("points"),
      text(
        `次のご宿泊で、ぜひお役立てください。
またのお越しを、スタッフ一同、心よりお待ちしております。`,
      ),
    ),
  },
  en: {
    segment: "Guests who agreed to news",
    title: "News from {{ facility_name }}",
    preheader: "Your balance of points, and news of the house",
    blocks: writtenBlocks(
      text(
        `Dear {{ name }},

Thank you for being a guest of {{ facility_name }}.

With each season our house and our kitchen change a little.`,
      ),
      heading("Your points"),
      box("points"),
      text(
        `They are ready for your next stay.
We look forward to welcoming you again.`,
      ),
    ),
  },
};

export const information: Preset = {
  type: "information",
  text: {
    ja: "メールの配信に同意されているすべてのお客様へ、メッセージを1回お届けします。",
    en: "Sends everybody who agreed to mail one message.",
  },
  needs: ["sender"],
  segments({ language }) {
    const words = WORDS[language];
    return [{ name: words.segment, target: all(AGREED), actions: message(words, BY_HAND, language) }];
  },
};
