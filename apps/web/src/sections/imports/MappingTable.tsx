import { Select } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { Tag } from "../../ui/Tag.tsx";
import type { Preview } from "./imports.api.ts";
import styles from "./imports.module.css";
import { choosableHeaders, isNeeded, samplesOf, sharedWith } from "./mapping.ts";

type Field = Preview["fields"][number];

type MappingTableProps = {
  preview: Preview;
  mapping: Preview["mapping"];
  errors: Record<string, string>;
  /** What the check could not read, by field. */
  unread: Record<string, string>;
  onChange: (field: string, header: string | null) => void;
};

export function columnInputId(field: string): string {
  return `column-of-${field}`;
}

/** Each field of the product, the column that goes into it, and what that column holds. */
export function MappingTable({ preview, mapping, errors, unread, onChange }: MappingTableProps) {
  const { t } = useTranslation("imports");
  const headers = useMemo(() => choosableHeaders(preview.header), [preview.header]);
  // What the file fills and what it must fill stands first; choosing moves nothing.
  const rows = useMemo(() => {
    const isFirst = ({ field, required }: Field) => required || preview.mapping[field] !== undefined;
    return [...preview.fields.filter(isFirst), ...preview.fields.filter((field) => !isFirst(field))];
  }, [preview]);
  const columns: Column<Field>[] = [
    {
      key: "field",
      title: t("mapping.field"),
      width: 220,
      render: (one) => (
        <span className={styles.field}>
          <strong>{one.label}</strong>
          {isNeeded(one, mapping) ? <Tag kind="warning">{t("mapping.required")}</Tag> : null}
        </span>
      ),
    },
    {
      key: "column",
      title: t("mapping.column"),
      width: 320,
      render: (one) => {
        const { field, label } = one;
        const shared = sharedWith(mapping, preview.fields, field);
        return (
          <Select
            id={columnInputId(field)}
            className={styles.column ?? ""}
            aria-label={t("mapping.columnOf", { field: label })}
            data={headers}
            value={mapping[field] ?? null}
            onChange={(header) => onChange(field, header)}
            placeholder={t("mapping.none")}
            error={errors[field]}
            description={
              shared === undefined ? undefined : t("mapping.twice", { column: mapping[field] ?? "", field: shared })
            }
            inputWrapperOrder={["input", "description", "error"]}
            clearable={!isNeeded(one, mapping)}
            searchable={headers.length > 8}
            maxDropdownHeight={280}
          />
        );
      },
    },
    {
      key: "sample",
      title: t("mapping.sample"),
      render: ({ field }) => {
        const samples = samplesOf(preview, mapping[field]);
        if (mapping[field] === undefined) return null;
        return (
          <span className={styles.sample}>
            {samples.join(t("separator")) || t("mapping.noSample")}
            {unread[field] ? <span className={styles.unread}>{unread[field]}</span> : null}
          </span>
        );
      },
    },
  ];
  return (
    <DataTable
      caption={t("mapping.title")}
      columns={columns}
      rows={rows}
      rowKey={({ field }) => field}
      empty={null}
      minWidth={720}
    />
  );
}
