import { Button } from "@mantine/core";
import { clientList } from "@okaeri/contract/lists/clients";
import { IconBriefcase } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { ListExport } from "../../shell/ListExport.tsx";
import { ListPage } from "../../shell/ListPage.tsx";
import { useGo } from "../../shell/navigation.ts";
import { CreateButton } from "../../shell/RecordButtons.tsx";
import { useRecordColumns, useStatusFilter } from "../../shell/record-columns.tsx";
import { useMay } from "../../shell/use-may.ts";
import { ContractTag } from "../../ui/contract-tags.tsx";
import { formatDate } from "../../ui/format.ts";
import type { ColumnParts } from "../../ui/list-columns.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { CountText } from "../../ui/values.tsx";
import { useClientRefusals } from "./ClientActions.tsx";
import { type Client, type ClientSearch, clientListQuery } from "./clients.api.ts";

/** The companies that use the service, with what they have. */
export function ClientListPage({ search }: { search: ClientSearch }) {
  const { t } = useTranslation(["clients", "ui"]);
  const go = useGo();
  const rows = useQuery(clientListQuery(search));
  const { provider, whyNotEdit } = useClientRefusals();
  const mayCreate = useMay("clients/create");
  return (
    <ListPage
      list={clientList}
      search={search}
      rows={rows}
      words={(word) => t(word === "empty" && !mayCreate ? "emptyReadOnly" : word)}
      unit="companies"
      filters={{
        contract_state: { label: t("column.contract"), pinned: true, word: (state) => t(`ui:contract.${state}`) },
        active_status: useStatusFilter(),
      }}
      columns={{ ...clientColumns(t), ...useRecordColumns<Client>("/clients", whyNotEdit) }}
      minWidth={(columns) => 240 + 120 * (columns - 1)}
      icon={<IconBriefcase size={24} aria-hidden />}
      actions={
        <>
          <ListExport list={clientList} search={search} />
          {rows.data?.billing_file ? <ListExport list={clientList} search={search} file="billing" /> : null}
          {provider ? (
            <CreateButton to="/clients/new" action="clients/create">
              {t("create")}
            </CreateButton>
          ) : null}
        </>
      }
      emptyAction={mayCreate ? <Button onClick={() => void go("/clients/new")}>{t("create")}</Button> : undefined}
    />
  );
}

type Shared = "status" | "updated_at" | "actions";

function clientColumns(t: TFunction<["clients", "ui"]>): Omit<ColumnParts<typeof clientList, Client>, Shared> {
  return {
    name: {
      title: t("column.name"),
      render: (one) => <Stacked main={<strong>{one.name}</strong>} sub={one.is_provider ? t("provider") : undefined} />,
    },
    contract: {
      title: t("column.contract"),
      render: (one) =>
        one.contract_state === null ? (
          t("noContract")
        ) : (
          <Stacked
            main={<ContractTag state={one.contract_state} />}
            sub={one.contract_ended_at ? t("until", { date: formatDate(one.contract_ended_at) }) : t("openEnd")}
          />
        ),
    },
    accounts: {
      title: t("column.accounts"),
      render: (one) => <CountText value={one.account_count} unit="items" />,
    },
    users: {
      title: t("column.users"),
      render: (one) => <CountText value={one.user_count} unit="people" />,
    },
  };
}
