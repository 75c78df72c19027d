import { Button } from "@mantine/core";
import { importList } from "@okaeri/contract/lists/imports";
import { IconFileImport } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import { useListAddress } from "../../shell/list-address.ts";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount } from "../../ui/format.ts";
import { ListTable } from "../../ui/ListTable.tsx";
import { type ColumnParts, listColumns } from "../../ui/list-columns.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
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
  const { show } = useListAddress(importList, search);
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
        count={list.data ? formatCount(list.data.total, "items") : undefined}
        caption={t("lead")}
        crumbs={<AppLink to="/customers">{t("customers")}</AppLink>}
        actions={
          <>
            <Button variant="default" onClick={() => void go("/customers/inbox")}>
              {t("inbox")}
            </Button>
            {start("filled")}
          </>
        }
      />
      <ListTable
        caption={t("title")}
        rows={list}
        columns={listColumns(importList, importColumns(t))}
        rowKey={(batch) => batch.id}
        row={{
          href: (batch) => href(`/customers/imports/${batch.id}`),
          open: (batch) => void go(`/customers/imports/${batch.id}`),
        }}
        search={search}
        unit="items"
        onShow={({ page, size = search.size }) => show({ page, size })}
        minWidth={1100}
        skeletonRows={5}
        empty={
          list.data?.total ? (
            <EmptyState sentence={t("pastEnd")} action={<Button onClick={() => show({})}>{t("toFirstPage")}</Button>} />
          ) : (
            <EmptyState
              icon={<IconFileImport size={24} aria-hidden />}
              sentence={t("empty")}
              action={start("default")}
            />
          )
        }
      />
    </>
  );
}

function importColumns(t: TFunction<["imports", "ui"]>): ColumnParts<typeof importList, ImportBatch> {
  return {
    file: {
      title: t("column.file"),
      render: (one) => (
        <Stacked main={<strong>{one.file_name || t("ui:none")}</strong>} sub={fileSize(one.byte_size, t)} />
      ),
    },
    state: {
      title: t("column.state"),
      render: (one) => <Stacked main={<StateTag state={one.state} />} sub={one.error} />,
    },
    facility: { title: t("column.facility"), render: (one) => one.facility_name },
    rows: { title: t("column.rows"), render: (one) => <CountText value={one.rows_read} unit="rows" /> },
    taken: { title: t("column.taken"), render: (one) => <CountText value={rowsTaken(one)} unit="rows" /> },
    refused: { title: t("column.refused"), render: (one) => <CountText value={one.rows_refused} unit="rows" /> },
    customers: {
      title: t("column.customers"),
      render: (one) => <CountText value={one.customers_new} unit="people" />,
    },
    at: {
      title: t("column.at"),
      render: (one) => <Stacked main={<DateText value={one.created_at} withTime />} sub={one.created_by_name} />,
    },
  };
}
