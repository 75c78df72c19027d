import { Button } from "@mantine/core";
import { IconBuilding, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
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
import { FilterChips } from "../../ui/FilterChips.tsx";
import { formatNumber } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { accountColumns } from "./account-columns.tsx";
import { accountFilters } from "./account-filters.tsx";
import { useAccountRefusals } from "./account-refusals.ts";
import { type AccountSearch, accountListQuery, clientChoicesQuery, filtersIn } from "./accounts.api.ts";
import styles from "./accounts.module.css";

/** Headquarters and facilities in the person's reach, as a hierarchy unless sorted otherwise. */
export function AccountListPage({ search }: { search: AccountSearch }) {
  const { t } = useTranslation(["accounts", "ui"]);
  const go = useGo();
  const href = useHref();
  const list = useQuery(accountListQuery(search));
  const { provider, whyNotEdit } = useAccountRefusals();
  const clients = useQuery({ ...clientChoicesQuery(), enabled: provider && search.company_id !== undefined });
  const { page = 1, size = 50, sort = "hierarchy", q = "" } = search;
  const items = t("items");
  const conditions = filtersIn(search);
  const show = (change: AccountSearch) => void go("/accounts", { ...search, page: undefined, ...change });
  const clear = () => void go("/accounts", { size: search.size, sort: search.sort });
  const columns = accountColumns({
    t,
    indented: sort.endsWith("hierarchy"),
    withCompany: provider,
    whyNotEdit,
    edit: (account) => void go(`/accounts/${account.id}/edit`),
  });
  const choice = useColumnChoice("accounts", columns);
  const company = clients.data?.find((one) => one.id === search.company_id)?.name;
  return (
    <>
      <PageHeader
        title={t("title")}
        count={list.data ? `${formatNumber(list.data.total)}${items}` : undefined}
        caption={sort.endsWith("hierarchy") ? t("listHint") : undefined}
        actions={<ListActions query={{ ...conditions, sort }} provider={provider} companyId={search.company_id} />}
      />
      <div className={styles.tools}>
        <SearchBox q={q} label={t(provider ? "search" : "searchOwn")} onSearch={(words) => show({ q: words })} />
        <FilterChips
          filters={accountFilters(search, show, t, { offered: provider, name: company })}
          onClear={() => void go("/accounts", { q: search.q, size: search.size, sort: search.sort })}
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
              rowKey={(account) => account.id}
              row={{
                href: (account) => href(`/accounts/${account.id}`),
                open: (account) => void go(`/accounts/${account.id}`),
              }}
              sort={sort}
              onSort={(next) => show({ sort: next })}
              busy={list.isPlaceholderData}
              minWidth={220 + 120 * (choice.shown.length - 1)}
              empty={
                <NoAccounts
                  total={list.data?.total ?? 0}
                  filtered={Object.keys(conditions).length > 0}
                  onClear={clear}
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

type ListActionsProps = {
  query: Record<string, string | number | undefined>;
  provider: boolean;
  companyId: number | undefined;
};

function ListActions({ query, provider, companyId }: ListActionsProps) {
  const { t } = useTranslation("accounts");
  const noRight = useNoRight();
  const go = useGo();
  const mayCreate = useMay("accounts/create");
  return (
    <>
      <ExportMenu path="/api/accounts/export.csv" query={query} />
      <Button onClick={() => void go("/accounts/groups")}>{t("groups")}</Button>
      {provider ? (
        <ReasonedButton
          variant="filled"
          leftSection={<IconPlus size={16} aria-hidden />}
          reason={mayCreate ? undefined : noRight}
          onClick={() => void go("/accounts/new", { company_id: companyId })}
        >
          {t("create")}
        </ReasonedButton>
      ) : null}
    </>
  );
}

type NoAccountsProps = { total: number; filtered: boolean; onClear: () => void; onFirst: () => void };

function NoAccounts({ total, filtered, onClear, onFirst }: NoAccountsProps) {
  const { t } = useTranslation("accounts");
  const go = useGo();
  const mayCreate = useMay("accounts/create");
  const icon = <IconBuilding size={24} aria-hidden />;
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
      action={mayCreate ? <Button onClick={() => void go("/accounts/new")}>{t("create")}</Button> : undefined}
    />
  );
}
