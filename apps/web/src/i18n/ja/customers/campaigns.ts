import { FIGURE_WORDS } from "@okaeri/contract/campaigns/results/figure-words";

/** Words about which campaigns came to the guest. */
export const campaigns = {
  note: "この{{days}}日間の配信です。配信の記録にないものは、配信したときの条件と、お客様のいまのデータで判定しています。",
  show: "表示",
  all: "すべて",
  got: FIGURE_WORDS.reached.ja,
  not: "届いていない",
  waiting: FIGURE_WORDS.waiting.ja,
  unknown: FIGURE_WORDS.unknown.ja,
  campaign: "キャンペーン",
  at: "日時",
  result: "結果",
  why: "理由",
  stay: "チェックアウト",
  unmet: "満たしていない条件:",
  judgedThen: "配信したときの条件と、いまのデータによる判定",
  judgedToday: "いまの条件と、いまのデータによる判定",
  read: "メールを読む",
  change: {
    no_consent: "配信の同意を見る",
    no_address: "メールアドレスと配信停止を見る",
    capped: "配信回数の上限を見る",
    quiet: "配信を控える時間帯を見る",
  },
  none: "この{{days}}日間、キャンペーンの配信はまだありません。",
  noneGot: "この{{days}}日間に届いたキャンペーンはまだありません。",
  noneNot: "この{{days}}日間に届かなかったキャンペーンはありません。",
};
