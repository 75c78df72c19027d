import type { English } from "../../english.ts";
import type { couponFields as jaFields, couponTexts as jaTexts } from "../../ja/campaigns/coupons.ts";

/** Names of a coupon's fields. */
export const couponFields: English<typeof jaFields> = {
  coupon_name: "Name of the coupon",
  description: "What guests read",
  coupon_type: "How guests get it",
  code: "Coupon code",
  acquire_amount_limit: "Guests who may get it",
  use_amount_limit: "Used in all",
  use_times_limit: "Uses of one guest",
  use_quantity_limit: "Coupons for one reservation",
  reservation_end_date: "Book by",
  available_months: "Months",
  stay_start_date: "First night",
  stay_end_date: "Last night",
  use_condition: "Least price",
  discount_type: "Kind of discount",
  absolute_type: "Who says the amount",
  rate_type: "Who says the percentage",
  discount_absolute: "Discount",
  discount_rate: "Discount in percent",
  discount_limit: "Largest discount",
  can_use_together: "Together with other coupons",
  day_of_week: "Weekdays",
  unavailable_period: "Days left out",
  includes_free: "Also for reservations that cost nothing",
  cancellation_includes_discount: "Cancellation fees follow the discounted price",
};

/** Words of a campaign's coupon: its form, and as a list of facts. */
export const couponTexts: English<typeof jaTexts> = {
  coupon: {
    type: { acquire: "Given to each guest", code: "A code for everybody" },
    typeNote: {
      acquire: "It stands on the page of each guest it was sent to, once.",
      code: "Guests name the code when booking. It works from the send on.",
    },
    group: { discount: "Discount", where: "Reservations it is for", limits: "How many" },
    discount: { absolute: "An amount", rate: "A percentage" },
    figure: {
      action: "Set here",
      plan: "Set by the booked plan",
      planNote: "The plan's discount is entered with each use.",
    },
    help: {
      name: "Guests read this name.",
      code: "Letters, digits and hyphens.",
      discount_limit: "Empty: no limit",
      use_condition: "Empty: any price",
      reservation_end_date: "Reservations made until this day",
      limits: "Empty: no limit.",
      includes_free: "Such as reservations paid with points alone.",
      can_use_together: "Only where the other coupon allows it, too.",
      cancellation_includes_discount: "Off: the price before the discount counts.",
    },
    everyMonth: "none chosen: every month",
    everyDay: "none chosen: every day",
    addBlackout: "Leave out days",
    noBlackout: "No days are left out.",
    blackout: { start: "From", end: "Until" },
    stayPeriod: "Stay period",
    more: "Also",
    saysCode: "Code {{code}}",
    saysRate: "{{n}}%",
    saysAtMost: " (at most {{yen}})",
    saysPlanYen: "The plan's amount",
    saysPlanRate: "The plan's percentage",
    says: {
      together: "together with other coupons",
      alone: "not together with another coupon",
      free: "also for reservations that cost nothing",
      notFree: "not for reservations that cost nothing",
      feeAfter: "cancellation fees follow the discounted price",
      feeBefore: "cancellation fees follow the full price",
    },
  },
};
