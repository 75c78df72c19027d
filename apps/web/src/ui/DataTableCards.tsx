import { useTranslation } from "react-i18next";
import styles from "./DataTable.module.css";
import { FirstCell, PageBox } from "./TableCells.tsx";
import type { DataTableProps } from "./table-props.ts";

/** The same records on a phone: one card each, the columns in the same order as lines. */
export function DataTableCards<T>(props: DataTableProps<T>) {
  const { caption, columns, rows, rowKey, row, select, sort, onSort, busy = false } = props;
  const { t } = useTranslation("ui");
  const [first, ...others] = columns.filter((column) => column.phone !== "hidden");
  const sortable = columns.filter((column) => column.sort !== undefined);
  return (
    <div aria-busy={busy} className={styles.cards}>
      {onSort && sortable.length > 0 ? (
        <label className={styles.sortPicker}>
          {t("table.sortLabel")}
          <select value={sort ?? ""} onChange={(event) => onSort(event.currentTarget.value)}>
            {sortable.flatMap((column) => [
              <option key={`-${column.sort}`} value={`-${column.sort}`}>
                {t("table.descendingOf", { title: column.title })}
              </option>,
              <option key={column.sort} value={column.sort}>
                {t("table.ascendingOf", { title: column.title })}
              </option>,
            ])}
          </select>
        </label>
      ) : null}
      {select && rows && rows.length > 0 ? (
        // biome-ignore lint/a11y/noLabelWithoutControl: the box stands inside
        <label className={styles.pageBox}>
          <PageBox select={select} rows={rows} />
          {select.pageLabel}
        </label>
      ) : null}
      <ul className={styles.cardList} aria-label={caption}>
        {rows === undefined
          ? [0, 1, 2, 3, 4].map((index) => (
              <li key={index} className={styles.recordCard}>
                <span className={styles.skeleton} style={{ width: "55%" }} />
                <span className={styles.skeleton} style={{ width: "85%" }} />
                <span className={styles.skeleton} style={{ width: "70%" }} />
              </li>
            ))
          : rows.map((record) => (
              <li key={rowKey(record)} className={styles.recordCard}>
                <div className={styles.cardTitle}>
                  {first === undefined ? null : (
                    <FirstCell record={record} row={row} select={select}>
                      {first.render(record)}
                    </FirstCell>
                  )}
                </div>
                <dl className={styles.cardFacts}>
                  {others.map((column) => {
                    const value = column.render(record);
                    // An empty value takes a cell in a table, but no line on a card.
                    return value === null ? null : (
                      <div key={column.key}>
                        <dt>{column.title}</dt>
                        <dd>{value}</dd>
                      </div>
                    );
                  })}
                </dl>
              </li>
            ))}
      </ul>
    </div>
  );
}
