import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ownAccountsQuery } from "../../shell/own-accounts.ts";

/** The account that the person works in; undefined until the server has said it. */
function useWorkingAccount() {
  const picker = useQuery(ownAccountsQuery());
  const { account_id: chosen } = useSearch({ from: "__root__" });
  const current = Number(chosen ?? picker.data?.default_account_id);
  return picker.data?.items.find((account) => account.id === current);
}

/** Whether the person is narrowed to one facility's guests, as the server says for the account they work in. */
export const useFacilityOnly = (): boolean => useWorkingAccount()?.facility_only ?? false;

/** The programme's account, where the person may work in it; else undefined. */
export function useOwnProgramme(): number | undefined {
  const picker = useQuery(ownAccountsQuery());
  const programme = useWorkingAccount()?.programme_account_id;
  return picker.data?.items.some(({ id }) => id === programme) ? programme : undefined;
}

/** Names a figure of the whole programme as such (全施設) for whoever is narrowed to a facility. */
export function useProgrammeLabel(): (label: string) => string {
  const { t } = useTranslation("shell");
  const narrowed = useFacilityOnly();
  return (label) => (narrowed ? t("allFacilities", { label }) : label);
}
