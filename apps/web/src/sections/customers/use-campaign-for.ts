import { customerList } from "@okaeri/contract/lists/customers";
import { MOST_AT_ONCE } from "@okaeri/contract/selection-limits";
import { targetOfList } from "@okaeri/contract/target-of-list";
import { useTranslation } from "react-i18next";
import { filtersIn } from "../../api/list-input.ts";
import { useBeginCampaign } from "../../parts/customers/use-begin-campaign.ts";
import { useNoRight } from "../../shell/no-right.ts";
import { useMay } from "../../shell/use-may.ts";
import { formatCount } from "../../ui/format.ts";
import type { CustomerSearch } from "./customers.api.ts";
import type { Selection } from "./use-selection.ts";

/**
 * A campaign to guests of the list. Conditions go with it as conditions and find whoever meets them on the day of the send; what no
 * condition says (words, scores of a shared RFM, who moved) becomes the guests found now.
 */
export function useCampaignFor(search: CustomerSearch, total: number) {
  const { t } = useTranslation("customers");
  const noRight = useNoRight();
  const mayCampaign = useMay("campaigns/create");
  const { busy, begin } = useBeginCampaign();
  const conditions = filtersIn(customerList, search);
  const reason = (selection: Selection) => {
    if (!mayCampaign) return noRight;
    if (selection.kind === "picked" || targetOfList(conditions) !== undefined) return undefined;
    return total > MOST_AT_ONCE ? t("select.tooMany", { most: formatCount(MOST_AT_ONCE, "people") }) : undefined;
  };
  const start = (selection: Selection) => begin(selection.kind === "picked" ? { ids: selection.ids } : { conditions });
  return { busy, reason, start, filtered: Object.keys(conditions).length > 0 };
}
