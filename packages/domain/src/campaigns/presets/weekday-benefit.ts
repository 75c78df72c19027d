import { someOfPrice } from "./gifts.ts";
import { all, type Preset } from "./preset.ts";
import { EACH_STAY } from "./when.ts";

const SEGMENT = { ja: "平日のご宿泊", en: "Weekday stays" };

export const weekdayBenefit: Preset = {
  type: "weekday_benefit",
  text: {
    ja: "日曜から木曜のチェックイン(祝前日を除く)に、ご利用金額の3%をポイントで付与します。",
    en: "Grants 3% of the price in points for check-ins from Sunday to Thursday, eves of holidays left out.",
  },
  needs: [],
  segments: ({ language }) => [
    {
      name: SEGMENT[language],
      target: all(
        { field: "stay_check_in_day", operator: "in", value: [0, 1, 2, 3, 4] },
        { field: "stay_holiday_eve", operator: "=", value: false },
      ),
      actions: [someOfPrice(3, EACH_STAY)],
    },
  ],
};
