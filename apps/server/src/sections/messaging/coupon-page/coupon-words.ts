import type { TicketState } from "@okaeri/domain/coupons/ticket";
import type { LanguageCode } from "@okaeri/domain/enumerations";

/** Words of the page on which guests see their coupons. */
type Words = {
  title: string;
  none: string;
  discountWords: { yen(yen: string): string; percent(rate: string): string; plan: string; atMost(yen: string): string };
  until(day: string): string;
  state: Record<TicketState, string>;
  usesLeft(times: string): string;
  take: string;
  taken: string;
  tooLate: string;
  code: string;
  tellCode: string;
  showPage: string;
  terms: string;
  term: {
    bookBy: string;
    stays: string;
    months: string;
    weekdays: string;
    blackouts: string;
    least: string;
    plans: string;
    times: string;
    quantity: string;
    together: string;
    fee: string;
  };
  says: {
    period(from: string, to: string): string;
    days(days: string): string;
    thisMonth: string;
    monthsOn(months: string): string;
    somePlans: string;
    times(times: string): string;
    quantity(sheets: string): string;
    together: string;
    alone: string;
    feeAfter: string;
    feeBefore: string;
    atLeast(yen: string): string;
    free: string;
  };
  counted: string;
};

export const COUPON_WORDS: Record<LanguageCode, Words> = {
  ja: {
    title: "クーポン",
    none: "いまお使いいただけるクーポンはありません。",
    discountWords: {
      yen: (yen) => `${yen} 割引`,
      percent: (rate) => `${rate}% 割引`,
      plan: "ご予約のプランで定めた割引",
      atMost: (yen) => `(上限 ${yen})`,
    },
    until: (day) => `${day}まで`,
    state: {
      usable: "お使いいただけます。",
      takeable: "先着順です。下のボタンで受け取ると、お使いいただけます。",
      used: "ご利用済みです。",
      used_up: "ご用意した枚数に達したため、お使いいただけません。",
      over: "期限を過ぎたため、お使いいただけません。",
      ended: "このクーポンは終了しました。",
      withdrawn: "このクーポンは取り消されたため、お使いいただけません。",
      closed: "受け取りの受付は終了しました。",
      none_left: "先着の枚数に達したため、受け取りの受付は終了しました。",
    },
    usesLeft: (times) => `あと${times}回お使いいただけます。`,
    take: "クーポンを受け取る",
    taken: "クーポンを受け取りました。",
    tooLate: "受け取れませんでした。",
    code: "クーポンコード",
    tellCode: "ご予約のとき、またはフロントで、このコードをお伝えください。",
    showPage: "ご予約のとき、またはフロントで、このページをお見せください。",
    terms: "ご利用条件",
    term: {
      bookBy: "予約の期限",
      stays: "宿泊の期間",
      months: "対象の月",
      weekdays: "対象の曜日",
      blackouts: "除外日",
      least: "最低利用金額",
      plans: "対象のプラン",
      times: "ご利用回数",
      quantity: "予約1件の枚数",
      together: "ほかのクーポン",
      fee: "取消料",
    },
    says: {
      period: (from, to) => `${from}〜${to}`,
      days: (days) => `受け取った日から${days}日間`,
      thisMonth: "受け取った月の末日まで",
      monthsOn: (months) => `受け取った月の${months}か月後の末日まで`,
      somePlans: "指定のプランに限ります",
      times: (times) => `お1人様${times}回まで`,
      quantity: (sheets) => `${sheets}枚まで`,
      together: "一緒にお使いいただけます",
      alone: "一緒にはお使いいただけません",
      feeAfter: "割引後の料金で計算します",
      feeBefore: "割引前の料金で計算します",
      atLeast: (yen) => `${yen}以上のご予約`,
      free: "0円のご予約にもお使いいただけます",
    },
    counted: "有効期限",
  },
  en: {
    title: "Coupons",
    none: "There is no coupon that you can use now.",
    discountWords: {
      yen: (yen) => `${yen} off`,
      percent: (rate) => `${rate}% off`,
      plan: "The discount of the plan you book",
      atMost: (yen) => ` (up to ${yen})`,
    },
    until: (day) => `Valid until ${day}`,
    state: {
      usable: "You can use it now.",
      takeable: "First come, first served. Take it with the button below to use it.",
      used: "You have used this coupon.",
      used_up: "All of these coupons have been used.",
      over: "This coupon has expired.",
      ended: "This coupon is no longer available.",
      withdrawn: "This coupon was withdrawn and can no longer be used.",
      closed: "This coupon can no longer be taken.",
      none_left: "All of these coupons have been taken.",
    },
    usesLeft: (times) => `Uses left: ${times}.`,
    take: "Take this coupon",
    taken: "The coupon is yours.",
    tooLate: "The coupon could not be taken.",
    code: "Coupon code",
    tellCode: "Give this code when you book or at the front desk.",
    showPage: "Show this page when you book or at the front desk.",
    terms: "Terms",
    term: {
      bookBy: "Book by",
      stays: "Stays",
      months: "Months",
      weekdays: "Days of the week",
      blackouts: "Not valid",
      least: "Minimum spend",
      plans: "Plans",
      times: "Uses",
      quantity: "Per booking",
      together: "Other coupons",
      fee: "Cancellation fee",
    },
    says: {
      period: (from, to) => `${from} – ${to}`,
      days: (days) => `Days from the day you take it: ${days}`,
      thisMonth: "Until the end of the month in which you take it",
      monthsOn: (months) => `Until the end of the month, counted from the one in which you take it: ${months}`,
      somePlans: "Selected plans only",
      times: (times) => `Up to ${times} per guest`,
      quantity: (sheets) => `Up to ${sheets}`,
      together: "Can be combined",
      alone: "Cannot be combined",
      feeAfter: "Based on the discounted price",
      feeBefore: "Based on the full price",
      atLeast: (yen) => `Bookings of ${yen} or more`,
      free: "Also for bookings that cost nothing",
    },
    counted: "Validity",
  },
};
