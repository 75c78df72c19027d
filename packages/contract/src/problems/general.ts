import type { Entry } from "./entry.ts";

/** Large figures are read with separators; a year has none. */
const figure = (n: number) => (Math.abs(n) < 10_000 ? String(n) : n.toLocaleString("en-US"));

/** What can be wrong with a field of any form. */
export const GENERAL = {
  required: { ja: "入力してください", en: "Please enter this" },
  missing_or_wrong: { ja: "入力してください(形式も確認してください)", en: "Please enter this in the right form" },
  wrong_form: { ja: "形式が正しくありません", en: "This is not in the right form" },
  same_time: { ja: "始まりと違う時刻にしてください", en: "Choose another time than the start" },
  whole_number: { ja: "整数で入力してください", en: "Enter a whole number" },
  too_short: ({ min }: { min: number }) => ({
    ja: `${min}文字以上で入力してください`,
    en: `Enter at least ${min} characters`,
  }),
  /** `over`: how many are too many, while they are still being typed. */
  too_long: ({ max, over }: { max?: number; over?: number }) =>
    max === undefined
      ? { ja: "長すぎます。短くしてください", en: "This is too long. Please shorten it" }
      : {
          ja: `${max}文字以内で入力してください${over === undefined ? "" : `(${over}文字多く入力されています)`}`,
          en: `Enter at most ${max} characters${over === undefined ? "" : ` (${over} too many)`}`,
        },
  too_small: ({ min }: { min: number }) => ({
    ja: `${figure(min)}以上で入力してください`,
    en: `Enter ${figure(min)} or more`,
  }),
  too_big: ({ max }: { max: number }) => ({
    ja: `${figure(max)}以下で入力してください`,
    en: `Enter ${figure(max)} or less`,
  }),
  too_few: ({ min }: { min: number }) => ({ ja: `${min}件以上必要です`, en: `At least ${min} are needed` }),
  too_many: ({ max }: { max: number }) => ({ ja: `${max}件以内にしてください`, en: `At most ${max} are allowed` }),
  one_of_two: { ja: "どちらか一方だけを指定してください", en: "Tell exactly one of the two" },
  out_of_range: ({ min, max }: { min?: number; max?: number }) =>
    min === undefined || max === undefined
      ? { ja: "指定できる範囲を超えています", en: "This is outside the allowed range" }
      : {
          ja: `${figure(min)}から${figure(max)}までの値を入力してください`,
          en: `Enter a value from ${figure(min)} to ${figure(max)}`,
        },
  not_accepted: { ja: "受け付けていない項目です", en: "This field is not accepted" },
  not_a_choice: { ja: "これは選べません。選び直してください", en: "This cannot be chosen. Please choose again" },
  bad_character: { ja: "使えない文字が含まれています", en: "There is a character that cannot be used" },
  invalid_mail: { ja: "メールアドレスの形式を確認してください", en: "Please check the form of the mail address" },
  not_kana: { ja: "カタカナで入力してください", en: "Enter this in katakana" },
  not_tel: {
    ja: "電話番号を「03-1234-5678」のように入力してください",
    en: "Enter a telephone number, such as 03-1234-5678",
  },
  not_a_figure: { ja: "数字で入力してください", en: "Enter a number" },
  not_a_day: { ja: "日付を「2026年1月5日」のように入力してください", en: "Enter a day, such as 2026-01-05" },
  before_start: { ja: "開始日以降の日付にしてください", en: "Choose the first day or a later one" },
  below_minimum: { ja: "下限以上の値にしてください", en: "Must not be less than the lower limit" },
  in_past: { ja: "今日以降の日付にしてください", en: "Choose today or a later day" },
  in_future: { ja: "今日までの日付にしてください", en: "Choose today or an earlier day" },
  newer_consent: {
    ja: "この日より後に、同じ内容の記録があります。その後の日付にしてください",
    en: "There is a later word on the same. Choose a day after it",
  },
  period_too_long: ({ years }: { years: number }) => ({
    ja: `期間は${years}年以内にしてください`,
    en: `Choose at most ${years} years`,
  }),
  twice: { ja: "ほかと重複しています。どちらかを変えてください", en: "This is there twice. Please change one of them" },
  taken: { ja: "すでに使われています。別のものにしてください", en: "This is taken already. Please choose another" },
  one_client: {
    ja: "1つのクライアントのアカウントだけを選んでください",
    en: "Choose accounts of one client only",
  },
  choose_client: { ja: "クライアントを選んでください", en: "Please choose a client" },
} as const satisfies Record<string, Entry>;
