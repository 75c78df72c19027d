import { box, heading, text, writtenBlocks } from "../../messaging/written-blocks.ts";
import { message, somePoints } from "./gifts.ts";
import { all, oneOf, type Preset } from "./preset.ts";
import { on } from "./when.ts";

const WORDS = {
  ja: {
    done: "オンラインチェックインをされたお客様",
    coming: "まもなくお越しになるお客様",
    title: "ご到着の前に、オンラインチェックインのご案内",
    preheader: "ご到着の手続きを、先にお済ませいただけます",
    blocks: writtenBlocks(
      text(
        `{{ name }}様

このたびは{{ facility_name }}をご予約いただき、誠にありがとうございます。
お越しになる日が近づいてまいりました。`,
      ),
      box("stay"),
      heading("宿泊者カードを先にご記入いただけます"),
      text(
        `あらかじめご記入いただきますと、ご到着の際にお待たせせずにお部屋へご案内できます。
下のリンクから、数分でお済ませいただけます。

{{ card_link }}`,
      ),
      text(
        `オンラインでチェックインをされたお客様には、ご滞在ののちに100ポイントをお贈りいたします。
どうぞお気をつけてお越しください。`,
      ),
    ),
  },
  en: {
    done: "Guests who checked in online",
    coming: "Guests who arrive soon",
    title: "Before you arrive: check in online",
    preheader: "Save time when you arrive",
    blocks: writtenBlocks(
      text(
        `Dear {{ name }},

Thank you for your reservation at {{ facility_name }}. We look forward to your arrival.`,
      ),
      box("stay"),
      heading("Fill in your registration card beforehand"),
      text(
        `With your card filled in we can show you to your room without delay. It takes a few minutes:

{{ card_link }}`,
      ),
      text(
        `Guests who check in online receive 100 points after their stay.
Have a safe journey.`,
      ),
    ),
  },
};

const BEFORE_ARRIVAL = on("before_check_in", 3, "10:00", "stay");
const AT_CHECK_OUT = on("after_check_out", 0, "12:00", "stay");

export const onlineCheckInPromotion: Preset = {
  type: "online_check_in_promotion",
  text: {
    ja: "ご到着の3日前に宿泊者カードのリンクをお届けし、オンラインでチェックインされたお客様へ100ポイントを付与します。",
    en: "Sends the link of the registration card 3 days before arrival, and 100 points to those who checked in online.",
  },
  needs: ["card_link", "sender"],
  isService: true,
  segments({ language }) {
    const words = WORDS[language];
    return [
      {
        name: words.done,
        target: all({ field: "reservation_is_online_check_in", operator: "=", value: true }),
        actions: [somePoints(100, AT_CHECK_OUT)],
      },
      {
        name: words.coming,
        target: all(
          { field: "reservation_state", operator: "in", value: ["booked"] },
          { field: "reservation_card_status", operator: "in", value: ["not_filled"] },
          oneOf(
            { field: "mail_reachable", operator: "=", value: true },
            { field: "line_reachable", operator: "=", value: true },
          ),
        ),
        actions: message(words, BEFORE_ARRIVAL, language),
      },
    ];
  },
};
