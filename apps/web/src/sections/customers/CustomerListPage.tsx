import { Button, TextInput } from "@mantine/core";
import { IconSearch, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { useNamed } from "../../shell/use-named.ts";
import { Card } from "../../ui/Card.tsx";
import { ColumnChoice, useColumnChoice } from "../../ui/ColumnChoice.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { formatNumber } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { customerColumns } from "./customer-columns.tsx";
import { customerFilters } from "./customer-filters.tsx";
import { quickViews, viewOf } from "./customer-views.ts";
import {
  type CustomerFilters,
  type CustomerSearch,
  customerCountQuery,
  customerListQuery,
  filterOptionsQuery,
  filtersIn,
  siteQuery,
} from "./customers.api.ts";
import styles from "./customers.module.css";

/** Every customer in the person's reach, narrowed by conditions that live in the URL. */
export function CustomerListPage({ search }: { search: CustomerSearch }) {
  const { t } = useTranslation(["customers", "ui"]);
  const named = useNamed();
  const go = useGo();
  const href = useHref();
  const list = useQuery(customerListQuery(search));
  const options = useQuery(filterOptionsQuery());
  const everybody = useQuery(customerCountQuery());
  const { data: site } = useQuery(siteQuery());

  const { page = 1, size = 50, sort = "-last_stay_on", q = "" } = search;
  const filters = filtersIn(search);
  const people = t("ui:unit.people");
  const show = (change: CustomerSearch) => void go("/customers", { ...search, page: undefined, ...change });
  const only = (wanted: CustomerFilters) => void go("/customers", { ...wanted, size: search.size, sort: search.sort });

  const columns = useMemo(() => customerColumns(t, named), [t, named]);
  const choice = useColumnChoice("customers", columns);
  const views = quickViews(options.data, site?.today, everybody.data?.total, t);
  const view = viewOf(views, filters);
  const tabs = view ? views : [...views, { key: "custom", label: t("view.custom"), count: list.data?.total }];

  return (
    <>
      <PageHeader
        title={t("title")}
        count={list.data ? `${formatNumber(list.data.total)}${people}` : undefined}
        actions={<ListActions />}
      />
      <Tabs
        label={t("view.label")}
        tabs={tabs}
        current={view?.key ?? "custom"}
        onChange={(key) => {
          const chosen = views.find((one) => one.key === key);
          if (chosen) only(chosen.filters);
        }}
      >
        <SearchBox q={q} onSearch={(words) => show({ q: words || undefined })} />
        <FilterChips
          filters={customerFilters(filters, options.data, show, t)}
          onClear={() => only({ q: search.q })}
          aside={<ColumnChoice columns={columns} hidden={choice.hidden} onChange={choice.setHidden} />}
        />
        <Card flush>
          {list.isError ? (
            <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
          ) : (
            <>
              <DataTable
                caption={t("title")}
                columns={choice.shown}
                rows={list.data?.items}
                rowKey={(customer) => customer.id}
                row={{
                  href: (customer) => href(`/customers/${customer.id}`),
                  open: (customer) => void go(`/customers/${customer.id}`),
                }}
                sort={sort}
                onSort={(next) => show({ sort: next })}
                busy={list.isPlaceholderData}
                minWidth={240 + 105 * (choice.shown.length - 1)}
                empty={
                  <NoCustomers
                    total={list.data?.total ?? 0}
                    filtered={Object.keys(filters).length > 0}
                    onClear={() => only({})}
                    onFirst={() => show({ page: undefined })}
                  />
                }
              />
              <Pager
                page={page}
                size={size}
                total={list.data?.total}
                unit={people}
                onPage={(next) => show({ page: next })}
                onSize={(next) => show({ size: next })}
              />
            </>
          )}
        </Card>
      </Tabs>
    </>
  );
}

function ListActions() {
  const { t } = useTranslation("customers");
  const go = useGo();
  const mayImport = useMay("customers/create");
  const mayCampaign = useMay("campaigns/create");
  return (
    <>
      {mayImport ? <Button onClick={() => void go("/customers/imports")}>{t("import")}</Button> : null}
      {mayCampaign ? (
        <Button variant="filled" onClick={() => void go("/campaigns/new")}>
          {t("newCampaign")}
        </Button>
      ) : null}
    </>
  );
}

function SearchBox({ q, onSearch }: { q: string; onSearch: (words: string) => void }) {
  const { t } = useTranslation("customers");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get("q") ?? "").trim());
  };
  return (
    <search>
      {/* The key brings the box in step with the URL when Back changed it. */}
      <form className={styles.search} onSubmit={submit} key={q}>
        <TextInput
          name="q"
          type="search"
          defaultValue={q}
          maxLength={200}
          autoComplete="off"
          aria-label={t("search")}
          placeholder={t("search")}
          leftSection={<IconSearch size={16} aria-hidden />}
        />
        <Button type="submit">{t("searchSubmit")}</Button>
      </form>
    </search>
  );
}

type NoCustomersProps = { total: number; filtered: boolean; onClear: () => void; onFirst: () => void };

function NoCustomers({ total, filtered, onClear, onFirst }: NoCustomersProps) {
  const { t } = useTranslation("customers");
  const go = useGo();
  const mayImport = useMay("customers/create");
  const icon = <IconUsers size={24} aria-hidden />;
  if (total > 0) {
    return (
      <EmptyState icon={icon} sentence={t("pastEnd")} action={<Button onClick={onFirst}>{t("toFirstPage")}</Button>} />
    );
  }
  if (filtered) {
    return (
      <EmptyState icon={icon} sentence={t("emptyFiltered")} action={<Button onClick={onClear}>{t("clear")}</Button>} />
    );
  }
  return (
    <EmptyState
      icon={icon}
      sentence={t("empty")}
      action={
        mayImport ? <Button onClick={() => void go("/customers/imports/new")}>{t("emptyAction")}</Button> : undefined
      }
    />
  );
}
