import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { blankCoupon } from "@okaeri/domain/coupons/coupon";
import { AFTER_STAY_EN, BEFORE_ARRIVAL_EN, BIRTHDAY_EN, LONG_TIME_EN } from "./templates/english.ts";
import { AFTER_STAY, BEFORE_ARRIVAL, BIRTHDAY, LONG_TIME } from "./templates/japanese.ts";
import type { DemoTemplate } from "./templates/template.ts";

/** What the demo runs by itself, from the day it is made: once a month, before birthdays, before arrivals and after stays. */

type Segment = CampaignEdit["segments"][number];
type Action = Segment["actions"][number];
type CouponTerms = NonNullable<Extract<Action, { type: "coupon" }>["coupon"]>;
type When = Pick<Action, "schedule" | "schedule_once" | "trigger">;

const trigger = (base: NonNullable<When["trigger"]>["base"], offset_days: number, once_per: "stay" | "year"): When => ({
  schedule: null,
  schedule_once: null,
  trigger: { base, offset_days, time: "10:00", once_per, once_days: null },
});
const mail = (seq: number, when: When, template: DemoTemplate, english: DemoTemplate): Action => ({
  id: null,
  seq,
  type: "mail",
  mail: template.mail,
  other_mails: [english.mail],
  ...when,
});
const coupon = (when: When, terms: Partial<CouponTerms>): Action => ({
  id: null,
  seq: 1,
  type: "coupon",
  coupon: {
    ...(blankCoupon() as CouponTerms),
    type: "acquire",
    use_times_limit: 1,
    use_quantity_limit: 1,
    ...terms,
  },
  ...when,
});
const points = (when: When, amount: number): Action => ({
  id: null,
  seq: 1,
  type: "point",
  point: {
    grant_type: "absolute",
    grant_absolute: amount,
    grant_rate: null,
    grant_condition: null,
    plan_code: [],
    expiration_type: "days_from_grant",
    expiration_days_from_grant: 365,
    expiration_days_from_last_stay: null,
    expiration_date: null,
  },
  ...when,
});
const meaning = (rules: { field: string; operator: string; value: unknown }[], actions: Action[]): Segment => ({
  id: null,
  priority_seq: 1,
  target: { combinator: "and", rules },
  actions,
});

const FIRST_OF_MONTH: When = {
  schedule: { minute: "0", hour: "10", day_of_month: "1", month: "*", day_of_week: "*", year: "*" },
  schedule_once: { once_per: "days", once_days: 365 },
  trigger: null,
};
const BEFORE_BIRTHDAY = trigger("birthday", 14, "year");
const DAYS_BEFORE_ARRIVAL = trigger("before_check_in", 3, "stay");
const DAY_AFTER_STAY = trigger("after_check_out", 1, "stay");

export const CLOCK_CAMPAIGNS: readonly CampaignEdit[] = [
  {
    name: "お久しぶりのお客様へ(毎月1日)",
    type: "repeat_promotion",
    preset_type: "customer_defection_benefit",
    campaign_start_dt: null,
    campaign_end_dt: null,
    segments: [
      meaning(
        [
          { field: "stay_count", operator: ">=", value: 2 },
          { field: "last_stay_days", operator: "between", value: [270, 540] },
          { field: "next_check_in_days", operator: "null", value: null },
        ],
        [
          coupon(FIRST_OF_MONTH, {
            name: "おかえりなさいクーポン 10%割引",
            description: "ご宿泊料金から10%(最大5,000円)を割引いたします。",
            discount_type: "rate",
            absolute_type: null,
            rate_type: "action",
            discount_rate: 10,
            discount_limit: 5_000,
            valid_days_from_acquire: 60,
          }),
          mail(2, FIRST_OF_MONTH, LONG_TIME, LONG_TIME_EN),
        ],
      ),
    ],
  },
  {
    name: "お誕生日のお祝い(14日前)",
    type: "repeat_promotion",
    preset_type: "birthday",
    campaign_start_dt: null,
    campaign_end_dt: null,
    segments: [
      meaning(
        [{ field: "stay_count", operator: ">=", value: 2 }],
        [
          coupon(BEFORE_BIRTHDAY, {
            name: "お誕生日 3,000円割引",
            description: "お誕生月とその翌月のご宿泊料金から3,000円を割引いたします。",
            discount_absolute: 3_000,
            valid_months_from_acquire: 1,
          }),
          mail(2, BEFORE_BIRTHDAY, BIRTHDAY, BIRTHDAY_EN),
        ],
      ),
    ],
  },
  {
    name: "ご到着前のご案内(3日前)",
    type: "customer_service",
    purpose: "service",
    preset_type: null,
    campaign_start_dt: null,
    campaign_end_dt: null,
    segments: [
      meaning(
        [{ field: "reservation_state", operator: "in", value: ["booked"] }],
        [mail(1, DAYS_BEFORE_ARRIVAL, BEFORE_ARRIVAL, BEFORE_ARRIVAL_EN)],
      ),
    ],
  },
  {
    name: "ご滞在のお礼(翌日)",
    type: "customer_service",
    preset_type: null,
    campaign_start_dt: null,
    campaign_end_dt: null,
    segments: [meaning([], [points(DAY_AFTER_STAY, 100), mail(2, DAY_AFTER_STAY, AFTER_STAY, AFTER_STAY_EN)])],
  },
];
