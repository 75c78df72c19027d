import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import type { Preview } from "./imports.api.ts";
import styles from "./imports.module.css";

const SHOWN = 5;

type Row = { line: number; cells: string[] };

/** The first rows of the file, column by column as the file has them. */
export function PreviewRows({ preview }: { preview: Preview }) {
  const { t } = useTranslation("imports");
  const rows = preview.rows.slice(0, SHOWN).map((cells, line): Row => ({ line, cells }));
  const columns = useMemo(
    () =>
      preview.header.map(
        (name, index): Column<Row> => ({
          key: String(index),
          title: name || t("preview.noHeader", { n: index + 1 }),
          render: ({ cells }) => <span className={styles.cell}>{cells[index] ?? ""}</span>,
        }),
      ),
    [preview.header, t],
  );
  return (
    <Card flush title={t("preview.title")} note={t("preview.rows", { count: rows.length })}>
      <DataTable
        caption={t("preview.caption")}
        columns={columns}
        rows={rows}
        rowKey={({ line }) => line}
        empty={null}
        minWidth={columns.length * 120}
      />
    </Card>
  );
}
