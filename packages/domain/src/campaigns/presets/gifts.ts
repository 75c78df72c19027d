import { blankCoupon, type CouponTerms } from "../../coupons/coupon.ts";
import type { LanguageCode } from "../../enumerations.ts";
import { blankMail, type MailDocument } from "../../messaging/mail-blocks.ts";
import type { GrantRule } from "../../points/amount.ts";
import type { MessageChannel } from "../../pushes/next-steps.ts";
import type { Timing } from "../schedule/timing.ts";
import type { PresetAction, PresetGroup } from "./preset.ts";

// What presets give and say, and when.

/** Product §8: points of presets expire one year from the grant. */
const ONE_YEAR = 365;

function points(grant: Pick<GrantRule, "grant_type" | "grant_absolute" | "grant_rate">, when: Timing): PresetAction {
  return {
    type: "point",
    when,
    point: {
      ...grant,
      grant_condition: null,
      plan_code: [],
      expiration_type: "days_from_grant",
      expiration_days_from_grant: ONE_YEAR,
      expiration_days_from_last_stay: null,
      expiration_date: null,
    },
  };
}

export const someOfPrice = (percent: number, when: Timing) =>
  points({ grant_type: "rate", grant_absolute: null, grant_rate: percent }, when);

export const somePoints = (amount: number, when: Timing) =>
  points({ grant_type: "absolute", grant_absolute: amount, grant_rate: null }, when);

/** A coupon that each guest gets and uses once, one for a reservation. It has no code, so that none can be taken. */
export function couponPresetAction(terms: Partial<CouponTerms>, when: Timing): PresetAction {
  return {
    type: "coupon",
    when,
    coupon: { ...blankCoupon(), type: "acquire", use_times_limit: 1, use_quantity_limit: 1, ...terms },
  };
}

type Words = Pick<MailDocument, "title" | "preheader" | "blocks">;

/** Channel by which the messages of presets go out. */
const CHANNEL = "mail" satisfies MessageChannel;

/** The message of a preset. */
export function message({ title, preheader, blocks }: Words, when: Timing, language: LanguageCode): PresetAction[] {
  return [{ type: CHANNEL, when, [CHANNEL]: { ...blankMail(), title, preheader, blocks, language } }];
}

/** The guest consented to advertising by the channel of the message. */
export const AGREED: PresetGroup["rules"][number] = {
  field: "consent",
  args: [CHANNEL, "marketing"],
  operator: "=",
  value: true,
};

/** Nobody who is coming anyway. */
export const NO_RESERVATION: PresetGroup["rules"][number] = {
  field: "next_check_in_days",
  operator: "null",
  value: null,
};
