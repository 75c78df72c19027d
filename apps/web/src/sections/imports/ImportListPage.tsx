import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatCount } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import { CountText, DateText } from "../../ui/values.tsx";
import { fileSize } from "./file-size.ts";
import { type ImportBatch, importListQuery, type PageSearch, rowsTaken } from "./imports.api.ts";
import { StateTag } from "./StateTag.tsx";

/** Every file that was brought in, newest first. */
export function ImportListPage({ search }: { search: PageSearch }) {
  const { t } = useTranslation(["imports", "ui"]);
  const go = useGo();
  const href = useHref();
  const mayImport = useMay("customers/create");
  const list = useQuery(importListQuery(search));
  const { page = 1, size = 50 } = search;
  const columns = useMemo(() => importColumns(t), [t]);
  const show = (change: PageSearch) => void go("/customers/imports", { size: search.size, ...change });
  const start = (variant: "filled" | "default") =>
    mayImport ? (
      <Button variant={variant} onClick={() => void go("/customers/imports/new")}>
        {t("start")}
      </Button>
    ) : undefined;
  return (
    <>
      <PageHeader
        title={t("title")}
        count={list.data ? formatCount(list.data.total, t("ui:unit.items")) : undefined}
        caption={t("lead")}
        crumbs={<AppLink to="/customers">{t("customers")}</AppLink>}
        actions={start("filled")}
      />
      <Card flush>
        {list.isError ? (
          <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
        ) : (
          <>
            <DataTable
              caption={t("title")}
              columns={columns}
              rows={list.data?.items}
              rowKey={(batch) => batch.id}
              row={{
                href: (batch) => href(`/customers/imports/${batch.id}`),
                open: (batch) => void go(`/customers/imports/${batch.id}`),
              }}
              busy={list.isPlaceholderData}
              skeletonRows={5}
              minWidth={1100}
              empty={
                list.data?.total ? (
                  <EmptyState
                    sentence={t("pastEnd")}
                    action={<Button onClick={() => show({ page: undefined })}>{t("toFirstPage")}</Button>}
                  />
                ) : (
                  <EmptyState
                    icon={<IconFileImport size={24} aria-hidden />}
                    sentence={t("empty")}
                    action={start("default")}
                  />
                )
              }
            />
            {list.data?.total === 0 ? null : (
              <Pager
                page={page}
                size={size}
                total={list.data?.total}
                unit={t("ui:unit.items")}
                onPage={(next) => show({ page: next })}
                onSize={(next) => show({ size: next })}
              />
            )}
          </>
        )}
      </Card>
    </>
  );
}

function importColumns(t: TFunction<["imports", "ui"]>): Column<ImportBatch>[] {
  const rows = t("rows");
  return [
    {
      key: "file",
      title: t("column.file"),
      render: (one) => (
        <Stacked main={<strong>{one.file_name || t("ui:none")}</strong>} sub={fileSize(one.byte_size, t)} />
      ),
    },
    {
      key: "state",
      title: t("column.state"),
      render: (one) => <Stacked main={<StateTag state={one.state} />} sub={one.error} />,
    },
    { key: "facility", title: t("column.facility"), render: (one) => one.facility_name },
    {
      key: "rows",
      title: t("column.rows"),
      align: "right",
      render: (one) => <CountText value={one.rows_read} unit={rows} />,
    },
    {
      key: "taken",
      title: t("column.taken"),
      align: "right",
      render: (one) => <CountText value={rowsTaken(one)} unit={rows} />,
    },
    {
      key: "refused",
      title: t("column.refused"),
      align: "right",
      render: (one) => <CountText value={one.rows_refused} unit={rows} />,
    },
    {
      key: "customers",
      title: t("column.customers"),
      align: "right",
      render: (one) => <CountText value={one.customers_new} unit={t("ui:unit.people")} />,
    },
    {
      key: "at",
      title: t("column.at"),
      render: (one) => <Stacked main={<DateText value={one.created_at} withTime />} sub={one.created_by_name} />,
    },
  ];
}
