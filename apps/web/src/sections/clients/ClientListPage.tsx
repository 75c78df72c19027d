import { clientList } from "@okaeri/contract/lists/clients";
import { IconBriefcase } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ContractPeriod, ContractTag } from "../../parts/accounts/contract-tags.tsx";
import { ListExport } from "../../parts/lists/ListExport.tsx";
import { ListPage } from "../../parts/lists/ListPage.tsx";
import { useRecordColumns, useStatusFilter } from "../../parts/records/record-columns.tsx";
import { useMay } from "../../shell/use-may.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { CountText } from "../../ui/values.tsx";
import { useClientRefusals } from "./ClientActions.tsx";
import { type Client, type ClientSearch, clientListQuery } from "./clients.api.ts";

/** The companies that use the service, with what they have. */
export function ClientListPage({ search }: { search: ClientSearch }) {
  const { t } = useTranslation(["clients", "ui"]);
  const rows = useQuery(clientListQuery(search));
  const { provider, whyNotEdit } = useClientRefusals();
  const empty = useMay("clients/create") ? "empty" : "emptyReadOnly";
  return (
    <ListPage
      list={clientList}
      search={search}
      rows={rows}
      title={t("title")}
      searchLabel={t("search")}
      empty={t(empty)}
      unit="companies"
      filters={{
        contract_state: { label: t("column.contract"), pinned: true, word: (state) => t(`ui:contract.${state}`) },
        active_status: useStatusFilter(),
      }}
      columns={{
        ...useRecordColumns<Client>("/clients", whyNotEdit),
        name: {
          title: t("column.name"),
          render: ({ name, is_provider }) => (
            <Stacked main={<strong>{name}</strong>} sub={is_provider && t("provider")} />
          ),
        },
        contract: {
          title: t("column.contract"),
          render: (one) => (
            <Stacked
              main={<ContractTag state={one.contract_state} />}
              sub={<ContractPeriod of={{ ...one, contract_started_at: null }} />}
            />
          ),
        },
        accounts: {
          title: t("column.accounts"),
          render: (one) => <CountText value={one.account_count} unit="items" />,
        },
        users: { title: t("column.users"), render: (one) => <CountText value={one.user_count} unit="people" /> },
      }}
      icon={<IconBriefcase size={24} aria-hidden />}
      actions={
        <>
          <ListExport list={clientList} search={search} />
          {rows.data?.billing_file ? <ListExport list={clientList} search={search} file="billing" /> : null}
        </>
      }
      create={provider ? { to: "/clients/new", action: "clients/create", label: t("create") } : undefined}
    />
  );
}
