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
  column: {
    name: "氏名",
    member: "会員番号",
    rank: "ランク",
    rfm: "RFM",
    lastStay: "最終宿泊",
    stays: "宿泊",
    total: "累計利用額",
    points: "ポイント",
    contact: "連絡",
  },
  contact: {
    mail: { reachable: "メール", bounced: "不達", opted_out: "配信停止", no_consent: "未同意", none: "メールなし" },
    line: { reachable: "LINE", blocked: "ブロック", none: "LINEなし" },
  },
  nextExpiry: "最短 {{month}}",
};
