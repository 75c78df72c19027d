import { Button } from "@mantine/core";
import { clientList } from "@okaeri/contract/lists/clients";
import { IconBriefcase } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ListExport } from "../../shell/ListExport.tsx";
import { ListPage } from "../../shell/ListPage.tsx";
import { useGo } from "../../shell/navigation.ts";
import { CreateButton } from "../../shell/RecordButtons.tsx";
import { useRecordColumns, useStatusFilter } from "../../shell/record-columns.tsx";
import { useMay } from "../../shell/use-may.ts";
import { clientColumns } from "./client-columns.tsx";
import { useClientRefusals } from "./client-refusals.ts";
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
