import { Button } from "@mantine/core";
import { accountList } from "@okaeri/contract/lists/accounts";
import { IconBuilding } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ListExport } from "../../parts/lists/ListExport.tsx";
import { ListPage } from "../../parts/lists/ListPage.tsx";
import { useRecordColumns, useStatusFilter } from "../../parts/records/record-columns.tsx";
import { useGo } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { accountColumns } from "./account-columns.tsx";
import { accountFilters } from "./account-filters.tsx";
import { useAccountRefusals } from "./account-refusals.ts";
import { type Account, type AccountSearch, accountListQuery, clientChoicesQuery } from "./accounts.api.ts";

/** Headquarters and facilities in the person's reach, as a hierarchy unless sorted otherwise. */
export function AccountListPage({ search }: { search: AccountSearch }) {
  const { t } = useTranslation(["accounts", "ui"]);
  const go = useGo();
  const rows = useQuery(accountListQuery(search));
  const { provider, whyNotEdit } = useAccountRefusals();
  const { company_id, sort = accountList.sort } = search;
  const clients = useQuery({ ...clientChoicesQuery(), enabled: provider && company_id !== undefined });
  const company = clients.data?.find((one) => one.id === company_id)?.name;
  const mayCreate = useMay("accounts/create");
  const indented = sort.endsWith("hierarchy");
  return (
    <ListPage
      list={accountList}
      search={search}
      rows={rows}
      title={t("title")}
      searchLabel={t(provider ? "search" : "searchOwn")}
      empty={t(mayCreate ? "empty" : "emptyReadOnly")}
      unit="items"
      filters={{
        ...accountFilters(search, t, { offered: provider, name: company }),
        active_status: useStatusFilter(),
      }}
      columns={{
        ...accountColumns({ t, indented, withCompany: provider }),
        ...useRecordColumns<Account>("/accounts", whyNotEdit),
      }}
      minWidth={(columns) => 220 + 120 * (columns - 1)}
      icon={<IconBuilding size={24} aria-hidden />}
      caption={indented ? t("listHint") : undefined}
      actions={
        <>
          <ListExport list={accountList} search={search} />
          <Button onClick={() => void go("/accounts/groups")}>{t("groups")}</Button>
        </>
      }
      create={
        provider
          ? { to: "/accounts/new", search: { company_id }, action: "accounts/create", label: t("create") }
          : undefined
      }
    />
  );
}
