import { Button } from "@mantine/core";
import { IconBriefcase, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { ExportMenu } from "../../shell/ExportMenu.tsx";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useNoRight } from "../../shell/no-right.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { ColumnChoice, useColumnChoice } from "../../ui/ColumnChoice.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { type Filter, FilterChips } from "../../ui/FilterChips.tsx";
import { type Choice, OneChoiceEditor } from "../../ui/filter-editors.tsx";
import { formatNumber } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { clientColumns } from "./client-columns.tsx";
import { useClientRefusals } from "./client-refusals.ts";
import { type ClientSearch, clientListQuery, filtersIn } from "./clients.api.ts";
import styles from "./clients.module.css";

/** The companies that use the service, with what they have. */
export function ClientListPage({ search }: { search: ClientSearch }) {
  const { t } = useTranslation(["clients", "ui"]);
  const noRight = useNoRight();
  const go = useGo();
  const href = useHref();
  const list = useQuery(clientListQuery(search));
  const { provider, whyNotEdit } = useClientRefusals();
  const mayCreate = useMay("clients/create");
  const { page = 1, size = 50, sort = "name", q = "" } = search;
  const items = t("items");
  const conditions = filtersIn(search);
  const show = (change: ClientSearch) => void go("/clients", { ...search, page: undefined, ...change });
  const columns = clientColumns({ t, whyNotEdit, edit: (client) => void go(`/clients/${client.id}/edit`) });
  const choice = useColumnChoice("clients", columns);
  return (
    <>
      <PageHeader
        title={t("title")}
        count={list.data ? `${formatNumber(list.data.total)}${items}` : undefined}
        actions={
          <>
            <ExportMenu path="/api/clients/export.csv" query={{ ...conditions, sort }} />
            {list.data?.billing_file ? (
              <ExportMenu path="/api/clients/billing.csv" words="billing" query={{ ...conditions, sort }} />
            ) : null}
            {provider ? (
              <ReasonedButton
                variant="filled"
                leftSection={<IconPlus size={16} aria-hidden />}
                reason={mayCreate ? undefined : noRight}
                onClick={() => void go("/clients/new")}
              >
                {t("create")}
              </ReasonedButton>
            ) : null}
          </>
        }
      />
      <div className={styles.tools}>
        <SearchBox q={q} label={t("search")} onSearch={(words) => show({ q: words })} />
        <FilterChips
          filters={clientFilters(search, show, t)}
          onClear={() => void go("/clients", { q: search.q, size: search.size, sort: search.sort })}
          aside={<ColumnChoice columns={columns} hidden={choice.hidden} onChange={choice.setHidden} />}
        />
      </div>
      <Card flush>
        {list.isError ? (
          <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
        ) : (
          <>
            <DataTable
              caption={t("title")}
              columns={choice.shown}
              rows={list.data?.items}
              rowKey={(client) => client.id}
              row={{
                href: (client) => href(`/clients/${client.id}`),
                open: (client) => void go(`/clients/${client.id}`),
              }}
              sort={sort}
              onSort={(next) => show({ sort: next })}
              busy={list.isPlaceholderData}
              minWidth={240 + 120 * (choice.shown.length - 1)}
              empty={
                <NoClients
                  total={list.data?.total ?? 0}
                  filtered={Object.keys(conditions).length > 0}
                  onClear={() => void go("/clients", { size: search.size, sort: search.sort })}
                  onFirst={() => show({ page: undefined })}
                />
              }
            />
            <Pager
              page={page}
              size={size}
              total={list.data?.total}
              unit={items}
              onPage={(next) => show({ page: next })}
              onSize={(next) => show({ size: next })}
            />
          </>
        )}
      </Card>
    </>
  );
}

function clientFilters(
  search: ClientSearch,
  set: (change: ClientSearch) => void,
  t: TFunction<["clients", "ui"]>,
): Filter[] {
  const one = (key: "contract_state" | "active_status", label: string, options: Choice[]): Filter => ({
    key,
    label,
    pinned: true,
    value: options.find((option) => option.value === search[key])?.label,
    onRemove: () => set({ [key]: undefined }),
    editor: (close) => (
      <OneChoiceEditor
        options={options}
        value={search[key]}
        onApply={(value) => {
          close();
          set({ [key]: value });
        }}
      />
    ),
  });
  const states = (["running", "before", "ended"] as const).map((value) => ({
    value,
    label: t(`ui:contract.${value}`),
  }));
  const statuses = (["active", "inactive"] as const).map((value) => ({ value, label: t(`ui:activeStatus.${value}`) }));
  return [one("contract_state", t("column.contract"), states), one("active_status", t("column.status"), statuses)];
}

type NoClientsProps = { total: number; filtered: boolean; onClear: () => void; onFirst: () => void };

function NoClients({ total, filtered, onClear, onFirst }: NoClientsProps) {
  const { t } = useTranslation("clients");
  const go = useGo();
  const mayCreate = useMay("clients/create");
  const icon = <IconBriefcase size={24} aria-hidden />;
  if (total > 0)
    return (
      <EmptyState icon={icon} sentence={t("pastEnd")} action={<Button onClick={onFirst}>{t("toFirstPage")}</Button>} />
    );
  if (filtered)
    return (
      <EmptyState icon={icon} sentence={t("emptyFiltered")} action={<Button onClick={onClear}>{t("clear")}</Button>} />
    );
  return (
    <EmptyState
      icon={icon}
      sentence={t(mayCreate ? "empty" : "emptyReadOnly")}
      action={mayCreate ? <Button onClick={() => void go("/clients/new")}>{t("create")}</Button> : undefined}
    />
  );
}
