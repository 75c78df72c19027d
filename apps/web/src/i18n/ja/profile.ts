/** Words of one's own profile. */
export const texts = {
  title: "プロフィール",
  userId: "ユーザーID",
  name: "氏名",
  mail: "メールアドレス",
  role: "役割",
  company: "所属",
  signedIn: "ログインした日時",
  back: "トップへ戻る",
  separator: "、",
  logout: "ログアウトする",
};
