import { type CalendarDate, formatJa } from "@okaeri/domain/calendar-date";
import { formatYen } from "@okaeri/domain/money";
import type { Entry } from "./entry.ts";

const night = (ja: (day: string) => string, en: (day: string) => string) => (about: { night: CalendarDate }) => ({
  ja: ja(formatJa(about.night)),
  en: en(about.night),
});

const sheets = (quantity: number) => ({
  ja: quantity > 1 ? ` × ${quantity}枚` : "",
  en: quantity > 1 ? ` × ${quantity}` : "",
});

/** What can be wrong with a coupon's terms, and why a coupon cannot be used, given or taken back. */
export const COUPONS = {
  only_for_rate: { ja: "割引の上限額は、割引率のときだけ設定できます", en: "Only a percentage has a largest discount" },
  end_not_chosen: {
    ja: "期限を決めるか、「期限なし」を選んでください",
    en: "Give it an end, or choose that it has none",
  },
  more_than_in_all: {
    ja: "利用枚数の上限(全体)以下にしてください",
    en: "This may not be more than can be used in all",
  },
  over_before_given: {
    ja: "配信する日より前の日付です。キャンペーンの開始日以降にしてください",
    en: "It is over before it is given out. Choose the campaign's first day or a later one",
  },
  days_or_months: {
    ja: "有効な日数と月数は、どちらか一方だけ設定できます",
    en: "Set either days or months, not both",
  },
  only_for_given: {
    ja: "全員共通のコードには、獲得した日から数える期限を設定できません",
    en: "A code that everybody has is acquired by nobody, so nothing can be counted from that day",
  },
  no_night_left: {
    ja: "ほかの条件と合わせると、利用できる宿泊日が1日もありません",
    en: "Together with the other conditions no night is left",
  },
  below_used: ({ used }: { used: number }) => ({
    ja: `すでに${used.toLocaleString("ja-JP")}枚使われています。それ以上の数にしてください`,
    en: `${used.toLocaleString("en-GB")} are used already. Enter that or more`,
  }),
  below_acquired: ({ acquired }: { acquired: number }) => ({
    ja: `すでに${acquired.toLocaleString("ja-JP")}人が獲得しています。それ以上の数にしてください`,
    en: `${acquired.toLocaleString("en-GB")} guests have it already. Enter that or more`,
  }),
  fixed_once_issued: {
    ja: "配信後は変えられません。新しいクーポンを作ってください",
    en: "This cannot change once it was sent. Make a new coupon",
  },
  coupon_not_each_stay: {
    ja: "「基本」のキャンペーンが宿泊ごとに渡せるのは、宿泊の変更や取り消しに合わせて正確に戻せるポイントだけです。クーポンを外すか、種類を「リピート促進」に変えて、宿泊した方を対象にしてください",
    en: "With each stay a basic campaign gives points alone, which follow every change of the stay exactly. Remove the coupon, or change the type to repeat promotion and aim at guests who stayed",
  },
  coupon_not_issued: { ja: "まだ配信されていないクーポンです", en: "This coupon was not sent yet" },
  coupon_ended: { ja: "終了したクーポンです", en: "This coupon has ended" },
  coupon_not_held: { ja: "このお客様は獲得していません", en: "This guest does not have the coupon" },
  coupon_acquired_later: ({ acquired_on }: { acquired_on: CalendarDate }) => ({
    ja: `クーポンを獲得した日(${formatJa(acquired_on)})より前に終わった宿泊です`,
    en: `The stay was over before the coupon was acquired on ${formatJa(acquired_on)}`,
  }),
  coupon_valid_until: ({ until }: { until: CalendarDate }) => ({
    ja: `このお客様のクーポンは、${formatJa(until)}の宿泊までです`,
    en: `This guest's coupon is for nights until ${until}`,
  }),
  coupon_held: { ja: "このお客様はすでに獲得しています", en: "This guest has the coupon already" },
  coupon_none_left: { ja: "獲得できる枚数の上限に達しています", en: "All coupons were given out" },
  coupon_codes_out: { ja: "お渡しできるコードが残っていません", en: "No codes are left" },
  coupon_codes_missing: {
    ja: "コードを入力するか、お一人ずつのコードを追加してください",
    en: "Enter a code, or add codes of which each guest gets one",
  },
  coupon_without_pool: {
    ja: "コードが決まっているクーポンには、お一人ずつのコードを追加できません",
    en: "A coupon with one code for all has no codes of which each guest gets one",
  },
  coupon_has_pool: ({ count }: { count: number }) => ({
    ja: `お一人ずつのコードが${count.toLocaleString("ja-JP")}件あります。先に削除してください`,
    en: `There are ${count.toLocaleString("en-GB")} codes of which each guest gets one. Remove them first`,
  }),
  not_coupon_code: {
    ja: "半角の英数字で入力してください。間にハイフンと下線(_)を使えます",
    en: "Enter letters and digits; hyphens and underscores may stand between them",
  },
  code_twice: ({ line }: { line: number }) => ({
    ja: `${line.toLocaleString("ja-JP")}行目と同じコードです`,
    en: `The same code as in line ${line.toLocaleString("en-GB")}`,
  }),
  code_known: { ja: "すでに追加されているコードです", en: "This code was added before" },
  code_of_coupon: { ja: "ほかのクーポンのコードです", en: "This is the code of another coupon" },
  too_many_codes: ({ max, left }: { max: number; left: number }) => ({
    ja: `1つのクーポンのコードは${max.toLocaleString("ja-JP")}件までです。あと${left.toLocaleString("ja-JP")}件追加できます`,
    en: `A coupon has at most ${max.toLocaleString("en-GB")} codes. ${left.toLocaleString("en-GB")} more can be added`,
  }),
  coupon_guest_needed: { ja: "会員番号が必要なクーポンです", en: "This coupon needs a member number" },
  coupon_unknown: { ja: "このクーポンはありません", en: "There is no such coupon" },
  coupon_used_up: { ja: "全体の利用枚数の上限に達しています", en: "All coupons were used" },
  coupon_times_reached: ({ max }: { max: number }) => ({
    ja: `お1人様${max}回までのクーポンです`,
    en: `A guest uses this at most ${max} times`,
  }),
  coupon_quantity_reached: ({ max }: { max: number }) => ({
    ja: `1件の予約に${max}枚までのクーポンです`,
    en: `A reservation takes at most ${max} of these`,
  }),
  coupon_booked_late: ({ until }: { until: CalendarDate }) => ({
    ja: `${formatJa(until)}までの予約が対象です`,
    en: `Only for bookings made until ${until}`,
  }),
  coupon_other_plan: { ja: "対象のプランではありません", en: "Not for this plan" },
  coupon_free_stay: { ja: "料金が0円の予約には使えません", en: "Not for reservations that cost nothing" },
  coupon_price_unknown: {
    ja: "予約金額がわからないため、使えません",
    en: "Not for reservations whose price is unknown",
  },
  coupon_below_minimum: ({ min }: { min: number }) => ({
    ja: `${formatYen(min)}以上の予約が対象です`,
    en: `Only for reservations of ${formatYen(min)} or more`,
  }),
  coupon_not_together: { ja: "ほかのクーポンと一緒には使えません", en: "Not together with another coupon" },
  coupon_plan_figure: {
    ja: "割引はプランごとに決まります。プランの割引を入力してください",
    en: "The plan says the discount. Enter the plan's figure",
  },
  coupon_nothing_left: {
    ja: "ほかのクーポンで、すでに料金の全額が割り引かれています",
    en: "Other coupons already take off the whole price",
  },
  coupon_outside_period: night(
    (day) => `${day}は対象の宿泊期間ではありません`,
    (day) => `The night of ${day} is outside the stay period`,
  ),
  coupon_other_month: night(
    (day) => `${day}は対象の月ではありません`,
    (day) => `The month of ${day} is not one of the coupon's`,
  ),
  coupon_other_weekday: night(
    (day) => `${day}は対象の曜日ではありません`,
    (day) => `The weekday of ${day} is not one of the coupon's`,
  ),
  coupon_blackout: night(
    (day) => `${day}は除外日です`,
    (day) => `The coupon is not for the night of ${day}`,
  ),
  coupon_used_before: {
    ja: "すでに使われているため、取り消せません。先に利用を取り消してください",
    en: "It was used. Cancel the use first",
  },
  fits_held: { ja: "このお客様が獲得しています", en: "The guest has the coupon" },
  fits_code: { ja: "コードで誰でも使えます", en: "Anybody can use it with its code" },
  fits_nights: ({ nights }: { nights: number }) => ({
    ja: `${nights}泊とも対象の宿泊日です`,
    en: nights === 1 ? "The night is one of the coupon's" : `All ${nights} nights are the coupon's`,
  }),
  fits_booked: ({ until }: { until: CalendarDate }) => ({
    ja: `予約の期限(${formatJa(until)})に間に合っています`,
    en: `Booked in time (until ${until})`,
  }),
  fits_valid_until: ({ until }: { until: CalendarDate }) => ({
    ja: `このお客様の有効期限(${formatJa(until)}の宿泊まで)に間に合っています`,
    en: `Within the guest's own time (nights until ${until})`,
  }),
  fits_plan: { ja: "対象のプランです", en: "The plan is one of the coupon's" },
  fits_free: { ja: "料金が0円の予約にも使えます", en: "Also for reservations that cost nothing" },
  fits_minimum: ({ min }: { min: number }) => ({
    ja: `${formatYen(min)}以上の予約です`,
    en: `The reservation is ${formatYen(min)} or more`,
  }),
  fits_together: { ja: "ほかのクーポンと一緒に使えます", en: "It can be used together with the other coupons" },
  fits_left: ({ left }: { left: number }) => ({
    ja: `全体であと${left.toLocaleString("ja-JP")}枚使えます`,
    en: `${left.toLocaleString("en-GB")} are left in all`,
  }),
  fits_yen: ({ yen, quantity }: { yen: number; quantity: number }) => ({
    ja: `割引は${formatYen(yen)}${sheets(quantity).ja}です`,
    en: `The discount is ${formatYen(yen)}${sheets(quantity).en}`,
  }),
  fits_rate: ({ rate, quantity, limit }: { rate: number; quantity: number; limit: number | null }) => ({
    ja: `割引は料金の${rate}%${limit === null ? "" : `(1枚${formatYen(limit)}まで)`}${sheets(quantity).ja}です`,
    en: `The discount is ${rate}% of the price${limit === null ? "" : ` (at most ${formatYen(limit)} each)`}${sheets(quantity).en}`,
  }),
  coupon_revoked: { ja: "この獲得は、すでに取り消されています", en: "This was taken back already" },
} as const satisfies Record<string, Entry>;
