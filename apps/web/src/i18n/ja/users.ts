/** Words of user management. */
export const texts = {
  title: "ユーザー管理",
  search: "氏名・ユーザーID・メールで絞り込む",
  searchSubmit: "絞り込む",
  empty: "ユーザーはまだいません。",
  emptyFiltered: "「{{q}}」に当てはまるユーザーはいません。",
  clear: "絞り込みを外す",
  column: {
    name: "氏名",
    loginId: "ユーザーID",
    mail: "メールアドレス",
    role: "役割",
    status: "状態",
    accounts: "所属施設",
    lastLogin: "最終ログイン",
  },
  status: { pending: "招待中", active: "利用中", inactive: "停止中" },
  moreAccounts: "{{name}} ほか{{n}}施設",
  neverLoggedIn: "まだありません",
};
