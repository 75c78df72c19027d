/** Words of account groups: named sets of one client's accounts. */
export const texts = {
  title: "アカウントグループ",
  lead: "1つのクライアントの施設をまとめた組です。RFMの設定などを、まとめて扱うときに使います。",
  crumb: { accounts: "アカウント管理" },
  search: "グループ名・説明・クライアント名で検索",
  new: "アカウントグループを登録",
  newLead: "クライアントを1つ選び、まとめる施設にチェックを入れてください。",
  createNew: "グループを登録する",
  deactivateLost_other:
    "{{count, number}}件の施設をまとめたこのグループは、新しく選べなくなります。施設とそのデータには影響しません。あとで有効に戻せます。",
  unknownCompany: "選択中のクライアント",
  empty: "アカウントグループはまだありません。最初のグループを登録してください。",
  emptyReadOnly: "施設が入っているアカウントグループはまだありません。",
  basics: "基本",
  field: {
    company: "クライアント",
    name: "グループ名",
    description: "説明",
    members: "施設",
    updated: "更新日時",
  },
  help: {
    description: "何のためのグループか、ほかの人に分かるように書きます。",
    company: "1つのグループに入れられるのは、1つのクライアントの施設だけです。",
    companyChange: "クライアントを変えると、選んだ施設は外れます。",
    companyChoose: "クライアントを選ぶ",
    companyNone: "当てはまるクライアントがありません",
  },
  members: {
    search: "施設名・コードで絞り込む",
    all: "表示中の施設をすべて選ぶ",
    more: "{{names}} ほか{{n}}件",
    nobody: "選べる施設がありません。",
    notFound: "「{{words}}」に当てはまる施設はありません。",
    companyFirst: "先にクライアントを選んでください。",
  },
};
