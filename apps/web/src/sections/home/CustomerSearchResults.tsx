import { Button } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useNamed } from "../../shell/use-named.ts";
import { Card } from "../../ui/Card.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatNumber } from "../../ui/format.ts";
import { Pager } from "../../ui/Pager.tsx";
import { customerColumns } from "./customer-columns.tsx";
import { type HomeSearch, homeCustomersQuery } from "./home.api.ts";

/** The customers found, or those who stayed last. */
export function CustomerSearchResults({ search, enabled }: { search: HomeSearch; enabled: boolean }) {
  const { t } = useTranslation(["home", "ui"]);
  const named = useNamed();
  const go = useGo();
  const href = useHref();
  const list = useQuery(homeCustomersQuery(search, enabled));
  const { page = 1, size = 20, sort = "-last_stay_on", q = "" } = search;
  const people = t("ui:unit.people");
  const show = (change: HomeSearch) => void go("/", { ...search, focus: undefined, page: undefined, ...change });
  const columns = useMemo(() => customerColumns(t, named), [t, named]);
  const title = q ? t("found", { q }) : t("recent");
  return (
    <Card
      flush
      title={title}
      note={q && list.data ? `${formatNumber(list.data.total)}${people}` : undefined}
      aside={
        q ? (
          <Button size="xs" variant="subtle" onClick={() => show({ q: undefined })}>
            {t("clear")}
          </Button>
        ) : undefined
      }
    >
      {list.isError ? (
        <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
      ) : (
        <>
          <DataTable
            caption={title}
            columns={columns}
            rows={list.data?.items}
            rowKey={(customer) => customer.id}
            row={{
              href: (customer) => href(`/customers/${customer.id}`),
              open: (customer) => void go(`/customers/${customer.id}`),
            }}
            sort={sort}
            onSort={(next) => show({ sort: next })}
            busy={list.isPlaceholderData}
            minWidth={1060}
            empty={
              <EmptyState
                icon={<IconUsers size={24} aria-hidden />}
                sentence={q ? t("notFound", { q }) : t("noCustomers")}
                action={q ? <Button onClick={() => show({ q: undefined })}>{t("clear")}</Button> : undefined}
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
  );
}
