import { IMPORT_FIELDS, type ImportField } from "@okaeri/domain/stays/import-fields";
import type { Language } from "../errors.ts";
import { PENDING_UPLOADS } from "../import-limits.ts";
import type { Entry, TextByLanguage } from "./entry.ts";
import { worded } from "./entry.ts";
import { GENERAL } from "./general.ts";
import { FIELD_LABELS } from "./import-labels.ts";
import { FILE } from "./imports.ts";
import { LINE_REFUSED, type Refused } from "./line-refusals.ts";

// Reasons that rows keep by their code, worded for whoever reads them.

/** Why an import ended without its file. */
const IMPORT_ENDED = {
  ...FILE,
  out_of_contract: { ja: "ご契約期間外のため取り込めません", en: "Nothing is imported outside the contract period" },
  initiator_lost_right: {
    ja: "取り込みを始めた方の権限がなくなったため、取り込みませんでした",
    en: "Not imported: the person who started it no longer has the permission",
  },
  mapping_mismatch: {
    ja: "項目の対応がファイルの見出しと一致しません",
    en: "The columns chosen are not the headings of the file",
  },
  gave_up: {
    ja: "エラーが続いたため取り込みを中断しました",
    en: "The import was given up after repeated errors",
  },
  expired: {
    ja: `${PENDING_UPLOADS.hours}時間以内に始めなかったため、送られたファイルを削除しました`,
    en: `Not started within ${PENDING_UPLOADS.hours} hours, so the uploaded file was removed`,
  },
} as const satisfies Record<string, Entry>;

const OPTED_OUT = { ja: "配信停止のお客様です", en: "Opted out" };

/** Why a test of a message did not arrive. */
const TEST_FAULTS = {
  malformed: { ja: "メールアドレスの形が正しくありません", en: "The address has a wrong form" },
  suppressed: { ja: "配信を止めているメールアドレスです", en: "Nothing is sent to this address any more" },
  bounced: { ja: "このメールアドレスは受け取れないと返されました", en: "The mail server knows no such address" },
  refused: { ja: "メールサーバーが受け取りませんでした", en: "The mail server did not take it" },
  server_down: { ja: "メールサーバーにつながりません", en: "The mail server cannot be reached" },
  not_known: { ja: "届いたか確かめられませんでした", en: "Nobody can tell whether it arrived" },
  initiator_lost_right: {
    ja: "テスト送信を始めた方が、キャンペーンを編集できなくなっています",
    en: "Whoever started the test may no longer edit campaigns",
  },
  receiver_gone: {
    ja: "この方は、もうこのアカウントを使っていません",
    en: "This person no longer works in the account",
  },
} as const satisfies Record<string, Entry>;

/** Why a recipient got nothing, or nobody knows. */
const NOT_DELIVERED = {
  no_consent: { ja: "配信への同意がありません", en: "No consent to receive mail" },
  no_address: { ja: "メールアドレスがありません", en: "No mail address" },
  bounced: { ja: "メールアドレスに届きません", en: "The address bounces" },
  opted_out: OPTED_OUT,
  class_refused: { ja: "この種類のご案内は受け取らない設定です", en: "Wants no mail of this kind" },
  paused: { ja: "ご案内を休止しています", en: "Has paused all mail" },
  blocked: OPTED_OUT,
  reservation_changed: { ja: "配信の前に予約が変わりました", en: "The reservation changed before it was sent" },
  reservation_cancelled: {
    ja: "配信の前に予約がキャンセルされました",
    en: "The reservation was cancelled before it was sent",
  },
  gift_revoked: {
    ja: "ご宿泊が取り消されたため、お渡ししたものを取り消しました",
    en: "Taken back, because the stay it was given for was cancelled",
  },
  gift_retained: {
    ja: "ご宿泊は取り消されましたが、使用済みのため、お渡ししたままです",
    en: "The stay it was given for was cancelled; the guest keeps it, because it was used",
  },
  once_per: {
    ja: "このアクションは、決めた期間のうちにすでに行っています",
    en: "The action has met the guest within its limit already",
  },
  capped: { ja: "最近の配信回数が上限に達しています", en: "Received the most messages allowed lately" },
  control_group: {
    ja: "比較のため、このキャンペーンを送らないグループです",
    en: "In the control group of the campaign",
  },
  standing_control: {
    ja: "比較のため、宣伝のキャンペーンを送らない常設のグループです",
    en: "In the standing control group, which gets no marketing",
  },
  inactive: { ja: "無効なお客様です", en: "The customer is inactive" },
  merged: { ja: "ほかのお客様に統合されました", en: "Merged into another customer" },
  quiet_hours: { ja: "配信を控える時間帯でした", en: "Within quiet hours" },
  stopped: { ja: "配信が止められました", en: "The send was stopped" },
  coupon_held: { ja: "すでに同じクーポンを獲得しています", en: "The guest has the coupon already" },
  coupon_ended: { ja: "クーポンの期限を過ぎていました", en: "The coupon had ended" },
  coupon_refused: { ja: "クーポンを記録できませんでした", en: "The coupon could not be given" },
  coupon_no_code: { ja: "お渡しできるコードが残っていませんでした", en: "No codes were left" },
  coupon_exhausted: { ja: "クーポンの上限に達しました", en: "No coupons left" },
  nothing_to_say: {
    ja: "差し込むお客様の情報がなく、送る内容がなくなったため、送りませんでした",
    en: "Not sent: what is known of the guest leaves nothing to say",
  },
  render_error: { ja: "本文を作れませんでした", en: "The text could not be made" },
  expired_at_once: {
    ja: "最終宿泊からの日数などにより、付与してもすでに失効しているため、付与しませんでした",
    en: "Not granted: the points would already have expired",
  },
  points_not_granted: {
    ja: "ポイントが付与されなかったため、送りませんでした",
    en: "Not sent, because the points were not granted",
  },
  no_coupon: {
    ja: "いま使えるクーポンがないため、送りませんでした",
    en: "Not sent, because the guest has no coupon that can be used",
  },
  grant_refused: { ja: "ポイントを記録できませんでした", en: "The points could not be booked" },
  refused: { ja: "相手のサーバーに断られました", en: "Refused by the receiving server" },
  connection: { ja: "接続が切れました", en: "The connection broke" },
  timeout: { ja: "相手のサーバーが応答しませんでした", en: "The receiving server did not answer" },
} as const satisfies Record<string, Entry>;

/** Why a guest is not among the recipients of a send, or is and has nothing of it yet. */
const NOT_AMONG = {
  not_matched: { ja: "この対象の条件に合っていません", en: "Does not meet the conditions of this segment" },
  not_matched_then: {
    ja: "この対象の条件に合わず、あとに並ぶ対象に入りました",
    en: "Did not meet the conditions of this segment and came into a later one",
  },
  matched_since: {
    ja: "いまは条件に合っていますが、配信したときは対象ではありませんでした",
    en: "Meets the conditions now, but was not meant when it was sent",
  },
  earlier: { ja: "先に並ぶ対象に入っています", en: "Comes into a segment before this one" },
  known_since: { ja: "配信のあとに登録されたお客様です", en: "Became a customer after it was sent" },
  elsewhere: {
    ja: "配信を始めた方の施設のお客様ではありません",
    en: "Not a guest of the facilities of whoever started the send",
  },
  unreadable: {
    ja: "対象ではありませんでした。配信したときの条件は、いまは読み取れません",
    en: "Was not meant. The conditions of then cannot be read any more",
  },
  not_fixed: { ja: "お届けするお客様をこれから決めます", en: "Its recipients are still to be found" },
  to_come: { ja: "これから届きます", en: "Still to come" },
  approval: { ja: "承認を待っています", en: "Waits for approval" },
  quiet_hours: { ja: "配信を控える時間帯のため、待っています", en: "Waits for the end of quiet hours" },
  stopped: { ja: "届ける前に、配信が止められました", en: "The send was stopped before it got to the guest" },
  payment_revoked: {
    ja: "宿泊が取り消されたか変わったため、付与したポイントを取り消しました",
    en: "The points were taken back, because the stay was cancelled or changed",
  },
} as const satisfies Record<string, TextByLanguage>;

/** Why a send was stopped that no person stopped. */
const SEND_STOPPED = {
  over: {
    ja: "キャンペーンの期間が終わったため、まだのお客様には送りませんでした",
    en: "The campaign's last day passed, so those who still waited got nothing",
  },
  initiator_lost_right: {
    ja: "配信を始めた方の権限がなくなったため、止めました。配信の権限のある方が再開できます",
    en: "Stopped, because the person who started the send no longer has the permission. Somebody with the permission can resume it",
  },
  legal_sender_missing: {
    ja: "送信者の名称か住所(特定電子メール法の表示)が空になっていたため、止めました。アカウントの設定に入れると再開できます",
    en: "Stopped, because the sender's name or address, which the law demands in campaign mail, was empty. It can be resumed once they are in the account's settings",
  },
  canary_failed: {
    ja: "最初の1%に、届かなかったか結果の分からないお客様がいるため、止めました。「届け先」で理由を確かめてから再開してください",
    en: "Stopped, because some of the first 1% did not get it, or nobody knows. Look at the reasons under the recipients before resuming",
  },
} as const satisfies Record<string, Entry>;

/** Why a run of a campaign was not made. */
const RUN_MISSED = {
  omitted: { ja: "この回を取りやめました", en: "This run was left out" },
  late: {
    ja: "システムが止まっていて、行える時間を過ぎました。いま届けるには、「もう一度使う」で下書きを作って配信してください",
    en: "Nothing ran at that time, and it was too late to make it up. To send it now, make a draft with “Use again”",
  },
  newer: {
    ja: "後の回があったため、まとめて送りませんでした。送り直す必要はありません",
    en: "A later run was made instead of it. There is no need to send it",
  },
  stopped: {
    ja: "キャンペーンを止めていました。再開すると、次の回から行います",
    en: "The campaign was stopped. Resume it, for the runs to come",
  },
  not_active: {
    ja: "ご契約期間外、またはアカウントが無効でした。サービス提供会社にご連絡ください",
    en: "Outside the contract, or the account was switched off. Please ask the provider",
  },
  initiator_lost_right: {
    ja: "有効にした方の権限がなくなっていました。権限のある方が止めて再開すると、次の回から行います",
    en: "The person who switched it on no longer has the permission. Somebody with it can stop and resume it, for the runs to come",
  },
  incomplete: {
    ja: "キャンペーンに不備がありました。止めて直し、再開すると、次の回から行います",
    en: "Something of the campaign was missing. Stop it, mend it and resume it, for the runs to come",
  },
} as const satisfies Record<string, TextByLanguage>;

/** Why older stays were not paid. */
const NOT_PAID = {
  initiator_lost_right: {
    ja: "付与を始めた方の権限がなくなったため、付与しませんでした。キャンペーンを編集できる方が始め直せます",
    en: "Nothing was granted: the person who started it no longer has the permission. Somebody with the permission can start it again",
  },
  campaign_changed: {
    ja: "始める前にキャンペーンが止められたか変更されたため、付与しませんでした。件数を確認し直してください",
    en: "Nothing was granted: the campaign was stopped or changed before it began. Please count again",
  },
} as const satisfies Record<string, Entry>;

/** Why a row of a feed was refused. */
const FEED_REFUSED = {
  ...LINE_REFUSED,
  // Nobody chooses a meaning for a feed's words.
  unknown_code: (about: Refused) =>
    about.value
      ? { ja: `「${about.value}」は使えない値です`, en: `“${about.value}” is not one of the values` }
      : { ja: "使えない値です", en: "This is not one of the values" },
  wrong_form: GENERAL.wrong_form,
  out_of_contract: IMPORT_ENDED.out_of_contract,
  waits_for_reservation: {
    ja: "この番号の予約がまだ届いていません。届きしだい取り込みます",
    en: "The reservation of this number has not come yet. This row is taken in as soon as it does",
  },
  gave_up: {
    ja: "エラーが続いたため取り込めませんでした。時間をおいてやり直してください",
    en: "It could not be taken in after repeated errors. Please try again later",
  },
} as const satisfies Record<string, Entry>;

export const STORED_REASONS = {
  IMPORT_ENDED,
  NOT_DELIVERED,
  SEND_STOPPED,
  NOT_PAID,
  TEST_FAULTS,
  LINE_REFUSED,
  FEED_REFUSED,
} as const;

export type ImportEnd = keyof typeof IMPORT_ENDED;
export type SendStop = keyof typeof SEND_STOPPED;
export type PaymentRefusal = keyof typeof NOT_PAID;
export type NotDelivered = keyof typeof NOT_DELIVERED;
export type NotAmong = keyof typeof NOT_AMONG;
export type SendStopped = keyof typeof SEND_STOPPED;

/** The words of a stored code; one of an older version that nobody words any more shows as itself. */
function stored(table: Record<string, Entry>, code: string | null, language: Language, about: object = {}) {
  if (code === null) return null;
  return code in table ? worded(table, { ...about, code }, language) : code;
}

/** Why a test did not arrive, or what it waits for. */
export const testFaultText = (code: string | null, language: Language) => stored(TEST_FAULTS, code, language);
export const importEndText = (code: string | null, language: Language) => stored(IMPORT_ENDED, code, language);
export const sendStopText = (code: string | null, language: Language) => stored(SEND_STOPPED, code, language);
export const missedRunText = (code: string | null, language: Language) => stored(RUN_MISSED, code, language);
export const paymentRefusalText = (code: string | null, language: Language) => stored(NOT_PAID, code, language);

export const notAmongText = (code: NotAmong, language: Language) => NOT_AMONG[code][language];

/** `detail` is the receiving server's own code. */
export function notDeliveredText(code: string | null, detail: string | null, language: Language): string | null {
  const text = stored(NOT_DELIVERED, code, language);
  return text === null || detail === null ? text : `${text} (${detail})`;
}

/** Fields of a feed's row that no file has, as the list of refused rows names them. */
const FEED_LABELS: Record<string, TextByLanguage> = {
  use_price_detail: { ja: "利用金額の内訳", en: "Bill" },
  rooms: { ja: "部屋", en: "Rooms" },
  companions: { ja: "同伴者", en: "Companions" },
  linkage: { ja: "連携先の予約", en: "The same stay elsewhere" },
  feed_channel: { ja: "連携先", en: "System" },
  name: { ja: "名称", en: "Name" },
  price: { ja: "金額", en: "Price" },
};

/** The name of a field of a feed's row by its path, such as `rooms.0.room_code`. */
export function feedFieldText(path: string, language: Language): string {
  const words = path.split(".").map((part) => {
    if (/^\d+$/.test(part)) return language === "ja" ? `${Number(part) + 1}件目` : `no. ${Number(part) + 1}`;
    const label = part in IMPORT_FIELDS ? FIELD_LABELS[part as ImportField] : FEED_LABELS[part];
    return label?.[language] ?? part;
  });
  return words.join(language === "ja" ? "の" : ", ");
}

/** A reason as rows keep it. */
export type StoredReason = { field: string | null; code: string; value?: string; other?: string };

const aboutOf = ({ field, value, other }: StoredReason): Refused => {
  const last = field?.split(".").at(-1) ?? "";
  const max = last in IMPORT_FIELDS ? IMPORT_FIELDS[last as ImportField].maxLength : undefined;
  return { field: last, ...(value && { value }), ...(other && { other }), ...(max !== undefined && { max }) };
};

/** Why a row of a feed was refused, for a reader who has the field's name beside it. */
export function feedReasonText(reason: StoredReason, language: Language): string {
  return stored(FEED_REFUSED, reason.code, language, aboutOf(reason)) ?? "";
}

/** The same as one sentence that stands alone, beginning with the field's name. */
export function feedRefusalText(reason: StoredReason & { field: string }, language: Language): string {
  const text = feedReasonText(reason, language);
  return reason.field === "" ? text : `${feedFieldText(reason.field, language)}: ${text}`;
}

/** One sentence about why a line was refused, beginning with the column's name. */
export function lineRefusalText(reason: StoredReason, language: Language): string {
  const text = stored(LINE_REFUSED, reason.code, language, aboutOf(reason)) ?? "";
  const known = reason.field !== null && reason.field in IMPORT_FIELDS ? (reason.field as ImportField) : null;
  return known === null ? text : `${FIELD_LABELS[known][language]}: ${text}`;
}
