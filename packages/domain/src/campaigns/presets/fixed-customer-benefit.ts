import { somePoints } from "./gifts.ts";
import { all, type Preset } from "./preset.ts";
import { EACH_STAY } from "./when.ts";

const SEGMENT = { ja: "2年で3回目以降のご宿泊", en: "Third and later stays within two years" };

export const fixedCustomerBenefit: Preset = {
  type: "fixed_customer_benefit",
  text: {
    ja: "2年のあいだに3回目以降のご宿泊をされたお客様へ、ご宿泊のたびに500ポイントを付与します。",
    en: "Grants 500 points with each stay from the third within two years on.",
  },
  needs: [],
  segments: ({ language }) => [
    {
      name: SEGMENT[language],
      target: all({ field: "stay_number_2y", operator: ">=", value: 3 }),
      actions: [somePoints(500, EACH_STAY)],
    },
  ],
};
