import { Button } from "@mantine/core";
import { customerList } from "@okaeri/contract/lists/customers";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCustomerColumns } from "../../parts/customers/customer-columns.tsx";
import { listColumns } from "../../parts/lists/list-columns.ts";
import { useGo, useRowLink } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount } from "../../ui/format.ts";
import { ListTable } from "../../ui/ListTable.tsx";
import { type HomeSearch, homeCustomersQuery } from "./home.api.ts";
import { HOME_SIZE, homeList } from "./home.search.ts";

/** The customers found, or those who stayed last. */
export function CustomerSearchResults({ search, enabled }: { search: HomeSearch; enabled: boolean }) {
  const { t } = useTranslation(["home", "ui"]);
  const columns = useCustomerColumns();
  const go = useGo();
  const rowLink = useRowLink();
  const list = useQuery(homeCustomersQuery(search, enabled));
  const { q = "" } = search;
  const mayImport = useMay("customers/create");
  const show = (change: HomeSearch) => void go("/", { ...search, focus: undefined, page: undefined, ...change });
  const title = q ? t("found", { q }) : t("recent");
  const total = list.data?.total ?? 0;
  return (
    <ListTable
      title={title}
      note={q && list.data ? formatCount(total, "people") : undefined}
      aside={
        q ? (
          <Button size="xs" variant="subtle" onClick={() => show({ q: undefined })}>
            {t("clear")}
          </Button>
        ) : undefined
      }
      caption={title}
      rows={list}
      columns={listColumns(customerList, columns)}
      rowKey={(customer) => customer.id}
      row={rowLink((customer: { id: number }) => `/customers/${customer.id}`)}
      search={search}
      usualSize={HOME_SIZE}
      sort={search.sort ?? homeList.sort}
      unit="people"
      onShow={(change) => show(change as HomeSearch)}
      minWidth={1060}
      empty={
        <EmptyState
          icon={<IconUsers size={24} aria-hidden />}
          sentence={total > 0 ? t("ui:list.pastEnd") : q ? t("notFound", { q }) : t("noCustomers")}
          action={
            total > 0 ? (
              <Button onClick={() => show({})}>{t("ui:list.toFirstPage")}</Button>
            ) : q ? (
              <Button onClick={() => show({ q: undefined })}>{t("clear")}</Button>
            ) : mayImport ? (
              <Button onClick={() => void go("/customers/imports/new")}>{t("firstImport")}</Button>
            ) : undefined
          }
        />
      }
    />
  );
}
