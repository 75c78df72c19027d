import { isProvider } from "@okaeri/domain/permissions/roles";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "../../shell/session.ts";
import type { FilterChoices } from "./user-filters.tsx";
import { accountChoicesQuery, offersQuery } from "./users.api.ts";

/** The accounts and clients in reach that the list can be narrowed to. */
export function useFilterChoices(): FilterChoices {
  const { role } = useSession();
  const provider = role !== null && isProvider(role);
  const { data: picker } = useQuery(accountChoicesQuery());
  const { data: offers } = useQuery({ ...offersQuery(role ?? "role_user", undefined), enabled: provider });
  return useMemo(() => {
    const accounts = picker?.items ?? [];
    const groups = [...new Set(accounts.map((account) => account.company_name))].map((group) => ({
      group,
      items: accounts
        .filter((account) => account.company_name === group)
        .map((account) => ({ value: String(account.id), label: account.name })),
    }));
    const companies = (offers?.companies ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
    return { provider, accounts: groups, companies };
  }, [provider, picker, offers]);
}
