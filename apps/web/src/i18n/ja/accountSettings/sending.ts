/** Words of how mails are sent, and of what the DNS holds for them. */
export const deliveryTexts = {
  title: "メールの送り方",
  change: "送り方を変更する",
  saved: "メールの送り方を保存しました。",
  unlimited: "制限しない",
  via: { smtp: "SMTPサーバー", sendgrid: "SendGrid" },
  note: {
    smtp: "このサービスに設定されたメールサーバーから送ります。",
    sendgrid: "SendGridのAPIで送り、届いたかどうかの知らせを受け取ります。",
  },
  webhookLead:
    "SendGridの「Event Webhook」に次のアドレスを登録し、署名(Signed Event Webhook)を有効にして、表示された検証キーをここに保存してください。届かなかったメールや迷惑メールの報告が反映されます。",
  webhookKeyMissing: "検証キーが保存されるまで、SendGridからの知らせは受け付けられません。",
  copyWebhook: "Event Webhookのアドレスをコピーする",
  label: {
    via: "送り方",
    sendgrid_api_key: "SendGridのAPIキー",
    sendgrid_webhook_public_key: "SendGridの検証キー",
    mails_per_minute: "1分間に送る上限",
    domain_mails_per_minute: "同じ宛先ドメインへの1分間の上限",
  },
  help: {
    sendgrid_api_key: "「Mail Send」の権限があるAPIキーです。暗号化して保存し、画面には二度と表示しません。",
    replace_key: "保存されています。置き換えるときだけ入力してください。",
    sendgrid_webhook_public_key: "「Signed Event Webhook」を有効にすると表示される「Verification Key」です。",
    mails_per_minute: "空欄なら制限しません。超える分は、順番が来るまで待ちます。",
    domain_mails_per_minute: "空欄なら制限しません。gmail.com など、宛先のドメインごとに数えます。",
  },
};

export const dkimTexts = {
  make: "DKIMの鍵を作る",
  makeAnother: "DKIMの鍵を作り直す",
  makeTitle: "DKIMの鍵を作りますか",
  makeLead:
    "鍵を作り、DNSに登録する公開鍵を表示します。作り直すときは、前と違うセレクターにしてください。新しい鍵がDNSに登録されるまで、前の鍵で署名します。",
  made: "DKIMの鍵を作りました。公開鍵をDNSに登録してください。",
  check: "DNSを確認する",
  none: "まだ鍵がありません。作るまで、メールには署名されません。",
  name: { dkim: "DKIM", spf: "SPF", dmarc: "DMARC" },
  state: {
    ok: "✓ 登録されています",
    wrong: "✕ 内容が違います",
    missing: "✕ 見つかりません",
    unknown: "確認できませんでした",
  },
  found: "いまの内容:",
  recordName: "名前:",
  recordValue: "値(TXT):",
  copyName: "{{name}} の名前をコピーする",
  copyValue: "{{name}} の値をコピーする",
  label: { domain: "ドメイン", selector: "セレクター" },
  help: {
    domain: "差出人アドレスの@より後ろです。",
    selector: "DNSでこの鍵を見分ける名前です。半角の英小文字・数字・ハイフンで入力してください。",
  },
};
