import { ERRORS } from "../errors.ts";
import type { Entry } from "./entry.ts";

/** What can be wrong with a password, a user ID or a code. */
export const SIGN_IN = {
  context: {
    ja: "ユーザーID、お名前、施設名をもとにしたものは使えません",
    en: "Do not build it from your user ID, name or hotel",
  },
  common: { ja: "よく使われるパスワードのため使えません", en: "This is one of the most common passwords" },
  repetitive: { ja: "同じ文字の繰り返しは使えません", en: "Do not repeat the same few characters" },
  reused: { ja: "最近使ったパスワードは使えません", en: "You have used this password recently" },
  password_wrong: { ja: "いまのパスワードが正しくありません", en: "The current password is not correct" },
  sign_in_id_form: {
    ja: "半角の英数字と . _ - @ で、4文字以上64文字以内にしてください",
    en: "Use 4 to 64 letters, digits and . _ - @",
  },
  sign_in_id_fixed: { ja: "ユーザーIDは変えられません", en: "The user ID cannot be changed" },
  /** An authenticator's code or a recovery code. */
  not_a_proof: {
    ja: "認証アプリの6桁の数字か、復旧コード(英数字12文字)を入力してください",
    en: "Enter the six digits of your authenticator or a recovery code of 12 letters and digits",
  },
  code_wrong: ERRORS.WRONG_CODE,
  no_authenticator: {
    ja: "認証アプリの登録が取り消されています。届いたメールのリンクから、登録し直してください",
    en: "Your authenticator was taken away. Register a new one through the link mailed to you",
  },
} as const satisfies Record<string, Entry>;
