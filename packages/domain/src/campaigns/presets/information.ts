import { BY_HAND } from "../timing/timing.ts";
import { AGREED, message } from "./gifts.ts";
import { all, type Preset } from "./preset.ts";

const WORDS = {
  ja: {
    segment: "お知らせに同意されているお客様",
    title: "{{ facility_name }}からのお知らせ",
    body: `{{ name }}様

いつも{{ facility_name }}をご利用いただき、誠にありがとうございます。

{{ name }}様のポイント残高は、現在{{ point_balance }}ポイントです。
次のご宿泊で、ぜひお役立てください。

季節の移ろいとともに、館内の装いやお料理も少しずつ変わってまいります。
またのお越しを、スタッフ一同、心よりお待ちしております。`,
  },
  en: {
    segment: "Guests who agreed to news",
    title: "News from {{ facility_name }}",
    body: `Dear {{ name }},

Thank you for being a guest of {{ facility_name }}.

Your balance is {{ point_balance }} points, ready for your next stay.

With each season our house and our kitchen change a little.
We look forward to welcoming you again.`,
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
    return [{ name: words.segment, target: all(AGREED), actions: message(words, BY_HAND) }];
  },
};
