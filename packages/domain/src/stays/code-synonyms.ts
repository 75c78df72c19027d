import type { Gender, GroupType, GuestType, LanguageCode, ReservationStatus } from "../enumerations.ts";
import type { ImportField } from "./import-fields.ts";

// Words hotel systems write for the product's codes. Looked up in lower case after NFKC and without spaces.

/** What a file says about a reservation as a whole. */
export const FILE_RESERVATION_STATES = ["reserved", "stayed", "cancelled", "no_show"] as const;
export type ImportState = (typeof FILE_RESERVATION_STATES)[number];
/**
 * What a file may say of a state: one of these, or only that it was not cancelled (docs/adr/0307). Then its days decide which one it is, on
 * the day of the import.
 */
export type StateSynonym = ImportState | "valid";

function words<Code extends string>(table: Record<Code, string>): ReadonlyMap<string, Code> {
  const codes = Object.keys(table) as Code[];
  return new Map(
    codes.flatMap((code) =>
      [code, ...table[code].split(" ").filter((word) => word !== "")].map((word): [string, Code] => [word, code]),
    ),
  );
}

export const STATE_WORDS = words<StateSynonym>({
  reserved: "予約 予約中 予約済 予約済み 確定 予約確定 booked confirmed definite due_in in_house inhouse 滞在中 宿泊中",
  stayed:
    "滞在済 滞在済み 宿泊済 宿泊済み 利用済 チェックアウト チェックアウト済 精算済 精算済み check-out checkout checked_out checkedout departed",
  cancelled: "キャンセル キャンセル済 キャンセル済み 取消 取消済 取消済み 取り消し canceled cancel",
  no_show: "ノーショー ノーショウ 不泊 no-show noshow",
  // Words for it are suggested and not taken for granted: see `saysNotCancelled`.
  valid: "",
});

const NOT_CANCELLED: ReadonlySet<string> = new Set(
  "有効 有効予約 有効な予約 通常 成立 成約 受付 受付済 受付済み 手配済 手配済み 登録済 ok active live valid not_canceled not_cancelled notcanceled notcancelled not-canceled not-cancelled noncancelled guaranteed".split(
    " ",
  ),
);

/** Whether a word sounds as if it said that a booking was not cancelled, and nothing of whether the guest has come. */
export const saysNotCancelled = (word: string): boolean =>
  NOT_CANCELLED.has(word.normalize("NFKC").toLowerCase().replaceAll(" ", ""));

export const RESERVATION_STATUS_WORDS = words<ReservationStatus>({
  reserved: "予約 事前予約 予約あり booked",
  go_show: "ウォークイン ウォーク・イン 飛び込み 飛込み 当日 予約なし walk-in walkin walk_in goshow go-show",
});

export const GROUP_TYPE_WORDS = words<GroupType>({
  individual: "個人 個人客 個 fit",
  group: "団体 団体客 グループ 団 git",
});

export const LANGUAGE_WORDS = words<LanguageCode>({
  ja: "日本語 日本 日 jp jpn ja-jp japanese",
  en: "英語 英 eng en-us en-gb english",
});

export const GUEST_TYPE_WORDS = words<GuestType>({
  representative: "代表 代表者 宿泊代表者 本人",
  companion: "同伴 同伴者 同行者 同行 同宿者",
});

/** null = the file says that it does not know. */
export const GENDER_WORDS: ReadonlyMap<string, Gender | null> = new Map<string, Gender | null>([
  ...words<Gender>({ male: "男 男性 m man 1", female: "女 女性 f woman 2", other: "その他 x 9" }),
  ...["不明", "未回答", "無回答", "unknown", "0"].map((word): [string, null] => [word, null]),
]);

/** Yes and no, as for whether the guest agreed to campaign mail. */
export const CONSENT_WORDS: ReadonlyMap<string, boolean> = new Map<string, boolean>([
  ..."はい 1 同意 同意する 同意済 同意あり 可 有 あり 希望 希望する 配信 ○ yes y true on"
    .split(" ")
    .map((word): [string, boolean] => [word, true]),
  ..."いいえ 0 不同意 同意しない 同意なし 不可 無 なし 拒否 希望しない 停止 × no n false off"
    .split(" ")
    .map((word): [string, boolean] => [word, false]),
]);

/** The words that are known for a field of codes; undefined for a field that takes any text. */
export function codeWords(field: ImportField): ReadonlyMap<string, unknown> | undefined {
  return WORDS[field];
}

const WORDS: Partial<Record<ImportField, ReadonlyMap<string, unknown>>> = {
  state: STATE_WORDS,
  reservation_status: RESERVATION_STATUS_WORDS,
  group_type: GROUP_TYPE_WORDS,
  language_code: LANGUAGE_WORDS,
  guest_type: GUEST_TYPE_WORDS,
  gender: GENDER_WORDS,
  email_consent: CONSENT_WORDS,
  is_online_check_in: CONSENT_WORDS,
  is_online_check_out: CONSENT_WORDS,
};
