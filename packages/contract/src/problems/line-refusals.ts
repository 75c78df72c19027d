import { MAX_STAY_YEN } from "@okaeri/domain/money";
import { noSuchDay } from "@okaeri/domain/stays/read-date";
import type { RejectionCode } from "@okaeri/domain/stays/rejection-codes";
import { EARLIEST_DAY, FURTHEST_MONTHS, MAX_NIGHTS } from "@okaeri/domain/stays/validate-reservation";
import { MAX_COLUMNS } from "../import-limits.ts";
import type { TextByLanguage } from "./entry.ts";
import { GENERAL } from "./general.ts";

/** What a reason is about: the value as it was found, what it contradicts, its field and that field's longest value. */
export type Refused = { value?: string; other?: string; field?: string; max?: number };

const SHOWN_LENGTH = 40;
const quoted = (value: string) => (value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value);

/** A sentence that begins with the value, where one is known: `ja` with its particle, `en` with its verb. */
function of({ value }: Refused, ja: string, en: string): TextByLanguage {
  if (!value) return { ja: ja.slice(1), en: `This ${en}` };
  return { ja: `「${quoted(value)}」${ja}`, en: `“${quoted(value)}” ${en}` };
}

/** A day as people read it, in brackets. */
function day(isoDate: string | undefined): TextByLanguage {
  if (!isoDate) return { ja: "", en: "" };
  const [year, month, date] = isoDate.split("-").map(Number);
  return { ja: `(${year}年${month}月${date}日)`, en: ` (${isoDate})` };
}

/** Prices that differ, in brackets. */
function yenOf(prices: string): TextByLanguage {
  const yen = prices.split(" ").map((price) => Number(price).toLocaleString("en"));
  return { ja: `(${yen.map((one) => `${one}円`).join("、")})`, en: ` (${yen.map((one) => `¥${one}`).join(", ")})` };
}

/** What the calendar or the clock does not have. */
function missing(value: string): TextByLanguage | undefined {
  const none = noSuchDay(value);
  if (none) {
    const { year, month, day: date } = none;
    if (month < 1 || month > 12)
      return { ja: `${year}年${month}月はありません`, en: `There is no month ${month} in ${year}` };
    const name = `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
    return { ja: `${year}年${month}月${date}日はありません`, en: `There is no day ${name}` };
  }
  const time = /\d{1,2}:\d{2}(?::\d{2})?/.exec(value)?.[0];
  const [hour = 0, minute = 0, second = 0] = (time ?? "").split(":").map(Number);
  if (time === undefined || (hour < 24 && minute < 60 && second < 60)) return undefined;
  return { ja: `${time}という時刻はありません`, en: `There is no time ${time}` };
}

function telephone(about: Refused): TextByLanguage {
  const digits = (about.value ?? "").normalize("NFKC").match(/\d/g)?.length ?? 0;
  const hasWords = /\p{L}/u.test(about.value ?? "");
  if (!about.value || hasWords || (digits > 2 && digits < 18))
    return of(
      about,
      "は電話番号として読み取れません(例: 03-1234-5678)",
      "is not a telephone number, such as 03-1234-5678",
    );
  return of(
    about,
    `は電話番号として桁が合いません(${digits}桁)`,
    `has ${digits} digits, which no telephone number has`,
  );
}

const COUNTS: Record<string, number> = {
  nights: MAX_NIGHTS,
  adult_count: 999,
  child_count: 999,
  reserved_min_room_count: 999,
};
const nameOf = ({ field = "" }: Refused) => field.split(".").at(-1) ?? "";

function range(about: Refused): TextByLanguage {
  const max = COUNTS[nameOf(about)];
  if (max !== undefined) return of(about, `は多すぎます(${max}まで)`, `is too many (at most ${max})`);
  if (!nameOf(about).match(/_date$|^birthday$/)) return GENERAL.out_of_range({});
  const [first, years] = [EARLIEST_DAY, FURTHEST_MONTHS / 12];
  return of(
    about,
    `は日付の範囲の外です(${day(first).ja.slice(1, -1)}から${years}年後まで)`,
    `is outside the days that can be (from ${first} to ${years} years ahead)`,
  );
}

function future(about: Refused): TextByLanguage {
  const today = day(about.other);
  const name = nameOf(about);
  if (name === "check_out_date")
    return of(
      about,
      `はまだ来ていない日なので、宿泊済みにはできません${today.ja.replace("(", "(今日は")}`,
      `has not come yet, so the stay cannot be over${today.en.replace("(", "(today is ")}`,
    );
  if (name === "check_in_date")
    return of(
      about,
      `はまだ来ていない日なので、ノーショーにはできません${today.ja.replace("(", "(今日は")}`,
      `has not come yet, so the guest cannot have failed to come${today.en.replace("(", "(today is ")}`,
    );
  return of(about, `は今日${today.ja}より後です`, `lies after today${today.en}`);
}

/** The product's own words for states, as `values` say them. */
const STATES: Record<string, TextByLanguage> = {
  reserved: { ja: "予約", en: "Reserved" },
  stayed: { ja: "宿泊", en: "Stayed" },
  no_show: { ja: "ノーショー", en: "No-show" },
  valid: { ja: "有効", en: "Valid" },
};

function contradiction({ value, other = "" }: Refused): TextByLanguage {
  const named = STATES[other] ?? { ja: quoted(other), en: quoted(other) };
  const state = other
    ? { ja: `予約状態は「${named.ja}」です`, en: `the state is “${named.en}”` }
    : { ja: "予約状態はキャンセルではありません", en: "the state is another" };
  return {
    ja: `キャンセル日${value ? `「${quoted(value)}」` : ""}がありますが、${state.ja}`,
    en: `There is a day of cancellation${value ? `, “${quoted(value)}”` : ""}, but ${state.en}`,
  };
}

/** What is wrong with one line of a file or row of a feed, said of the value as it was found. */
export const LINE_REFUSED = {
  not_a_date: (about: Refused) =>
    missing(about.value ?? "") ??
    of(
      about,
      "は日付として読み取れません(例: 2026/8/9、2026年8月9日、令和8年8月9日、20260809)",
      "is not a date (write 2026-08-09, 2026/8/9, 20260809 or 9 Aug 2026)",
    ),
  date_order_open: (about: Refused) =>
    of(
      about,
      "は月と日のどちらが先か分かりません。日付の順番を選んでください",
      "may begin with the month or the day. Choose the order of dates",
    ),
  not_a_timestamp: (about: Refused) =>
    missing(about.value ?? "") ??
    of(about, "は日時として読み取れません(例: 2026-11-20 10:05)", "is not a date and time, such as 2026-11-20 10:05"),
  not_a_number: (about: Refused) => of(about, "は数として読み取れません(例: 12000)", "is not a number, such as 12000"),
  decimals: (about: Refused) =>
    of(about, "には小数があります。整数で書いてください", "has decimals. Write a whole number"),
  dot_or_comma: (about: Refused) =>
    of(
      about,
      "の点が、千の区切りか小数点か分かりません。10000または10,000のように書いてください",
      "has a dot that may stand between thousands or before decimals. Write it as 10000 or 10,000",
    ),
  shortened_number: (about: Refused) =>
    of(
      about,
      "は、表計算ソフトなどが数に変えて桁を省いたため、もとの番号が分かりません。もとのシステムから出し直し、列の書式を「文字列」にしてください",
      "is a number that a spreadsheet has shortened, so the code is lost. Export the file again and keep the column as text",
    ),
  number_for_text: {
    ja: "数として送られたため、もとの書き方が分かりません。引用符で囲んだ文字列で送ってください",
    en: "It was sent as a number, so how it was written is lost. Send it as a string in quotes",
  },
  too_large: (about: Refused) =>
    of(
      about,
      `は金額が大きすぎます(${MAX_STAY_YEN / 100_000_000}億円まで)`,
      `is too much (at most ¥${MAX_STAY_YEN.toLocaleString("en")})`,
    ),
  negative: (about: Refused) => of(about, "はマイナスの値です。0以上で書いてください", "is negative. Write 0 or more"),
  unknown_code: (about: Refused) =>
    of(
      about,
      "の意味が分かりません。この言葉の意味を選んでください",
      "is a word that is not known. Choose what it means",
    ),
  invalid_tel: telephone,
  check_out_before_check_in: (about: Refused) =>
    of(about, `はチェックイン日${day(about.other).ja}より前です`, `lies before the check-in${day(about.other).en}`),
  too_many_nights: (about: Refused) => ({
    ja: `${about.other ? `${about.other}泊は` : "泊数が"}長すぎます(${MAX_NIGHTS}泊まで)`,
    en: `${about.other ? `${about.other} nights are` : "The stay is"} too long (at most ${MAX_NIGHTS} nights)`,
  }),
  reserved_after_check_out: (about: Refused) =>
    of(about, `はチェックアウト日${day(about.other).ja}より後です`, `lies after the check-out${day(about.other).en}`),
  contradicts_state: contradiction,
  differs_by_room: (about: Refused) => {
    const prices = about.other ? yenOf(about.other) : { ja: "", en: "" };
    return {
      ja: `同じ予約の部屋ごとの行で違うため${prices.ja}、予約の合計が分かりません。合計を1行だけに書き、ほかの行は空欄にしてください`,
      en: `The rooms of the booking differ in it${prices.en}, so nobody can say what the booking came to. Write the total in one row and leave the others blank`,
    };
  },
  not_identified: {
    ja: "複数のお客様に当てはまる連絡先しかないため、どなたか分かりません",
    en: "The contact data belong to several people, so nobody can say who this is",
  },
  erased_guest: {
    ja: "ご本人の依頼で情報を消去したお客様です。ご本人が希望されたときは、「お客様を登録する」から登録してください",
    en: "This guest asked to be forgotten. If the guest wants to be known again, add the customer by hand",
  },
  wrong_column_count: {
    ja: `列の数が見出し行と一致しません(${MAX_COLUMNS}列まで)`,
    en: "The number of columns differs from the header",
  },
  broken_quotes: { ja: '引用符(")の位置が正しくないか、閉じられていません', en: "The quotes are broken" },
  cell_error: {
    ja: "数式のエラー(#REF! など)か、計算結果のない数式があります。Excelで開いて直し、保存してください",
    en: "A formula has an error such as #REF!, or no result. Open the file in Excel, mend it and save it",
  },
  cell_too_long: { ja: "1行が長すぎます(1MBまで)", en: "The line is longer than 1 MB" },
  undecodable: { ja: "文字コードが正しくない文字があります", en: "The line holds bytes that are not text" },
  required: (about: Refused) =>
    nameOf(about) === "use_price"
      ? { ja: "宿泊した予約なのに、金額がありません", en: "A stay needs what it cost, and there is no price" }
      : nameOf(about) === "guest_name"
        ? {
            ja: "氏名がありません。宿泊・精算だけのファイルなら、この予約番号の予約を先に取り込んでください",
            en: "There is no name. If the file has stays alone, import the reservation of this number first",
          }
        : { ja: "空欄です。必ず要る項目です", en: "It is blank, and it is needed" },
  too_long: (about: Refused) =>
    about.max === undefined
      ? of(about, "は長すぎます", "is too long")
      : of(about, `は長すぎます(${about.max}文字まで)`, `is too long (at most ${about.max} characters)`),
  bad_character: (about: Refused) =>
    of(
      about,
      "に使えない文字(制御文字など)があります",
      "holds a character that cannot be used, such as a control character",
    ),
  out_of_range: range,
  in_future: future,
} as const satisfies Record<RejectionCode, TextByLanguage | ((about: Refused) => TextByLanguage)>;
