import { Select } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../ui/DataTable.tsx";
import type { Column } from "../../ui/table-props.ts";
import type { ImportPreview } from "./imports.api.ts";
import imports from "./imports.module.css";
import styles from "./mapping.module.css";
import { cellsOfColumn, fieldsOf, fileColumns, isNeeded, type MappedColumn } from "./mapping.ts";

/** First rows of the file that stand beside its columns. */
const SHOWN_ROWS = 3;

type MappingTableProps = {
  preview: ImportPreview;
  mapping: ImportPreview["mapping"];
  /** By field. */
  errors: Record<string, string>;
  /** What the check could not read, by field. */
  unread: Record<string, string>;
  onChange: (heading: string, before: string | null, field: string | null) => void;
};

export const fieldInputId = (column: number, place = 0): string => `field-of-${column}-${place}`;

/** Each column of the file: what it becomes, and what stands in its first rows. */
export function MappingTable({ preview, mapping, errors, unread, onChange }: MappingTableProps) {
  const { t } = useTranslation("imports");
  // What the file has and nobody uses stands first; choosing moves nothing.
  const rows = useMemo(() => {
    const all = fileColumns(preview.header);
    const isUnused = ({ heading, usable }: MappedColumn) => usable && fieldsOf(preview.mapping, heading).length === 0;
    return [...all.filter(isUnused), ...all.filter((column) => !isUnused(column))];
  }, [preview]);
  const choices = preview.fields.map(({ field, label }) => ({ value: field, label }));
  const byField = new Map(preview.fields.map((one) => [one.field, one]));
  // The name of a choice stays as it is: the field goes on showing it when its column has changed.
  const optionOf = (heading: string, field: string) => {
    const one = byField.get(field);
    if (one === undefined) return null;
    const [name, taken] = [
      isNeeded(one, mapping) ? t("mapping.needed", { field: one.label }) : one.label,
      mapping[field],
    ];
    return (
      <span>
        {taken === undefined || taken === heading ? name : t("mapping.taken", { field: name, column: taken })}
      </span>
    );
  };
  const columns: Column<MappedColumn>[] = [
    {
      key: "column",
      title: t("mapping.column"),
      width: 180,
      render: ({ heading, index }) => (
        <strong className={styles.sample}>{heading || t("preview.noHeader", { n: index + 1 })}</strong>
      ),
    },
    {
      key: "field",
      title: t("mapping.field"),
      width: 300,
      render: ({ heading, index, usable }) => {
        if (!usable)
          return <span className={imports.quiet}>{t(heading ? "mapping.sameHeading" : "mapping.noHeading")}</span>;
        const fields = fieldsOf(mapping, heading);
        return (fields.length > 0 ? fields : [null]).map((field, place) => (
          <Select
            // A column fills one field; where an older choice gave it to several, each can be taken back.
            key={place === 0 ? "first" : field}
            id={fieldInputId(index, place)}
            className={styles.column ?? ""}
            aria-label={t("mapping.fieldOf", { column: heading })}
            data={choices}
            renderOption={({ option }) => optionOf(heading, option.value)}
            value={field}
            onChange={(chosen) => onChange(heading, field, chosen)}
            placeholder={t("mapping.none")}
            error={field === null ? undefined : (errors[field] ?? unread[field])}
            clearable
            searchable
            nothingFoundMessage={t("mapping.nothingFound")}
            maxDropdownHeight={280}
          />
        ));
      },
    },
    ...Array.from(
      { length: Math.min(SHOWN_ROWS, preview.rows.length) },
      (_, row): Column<MappedColumn> => ({
        key: `row ${row}`,
        title: t("mapping.row", { n: row + 1 }),
        render: ({ index }) => (
          <span className={styles.sample}>{cellsOfColumn(preview, index)[row] || t("mapping.noSample")}</span>
        ),
      }),
    ),
  ];
  return (
    <DataTable
      caption={t("mapping.title")}
      columns={columns}
      rows={rows}
      rowKey={({ index }) => index}
      empty={null}
      minWidth={860}
    />
  );
}
