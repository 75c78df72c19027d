/** Words of the sign-in pages. */
export const texts = {
  login: {
    title: "ログイン",
    lead: "ユーザーIDとパスワードを入力してください。",
    userId: "ユーザーID",
    password: "パスワード",
    submit: "次へ進む",
    userIdMissing: "ユーザーIDを入力してください。",
    passwordMissing: "パスワードを入力してください。",
    showPassword: "パスワードを表示する・隠す",
  },
  code: {
    title: "認証コードの入力",
    lead: "認証アプリに表示されている6桁の数字を入力してください。",
    code: "認証コード",
    submit: "ログインする",
    invalid: "6桁の数字を入力してください。",
    back: "別のユーザーでログインする",
    as: "{{userId}} としてログインします。",
  },
  demo: {
    title: "デモのログイン",
    lead: "役割を選ぶと、ユーザーIDとパスワードが入力されます。",
    fetchCode: "デモの認証コードを入力する",
    fetching: "認証コードを取得しています。最大30秒かかります。",
    filled: "認証コードを入力しました。",
  },
};
