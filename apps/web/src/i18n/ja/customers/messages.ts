import { FIGURE_WORDS } from "@okaeri/contract/campaigns/results/figure-words";

/** Words about what was sent to the guest. */
export const messages = {
  subject: "件名",
  status: "結果",
  statuses: { sent: FIGURE_WORDS.reached.ja, failed: FIGURE_WORDS.failed.ja, unknown: FIGURE_WORDS.unknown.ja },
  became: "反応",
  reactions: {
    opened: FIGURE_WORDS.opened.ja,
    machine_opened: FIGURE_WORDS.machine_opened.ja,
    clicked: FIGURE_WORDS.clicked.ja,
    unsubscribed: FIGURE_WORDS.unsubscribed.ja,
    bounced: FIGURE_WORDS.bounced.ja,
    complained: FIGURE_WORDS.complained.ja,
  },
  nothing: "まだありません",
  reason: "理由",
  campaign: "キャンペーン",
  sentAt: "送信日時",
  back: "メッセージの一覧に戻る",
  loading: "メールを読み込んでいます。",
  erased: "お客様の情報を消去したため、本文はありません。",
  asSent: "送ったときのままの内容です。リンクは開きません。",
};
