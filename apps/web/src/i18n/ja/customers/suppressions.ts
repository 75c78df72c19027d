/** Words about mails that came back. */
export const suppressions = {
  title: "届かなかったメール",
  goes: "いまは、このメールアドレスに送れます。",
  now: {
    bounced: "届かなかったため、このメールアドレスへの送信を止めています。",
    complained: "迷惑メールと報告されたため、このメールアドレスへの送信を止めています。",
    opted_out: "お客様のお申し出により、このメールアドレスへの送信を止めています。",
    blocked: "受け取りを拒否されたため、このメールアドレスへの送信を止めています。",
  },
  stays: "お客様ご本人の意思によるものなので、解除できません。",
  lift: "送信の停止を解除する",
  liftTitle: "送信の停止の解除",
  liftText: "解除すると、次の配信からこのメールアドレスに送ります。また届かなければ、もう一度止まります。",
  reason: "解除する理由",
  reasonHint: "例: お電話で、受信設定を直したとうかがったため",
  submit: "解除する",
  kind: {
    hard: "宛先に届かない",
    soft: "一時的に届かない",
    complaint: "迷惑メールの報告",
    refusal: "配信停止のお申し出",
    lift: "停止の解除",
  },
  source: {
    send: "送信時の応答",
    report: "不達の通知メール",
    sendgrid: "SendGridの通知",
    staff: "担当者の操作",
  },
};
