import { Select } from "@mantine/core";
import type { accountList } from "@okaeri/contract/lists/accounts";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { FilterParts } from "../../parts/lists/list-filters.tsx";
import { type AccountSearch, clientChoicesQuery } from "./accounts.api.ts";

/** What the list's conditions are called and offer. `company`: the chosen client's name; left out where there is but one. */
export function accountFilters(
  search: AccountSearch,
  t: TFunction<["accounts", "ui"]>,
  company: { offered: boolean; name: string | undefined },
): Omit<FilterParts<typeof accountList>, "active_status"> {
  return {
    company_id: company.offered
      ? {
          label: t("column.company"),
          pinned: true,
          chosen: company.name ?? t("ui:none"),
          editor: (apply) => <ClientEditor value={search.company_id} onApply={apply} />,
        }
      : undefined,
    contract_state: { label: t("column.contract"), pinned: true, word: (state) => t(`ui:contract.${state}`) },
    option_type: { label: t("column.options"), pinned: true, word: (type) => t(`ui:option.${type}`) },
  };
}

/** One client of maybe hundreds: found by typing. */
function ClientEditor({ value, onApply }: { value: number | undefined; onApply: (id: number) => void }) {
  const { t } = useTranslation("accounts");
  const clients = useQuery(clientChoicesQuery());
  return (
    <Select
      label={t("column.company")}
      placeholder={t("form.company")}
      data={(clients.data ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
      value={value === undefined ? null : String(value)}
      searchable
      data-autofocus
      nothingFoundMessage={t("form.noClients")}
      comboboxProps={{ withinPortal: false }}
      onChange={(chosen) => {
        if (chosen !== null) onApply(Number(chosen));
      }}
    />
  );
}
