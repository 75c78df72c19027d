import { customerList } from "@okaeri/contract/lists/customers";
import { MOST_AT_ONCE } from "@okaeri/contract/selection-limits";
import { targetOfGuests, targetOfList } from "@okaeri/contract/target-of-list";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { filtersIn } from "../../api/list-input.ts";
import { useGo } from "../../shell/navigation.ts";
import { useNoRight } from "../../shell/no-right.ts";
import { notify } from "../../shell/toasts.tsx";
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
  const go = useGo();
  const noRight = useNoRight();
  const mayCampaign = useMay("campaigns/create");
  const [busy, setBusy] = useState(false);
  const conditions = filtersIn(customerList, search);
  const targetOf = async (selection: Selection) => {
    if (selection.kind === "picked") return targetOfGuests(selection.ids);
    return targetOfList(conditions) ?? targetOfGuests((await client.customers.ids(conditions)).ids);
  };
  const reason = (selection: Selection) => {
    if (!mayCampaign) return noRight;
    if (selection.kind === "picked" || targetOfList(conditions) !== undefined) return undefined;
    return total > MOST_AT_ONCE ? t("select.tooMany", { most: formatCount(MOST_AT_ONCE, "people") }) : undefined;
  };
  const start = async (selection: Selection) => {
    setBusy(true);
    try {
      const target = await targetOf(selection);
      await go("/campaigns/new", {}, { state: { target } });
    } catch (error) {
      notify("error", toAppError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, reason, start, filtered: Object.keys(conditions).length > 0 };
}
