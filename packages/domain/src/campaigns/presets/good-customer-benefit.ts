import { someOfPrice } from "./gifts.ts";
import { oneOf, type Preset, type PresetContext, type PresetGroup } from "./preset.ts";
import { EACH_STAY } from "./when.ts";

const SEGMENT = { ja: "優良のお客様", en: "Best guests" };
/** Product §8: upper ranks are the best two. */
const UPPER = 2;

/** Either suffices, and what the account does not have is left out. */
function best({ ranks, ranksByPoints, scores }: PresetContext): PresetGroup {
  const upper: PresetGroup["rules"] =
    ranksByPoints || ranks.length === 0
      ? []
      : [{ field: "rank_detail_id", operator: "in", value: ranks.slice(0, UPPER) }];
  const scored: PresetGroup["rules"] =
    scores === "available" ? [{ field: "rfm_monetary_score", operator: ">=", value: 4 }] : [];
  return oneOf(...upper, ...scored);
}

export const goodCustomerBenefit: Preset = {
  type: "good_customer_benefit",
  text: {
    ja: "上位2つのランク、またはRFMのMスコアが4以上のお客様へ、ご利用金額の5%をポイントで付与します。",
    en: "Grants guests of the best two ranks, or with an M score of 4 or more, 5% of the price in points.",
  },
  needs: ["ranks_or_scores"],
  segments: (context) => [
    { name: SEGMENT[context.language], target: best(context), actions: [someOfPrice(5, EACH_STAY)] },
  ],
};
