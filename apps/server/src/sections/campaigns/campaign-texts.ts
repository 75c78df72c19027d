import type { Language } from "@okaeri/contract/errors";

/** Something wrong with one field: a dotted path of the input, a code of PROBLEMS, and in a text where and what. */
export type Problem = { path: string; code: string; at?: { line: number; character: number }; name?: string };

type Text = Record<Language, string>;

const PROBLEMS: Record<string, Text> = {
  required: { ja: "入力してください", en: "Please enter this" },
  reversed_range: { ja: "終わりが始まりより前になっています", en: "The end lies before the start" },
  already_over: { ja: "終了日が過ぎています", en: "The last day has passed" },
  not_started: { ja: "開始日がまだ来ていません", en: "The first day has not come yet" },
  no_segments: { ja: "対象を1つ以上追加してください", en: "Add at least one segment" },
  no_actions: { ja: "施策を1つ以上追加してください", en: "Add at least one action" },
  not_for_type: {
    ja: "この種類のキャンペーンでは使えない施策です",
    en: "This action is not for this type of campaign",
  },
  rate_needs_stay: {
    ja: "宿泊を伴わない配信では、率での付与はできません。ポイント数で指定してください",
    en: "Without a stay there is nothing to take a rate of: give a number of points",
  },
  already_expired: {
    ja: "付与する日より前に有効期限が切れます。後の日付にしてください",
    en: "The points would expire before they are granted: choose a later day",
  },
  all_expired: {
    ja: "いまの対象では、全員のポイントが付与した時点で失効します。日数を長くするか、期限の種類を変えてください",
    en: "For everybody in the target the points would already have expired: allow more days or another kind of expiry",
  },
  no_points_granted: {
    ja: "この対象にはポイントの付与がないので、「付与ポイント」は使えません",
    en: "This segment grants no points, so the text cannot tell how many",
  },
  invalid_mail: { ja: "メールアドレスの形式が正しくありません", en: "This is not a mail address" },
  not_offered: {
    ja: "この種類のキャンペーンはまだ作れません",
    en: "Campaigns of this type cannot be made yet",
  },
  sender_unknown: {
    ja: "アカウントに設定された差出人アドレスだけが使えます",
    en: "Only the sender address configured for the account can be used",
  },
  legal_sender_missing: {
    ja: "送信者の名称と住所がアカウントに設定されていません(特定電子メール法の表示に必要です)",
    en: "The account has no sender name and address yet, which the law demands in campaign mail",
  },
  unknown_placeholder: { ja: "使えない差し込み項目があります", en: "There is a placeholder that does not exist" },
  broken_placeholder: {
    ja: "{{ と }} のあいだに改行は入れられません",
    en: "There must be no line break between {{ and }}",
  },
  account_signature: {
    ja: "アカウントの署名に使えない差し込みがあります。配信の設定を直すか、このメールの署名を入力してください",
    en: "The account's signature has a broken placeholder: correct it in the settings, or give this mail a signature",
  },
  unclosed: { ja: "{{ が閉じられていません", en: "A {{ is not closed" },
  unopened: { ja: "対応する {{ のない }} があります", en: "A }} has no {{ before it" },
  tag_not_allowed: { ja: "{% %} は使えません", en: "{% %} cannot be used" },
  bad_character: { ja: "使えない文字が含まれています", en: "There is a character that cannot be used" },
  line_break: { ja: "改行は使えません", en: "Line breaks cannot be used here" },
  too_long: { ja: "長すぎます", en: "This is too long" },
  out_of_range: { ja: "指定できる範囲を超えています", en: "This is outside the allowed range" },
  duplicate: { ja: "順番が重なっています", en: "This position is taken twice" },
  not_of_campaign: { ja: "このキャンペーンのものではありません", en: "This does not belong to the campaign" },
  unknown_reference: { ja: "存在しないものが選ばれています", en: "Something is chosen that does not exist" },
  fixed_while_stopped: {
    ja: "配信の途中で止めたキャンペーンでは、種類、対象、施策の構成は変えられません",
    en: "The type, segments and actions cannot be changed while a stopped send waits to be resumed",
  },
  not_a_group: { ja: "条件の形式が正しくありません", en: "The condition is not in the right form" },
  empty_group: { ja: "空のグループがあります", en: "There is an empty group" },
  too_deep: { ja: "条件の入れ子が深すぎます", en: "The condition is nested too deeply" },
  too_many_rules: { ja: "条件が多すぎます", en: "There are too many conditions" },
  unknown_field: { ja: "使えない項目です", en: "This field cannot be used" },
  not_judged_as_of: {
    ja: "宿泊ごとのポイントの条件には使えない項目です(チェックアウトの日の値が分かりません)",
    en: "This cannot be asked of a stay: nobody can tell what it was on the day of check-out",
  },
  outside_period: {
    ja: "キャンペーンの期間に、この日付の範囲が入っていません",
    en: "These days lie outside the campaign's period",
  },
  in_future: { ja: "今日までの日付を指定してください", en: "Choose a day no later than today" },
  unknown_operator: { ja: "この項目では使えない比べ方です", en: "This comparison is not for this field" },
  bad_value: { ja: "値が正しくありません", en: "The value is not right" },
  empty_list: { ja: "1つ以上選んでください", en: "Choose at least one" },
  too_many_values: { ja: "選んだ数が多すぎます", en: "Too many are chosen" },
};
const OTHER: Text = { ja: "形式が正しくありません", en: "This is not in the right form" };

export function problemText({ code, at, name }: Omit<Problem, "path">, language: Language): string {
  const text = (PROBLEMS[code] ?? OTHER)[language];
  const said = name === undefined ? text : `${text}: {{ ${name} }}`;
  return at === undefined ? said : `${said} (${placeText(at, language)})`;
}

const placeText = ({ line, character }: { line: number; character: number }, language: Language) =>
  language === "ja" ? `${line}行目の${character}文字目` : `line ${line}, character ${character}`;

/** Problems as the `fields` of an error answer; the first of each field counts. */
export function problemFields(problems: readonly Problem[], language: Language): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const problem of problems) fields[problem.path] ??= problemText(problem, language);
  return fields;
}

const REASONS: Record<string, Text> = {
  no_consent: { ja: "配信への同意がありません", en: "No consent to receive mail" },
  no_address: { ja: "メールアドレスがありません", en: "No mail address" },
  bounced: { ja: "メールアドレスに届きません", en: "The address bounces" },
  opted_out: { ja: "配信停止のお客様です", en: "Opted out" },
  blocked: { ja: "配信停止のお客様です", en: "Opted out" },
  capped: { ja: "最近の配信回数が上限に達しています", en: "Received the most messages allowed lately" },
  control_group: { ja: "比較のため配信しないグループです", en: "In the control group" },
  inactive: { ja: "無効なお客様です", en: "The customer is inactive" },
  merged: { ja: "ほかのお客様に統合されました", en: "Merged into another customer" },
  quiet_hours: { ja: "配信を控える時間帯でした", en: "Within quiet hours" },
  stopped: { ja: "配信が止められました", en: "The send was stopped" },
  coupon_exhausted: { ja: "クーポンの上限に達しました", en: "No coupons left" },
  render_error: { ja: "本文を作れませんでした", en: "The text could not be made" },
  expired_at_once: {
    ja: "最終宿泊からの日数などにより、付与してもすでに失効しているため、付与しませんでした",
    en: "Not granted: the points would already have expired",
  },
  points_not_granted: {
    ja: "ポイントが付与されなかったため、送りませんでした",
    en: "Not sent, because the points were not granted",
  },
  grant_refused: { ja: "ポイントを記録できませんでした", en: "The points could not be booked" },
  refused: { ja: "相手のサーバーに断られました", en: "Refused by the receiving server" },
  connection: { ja: "接続が切れました", en: "The connection broke" },
  timeout: { ja: "相手のサーバーが応答しませんでした", en: "The receiving server did not answer" },
};

/** Why a recipient got nothing, or nobody knows. `detail` is the mail server's code. */
export function reasonText(reason: string | null, detail: string | null, language: Language): string | null {
  if (reason === null) return null;
  const text = (REASONS[reason] ?? OTHER)[language];
  return detail === null ? text : `${text} (${detail})`;
}

const STOP_REASONS: Record<string, Text> = {
  starter_lost_right: {
    ja: "配信を始めた方の権限がなくなったため、止めました。配信の権限のある方が再開できます",
    en: "Stopped, because the person who started the send no longer has the permission. Somebody with the permission can resume it",
  },
};

const PAYMENT_REASONS: Record<string, Text> = {
  starter_lost_right: {
    ja: "付与を始めた方の権限がなくなったため、付与しませんでした。キャンペーンを編集できる方が始め直せます",
    en: "Nothing was granted: the person who started it no longer has the permission. Somebody with the permission can start it again",
  },
  campaign_changed: {
    ja: "始める前にキャンペーンが止められたか変更されたため、付与しませんでした。件数を確認し直してください",
    en: "Nothing was granted: the campaign was stopped or changed before it began. Please count again",
  },
};

/** Why older stays were not paid. */
export function paymentReasonText(reason: string | null, language: Language): string | null {
  return reason === null ? null : (PAYMENT_REASONS[reason] ?? OTHER)[language];
}

/** Why a send was stopped that no person stopped. */
export function stopReasonText(reason: string | null, language: Language): string | null {
  return reason === null ? null : (STOP_REASONS[reason] ?? OTHER)[language];
}
