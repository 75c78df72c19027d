import type { userList } from "@okaeri/contract/lists/users";
import { isProvider, ROLES } from "@okaeri/domain/permissions/roles";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { FilterParts } from "../../parts/lists/list-filters.tsx";
import { ownAccountsQuery } from "../../shell/own-accounts.ts";
import { useSession } from "../../shell/session.ts";
import { offersQuery } from "./users.api.ts";

// More than that are found by typing.
const RADIO_BUTTONS = 8;

/** What the list's conditions are called and offer: the accounts and clients in reach among them. */
export function useUserFilters(provider: boolean): FilterParts<typeof userList> {
  const { t } = useTranslation(["users", "shell"]);
  const { role } = useSession();
  const { data: own } = useQuery(ownAccountsQuery());
  const { data: offers } = useQuery({ ...offersQuery(role ?? "role_user", undefined), enabled: provider });
  const groups = useMemo(() => {
    const accounts = own?.items ?? [];
    return [...new Set(accounts.map((account) => account.company_name))].map((group) => ({
      group,
      items: accounts
        .filter((account) => account.company_name === group)
        .map((account) => ({ value: String(account.id), label: account.name })),
    }));
  }, [own]);
  const accounts = groups.flatMap((group) => group.items);
  const companies = (offers?.companies ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const unknown = t("filter.unknown");
  return {
    status: { label: t("filter.status"), pinned: true, word: (status) => t(`status.${status}`) },
    role: {
      label: t("filter.role"),
      pinned: true,
      word: (one) => t(`shell:roles.${one}`),
      offers: ROLES.filter((one) => provider || !isProvider(one)),
    },
    company_id: provider
      ? {
          label: t("filter.company"),
          pinned: true,
          choices: companies,
          unknown,
          typed: companies.length > RADIO_BUTTONS,
        }
      : undefined,
    in_account_id: {
      label: t("filter.account"),
      pinned: true,
      choices: accounts,
      unknown,
      typed: accounts.length > RADIO_BUTTONS,
      groups: groups.length > 1 ? groups : undefined,
    },
  };
}
