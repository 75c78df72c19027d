import type { customerList } from "@okaeri/contract/lists/customers";
import type { ListFilters } from "@okaeri/contract/lists/list";
import { targetOfGuests, targetOfList } from "@okaeri/contract/target-of-list";
import type { ConditionGroup } from "@okaeri/domain/segments/condition";
import { useState } from "react";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";

type Conditions = ListFilters<typeof customerList>;

/** Whom conditions of the guests' list mean; what no condition of a campaign says becomes the guests found now. */
const guestsOf = async (conditions: Conditions): Promise<ConditionGroup> =>
  targetOfList(conditions) ?? targetOfGuests((await client.customers.ids(conditions)).ids);

/** Leads to a new campaign for these guests: picked ones, or whoever meets the list's conditions. */
export function useBeginCampaign() {
  const go = useGo();
  const [busy, setBusy] = useState(false);
  const begin = async (who: { ids: readonly number[] } | { conditions: Conditions }) => {
    setBusy(true);
    try {
      const target = "ids" in who ? targetOfGuests(who.ids) : await guestsOf(who.conditions);
      await go("/campaigns/new", {}, { state: { target } });
    } catch (error) {
      notify("error", toAppError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, begin };
}
