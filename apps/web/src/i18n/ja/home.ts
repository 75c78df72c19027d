/** Words of the home page. */
export const texts = {
  greeting: "おかえりなさい、{{name}}さん",
  greetingNoName: "おかえりなさい",
  search: "お客様を探す",
  searchHint: "氏名・カナ・電話・メール・会員番号・予約番号",
  submit: "検索する",
  clear: "検索をやめる",
  recent: "最近お泊まりのお客様",
  found: "「{{q}}」の検索結果",
  notFound: "「{{q}}」に当てはまるお客様は見つかりませんでした。",
  noCustomers: "お客様はまだ登録されていません。予約データを取り込むと、ここに表示されます。",
  firstImport: "予約データを取り込む",
  begin: {
    title: "キャンペーンをはじめる",
    customer_defection_benefit: "離反防止",
    information: "お知らせ",
    all: "すべてのプリセットを見る",
  },
  waitingGrants: {
    title_other: "承認を待っているポイントの付与があります ({{count, number}}件)",
    text: "申請した方とは別の方が、内容を確かめて承認または却下してください。期限を過ぎると付与されません。",
    line: "{{name}}様に{{points}}ポイント ({{date}}まで)",
    all: "申請の一覧を開く",
  },
  openUses: {
    title_other: "取り消された予約に、ポイント・クーポンの利用が残っています ({{count, number}}件)",
    text: "取消料に使わないときは、利用を取り消してお客様に戻してください。取り消しから30日間、ここに表示します。",
    coupon: "{{name}}様のクーポン (予約 {{code}}、{{date}}に取り消し)",
    point: "{{name}}様のポイント (予約 {{code}}、{{date}}に取り消し)",
    more_other: "ほかに{{count, number}}件あります。",
  },
  runningLow: {
    title_other: "お客様にお渡しするコードが残り少なくなっています ({{count, number}}件)",
    text: "なくなると、次のお客様にはクーポンが届きません。キャンペーンの画面でコードを追加してください。",
    coupon: "「{{name}}」 残り{{count, number}}件 ({{campaign}})",
    more_other: "ほかに{{count, number}}件あります。",
  },
  coming: { title: "まもなくの配信", calendar: "カレンダーを見る" },
  latest: { title: "最近の配信の結果", all: "すべてのキャンペーンを見る" },
  missed: {
    title_other: "自動の配信で、送らなかった回があります ({{count, number}}件)",
    text: "理由と、これからできることは、キャンペーンの画面で分かります。7日間、ここに表示します。",
    run: "{{at}} 「{{name}}」",
    more_other: "ほかに{{count, number}}件あります。",
  },
  ledger: {
    title: "ポイントの残高が合いません",
    text_other:
      "「{{name}}」で、付与と利用の記録と合わない残高が見つかりました({{count, number}}件、{{at}}の検算)。該当のお客様のポイントは、直るまで動かさないでください。提供会社にお知らせください。",
    guest: "番号{{id}}のお客様",
  },
};
