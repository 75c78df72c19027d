/** Words of client management: the companies that use the service. */
export const texts = {
  title: "クライアント管理",
  search: "クライアント名で検索",
  create: "クライアントを登録する",
  empty: "クライアントはまだありません。最初のクライアントを登録してください。",
  emptyReadOnly: "見られるクライアントがありません。",
  chooser: {
    title: "クライアントを選んでください",
    lead: "お客様の情報は、選んだクライアントのものだけを表示します。見たことは、クライアントの「操作の記録」に残ります。",
    search: "クライアントを検索",
    none: "クライアントがまだありません。契約管理でクライアントとアカウントを登録してください。",
  },
  column: {
    name: "クライアント名",
    contract: "契約",
    accounts: "アカウント",
    users: "ユーザー",
  },
  provider: "サービス提供会社",
  refusal: {
    provider: "サービス提供会社は無効にできません。",
    byProvider: "クライアントの情報は、サービス提供会社が管理しています。",
  },
  tab: { label: "クライアントの内容", facts: "概要" },
  facts: {
    title: "基本",
    usersLink: "ユーザーを見る",
  },
  accounts: {
    empty: "アカウントはまだありません。本部または施設を登録してください。",
    emptyReadOnly: "アカウントはまだありません。",
    add: "アカウントを追加する",
    options: "有効なオプション",
    all: "アカウント管理で見る",
  },
  billing: {
    title: "請求先",
    company: "請求先の会社名",
    address: "住所",
    contact: "部署名・担当者名",
    reach: "電話番号・メールアドレス",
    discount: "割引額",
    postCode: "〒{{code}}",
    unregistered: "未登録",
  },
  form: {
    createTitle: "クライアントの登録",
    createLead: "契約する会社の名前を登録します。施設は、このあと続けて登録できます。",
    nameHint: "会社名をそのまま入れてください。",
    submitNext: "登録して施設の登録へ進む",
  },
  activity: {
    deactivateUsers_other: "このクライアントの{{count, number}}人は、ログインできなくなります。",
    deactivateAccounts_other: "{{count, number}}件のアカウントに、だれも入れなくなります。",
    activateWhat_other: "このクライアントの{{count, number}}人が、またログインできるようになります。",
  },
};
