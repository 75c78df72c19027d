import { someOfPrice } from "./gifts.ts";
import { all, type Preset } from "./preset.ts";
import { EACH_STAY } from "./when.ts";

const SEGMENT = { ja: "誕生月のご宿泊", en: "Stays in the birthday month" };

export const birthmonthBenefit: Preset = {
  type: "birthmonth_benefit",
  text: {
    ja: "誕生月にお泊まりになったお客様へ、ご利用金額の5%をポイントで付与します。",
    en: "Grants guests who stay in their birthday month 5% of the price in points.",
  },
  needs: [],
  segments: ({ language }) => [
    {
      name: SEGMENT[language],
      target: all({ field: "stay_in_birthday_month", operator: "=", value: true }),
      actions: [someOfPrice(5, EACH_STAY)],
    },
  ],
};
