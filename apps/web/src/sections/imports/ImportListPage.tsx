import { Button } from "@mantine/core";
import { importList } from "@okaeri/contract/lists/imports";
import { IconFileImport } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { PageSearch } from "../../api/records.ts";
import { ListPage } from "../../parts/lists/ListPage.tsx";
import type { ColumnParts } from "../../parts/lists/list-columns.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Stacked } from "../../ui/Stacked.tsx";
import { CountText, DateText } from "../../ui/values.tsx";
import { fileSize } from "./file-size.ts";
import { type ImportBatch, importListQuery, rowsTaken } from "./imports.api.ts";
import { StateTag } from "./StateTag.tsx";

/** Every file that was brought in, newest first. */
export function ImportListPage({ search }: { search: PageSearch }) {
  const { t } = useTranslation(["imports", "ui"]);
  const go = useGo();
  const mayImport = useMay("customers/create");
  const start = (variant: "filled" | "default") =>
    mayImport ? (
      <Button variant={variant} onClick={() => void go("/customers/imports/new")}>
        {t("start")}
      </Button>
    ) : undefined;
  return (
    <ListPage
      list={importList}
      search={search}
      rows={useQuery(importListQuery(search))}
      title={t("title")}
      empty={t("empty")}
      caption={t("lead")}
      crumbs={<AppLink to="/customers">{t("customers")}</AppLink>}
      unit="items"
      filters={{}}
      columns={importColumns(t)}
      minWidth={(columns) => 240 + 120 * (columns - 1)}
      icon={<IconFileImport size={24} aria-hidden />}
      actions={
        <>
          <Button variant="default" onClick={() => void go("/customers/inbox")}>
            {t("inbox")}
          </Button>
          {start("filled")}
        </>
      }
      emptyAction={start("default")}
    />
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
