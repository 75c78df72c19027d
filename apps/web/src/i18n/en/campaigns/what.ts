import type { English } from "../../english.ts";
import type { whatTexts as jaTexts } from "../../ja/campaigns/what.ts";

/** Words of what a campaign gives and tells: one line for each kind, and the card on which it is edited. */
export const whatTexts: English<typeof jaTexts> = {
  inShort: {
    coupon: "Coupon {{discount}}",
    couponWithout: "Coupon",
    mail: "Mail",
    point: "{{amount}}, {{expiry}}",
    pointWithout: "Points",
    expiry: {
      none: "no expiry",
      date: "valid until {{date}}",
      days_from_grant_one: "valid for {{count, number}} day",
      days_from_grant_other: "valid for {{count, number}} days",
      days_from_last_stay_one: "valid for {{count, number}} day from the last stay",
      days_from_last_stay_other: "valid for {{count, number}} days from the last stay",
    },
  },
};
