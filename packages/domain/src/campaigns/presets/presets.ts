import { birthday } from "./birthday.ts";
import { birthmonthBenefit } from "./birthmonth-benefit.ts";
import { customerDefectionBenefit } from "./customer-defection-benefit.ts";
import { fixedCustomerBenefit } from "./fixed-customer-benefit.ts";
import { goodCustomerBenefit } from "./good-customer-benefit.ts";
import { information } from "./information.ts";
import { onlineCheckInPromotion } from "./online-check-in-promotion.ts";
import { onlineCheckOutPromotion } from "./online-check-out-promotion.ts";
import { potentialGoodCustomerBenefit } from "./potential-good-customer-benefit.ts";
import type { Preset } from "./preset.ts";
import { vipTreatment } from "./vip-treatment.ts";
import { weekdayBenefit } from "./weekday-benefit.ts";

/** Product §8: campaigns that are complete and can be changed, in the order in which they are shown. */
export const PRESETS: readonly Preset[] = [
  birthmonthBenefit,
  weekdayBenefit,
  goodCustomerBenefit,
  fixedCustomerBenefit,
  onlineCheckInPromotion,
  onlineCheckOutPromotion,
  vipTreatment,
  customerDefectionBenefit,
  potentialGoodCustomerBenefit,
  birthday,
  information,
];
