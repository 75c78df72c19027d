import { box, button, heading, onlyFor, text, writtenBlocks } from "@okaeri/domain/messaging/written-blocks";
import { REGULARS, SITE, template } from "./template.ts";

const japanese = template("ja", "花の湯グループ スタッフ一同");

export const BIRTHDAY = japanese("誕生日のお祝い", "誕生日", {
  title: "{{ name }}様、もうすぐお誕生日ですね",
  preheader: "お誕生月とその翌月にお使いいただける、お祝いのクーポンをお届けします",
  blocks: writtenBlocks(
    heading("お誕生日のお祝いを申し上げます"),
    text(
      "{{ name }}様\n\nまもなくお誕生日をお迎えになりますね。スタッフ一同、心よりお祝い申し上げます。\n\n記念の日を{{ facility_name }}でお過ごしいただけたらと、ささやかな贈りものをご用意いたしました。",
    ),
    box("coupon"),
    text(
      "ご夕食のあとのホールケーキや、お部屋に飾るお花も承ります。\nご予約の際に「誕生日のお祝い」とお知らせください。",
    ),
    button("空いているお部屋を見る", `${SITE}/rooms`),
    box("divider"),
    text("{{ name }}様にとって、実り多い一年となりますように。"),
  ),
});

export const BEFORE_ARRIVAL = japanese("ご到着前のご案内", "ご到着前", {
  title: "{{ name }}様、ご到着をお待ちしております",
  preheader: "ご予約の内容と、ご到着からお部屋までのご案内です",
  blocks: writtenBlocks(
    text(
      "{{ name }}様\n\nこのたびはご予約いただき、誠にありがとうございます。\nお越しになる日が近づいてまいりましたので、ご予約の内容をご案内いたします。",
    ),
    box("stay"),
    heading("ご到着について"),
    text(
      "チェックインは15時から20時までです。\nご到着が20時を過ぎるときは、お電話でお知らせください。\n最寄りの駅からの送迎バスは、14時30分と15時30分に出発いたします。",
    ),
    button("交通のご案内を見る", `${SITE}/access`),
    heading("お食事とお部屋のご希望"),
    text(
      "アレルギーや苦手な食材がございましたら、前日の18時までにこのメールにご返信ください。\nお子様の寝具や、段差の少ないお部屋のご希望も承ります。",
    ),
    text("道中お気をつけてお越しくださいませ。"),
  ),
});

export const AFTER_STAY = japanese("ご滞在のお礼", "お礼", {
  title: "{{ name }}様、このたびはありがとうございました",
  preheader: "ご滞在のお礼と、次のご宿泊にお使いいただけるポイントのお知らせです",
  blocks: writtenBlocks(
    heading("ご滞在のお礼を申し上げます"),
    text(
      "{{ name }}様\n\nこのたびは{{ facility_name }}にお泊まりいただき、誠にありがとうございました。\nお帰りの道中はいかがでしたでしょうか。\n\nお礼の気持ちを込めて、{{ granted_points }}ポイントをお贈りしました。",
    ),
    box("points"),
    text("次のご宿泊のお支払いに、1ポイントを1円としてお使いいただけます。"),
    box("divider"),
    heading("ご感想をお聞かせください"),
    text("お気づきのことがございましたら、どんなことでもお寄せください。ひとつずつ、おもてなしに生かしてまいります。"),
    button("ご感想を送る", `${SITE}/voice`),
    text("{{ name }}様にまたお目にかかれる日を、スタッフ一同、楽しみにしております。"),
  ),
});

export const SEASON = japanese("秋のお便り", "季節", {
  title: "紅葉の見ごろのお知らせ({{ facility_name }})",
  preheader: "露天風呂から眺める紅葉と、秋の会席のご案内です",
  blocks: writtenBlocks(
    heading("秋のお便り"),
    text(
      "{{ name }}様\n\n朝夕の風が涼しくなり、山の木々も色づきはじめました。\n今年の見ごろは、10月の下旬から11月の中旬になりそうです。",
    ),
    heading("紅葉を眺める露天風呂"),
    text(
      "夕暮れから21時まで、湯船のまわりの木々に灯りをともします。\n湯けむりの向こうに浮かぶ紅葉をお楽しみください。",
    ),
    heading("秋の会席"),
    text("きのこの土瓶蒸し、戻り鰹、栗ご飯。料理長がこの季節だけの献立をご用意いたしました。"),
    button("秋の宿泊プランを見る", `${SITE}/autumn`),
    onlyFor(
      REGULARS,
      text(
        "いつもお越しくださる{{ name }}様には、ご到着の日に季節の和菓子をお部屋へお届けします。ご予約の際のお申し出は必要ございません。",
      ),
    ),
    box("divider"),
    text("お手元のポイントも、ご宿泊のお支払いにお使いいただけます。"),
    box("points"),
  ),
});

export const LONG_TIME = japanese("お久しぶりのお客様へ", "再訪", {
  title: "{{ name }}様、またお目にかかれる日を楽しみにしております",
  preheader: "「おかえりなさい」のクーポンをご用意しました",
  blocks: writtenBlocks(
    heading("お変わりなくお過ごしですか"),
    text(
      "{{ name }}様\n\n{{ facility_name }}でございます。\n{{ last_stay_on }}にお泊まりいただいてから、ずいぶん日が経ちました。\nお元気でいらっしゃることを、スタッフ一同、願っております。",
    ),
    text("またごゆっくりお過ごしいただけたらとの思いを込めて、クーポンをご用意いたしました。"),
    box("coupon"),
    button("空いているお部屋を見る", `${SITE}/rooms`),
    box("divider"),
    text("これまでのご宿泊でたまったポイントも、お使いいただけます。"),
    box("points"),
    text("湯けむりの向こうで、{{ name }}様のお帰りをお待ちしております。"),
  ),
});
