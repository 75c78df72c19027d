/** Words of what a campaign gives and tells: one line for each kind, and the card on which it is edited. */
export const whatTexts = {
  inShort: {
    coupon: "クーポン {{discount}}",
    couponWithout: "クーポン",
    mail: "メール",
    point: "{{amount}}・{{expiry}}",
    pointWithout: "ポイント",
    expiry: {
      none: "期限なし",
      date: "{{date}}まで有効",
      days_from_grant_other: "{{count, number}}日有効",
      days_from_last_stay_other: "最終宿泊から{{count, number}}日有効",
    },
  },
};
