import { heading, text, writtenBlocks } from "../../messaging/written-blocks.ts";
import { message, somePoints } from "./gifts.ts";
import { all, type Preset } from "./preset.ts";
import { on } from "./when.ts";

const WORDS = {
  ja: {
    done: "オンラインチェックアウトをされたお客様",
    staying: "今夜ご滞在中のお客様",
    title: "明日のご出発は、オンラインチェックアウトが便利です",
    preheader: "フロントにお立ち寄りにならずにご出発いただけます",
    blocks: writtenBlocks(
      text(
        `{{ name }}様

{{ facility_name }}でのひとときを、お楽しみいただけておりますでしょうか。`,
      ),
      heading("明日のご出発はお部屋から"),
      text(
        `オンラインチェックアウトのお手続きをお部屋で済ませていただくと、フロントにお立ち寄りにならずにご出発いただけます。
鍵は、フロント横の返却口へお返しください。`,
      ),
      text(
        `ご利用いただいたお客様には、ご滞在ののちに100ポイントをお贈りいたします。
今夜もどうぞごゆっくりお過ごしください。`,
      ),
    ),
  },
  en: {
    done: "Guests who checked out online",
    staying: "Guests who are in the house tonight",
    title: "Leaving tomorrow? Check out online",
    preheader: "Leave without stopping at the front desk",
    blocks: writtenBlocks(
      text(
        `Dear {{ name }},

We hope you are enjoying your stay at {{ facility_name }}.`,
      ),
      heading("Check out from your room"),
      text(
        "Tomorrow you can check out online from your room and leave without stopping at the front desk. Please leave your key in the box beside it.",
      ),
      text(
        `Guests who check out online receive 100 points after their stay.
We wish you a restful night.`,
      ),
    ),
  },
};

const EVENING_BEFORE = on("before_check_out", 1, "18:00", "stay");
const AT_CHECK_OUT = on("after_check_out", 0, "12:00", "stay");

export const onlineCheckOutPromotion: Preset = {
  type: "online_check_out_promotion",
  text: {
    ja: "ご出発の前日18時に手順をお届けし、オンラインでチェックアウトされたお客様へ100ポイントを付与します。",
    en: "Tells guests how to check out online at 18:00 on the eve, and grants 100 points to those who did.",
  },
  needs: ["card_link", "sender"],
  isService: true,
  segments({ language }) {
    const words = WORDS[language];
    return [
      {
        name: words.done,
        target: all({ field: "reservation_is_online_check_out", operator: "=", value: true }),
        actions: [somePoints(100, AT_CHECK_OUT)],
      },
      {
        name: words.staying,
        target: all({ field: "reservation_state", operator: "in", value: ["in_house"] }),
        actions: message(words, EVENING_BEFORE, language),
      },
    ];
  },
};
