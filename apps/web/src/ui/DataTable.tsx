import { useMediaQuery } from "@mantine/hooks";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import type { MouseEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./DataTable.module.css";
import { DataTableCards } from "./DataTableCards.tsx";
import { FirstCell, PageBox } from "./TableCells.tsx";
import type { Column, DataTableProps } from "./table-props.ts";

/** The next sort when a header is pressed: descending first for figures and dates, ascending for words. */
export function nextSort(current: string | undefined, field: string, descendingFirst: boolean): string {
  if (current === `-${field}`) return field;
  if (current === field) return `-${field}`;
  return descendingFirst ? `-${field}` : field;
}

/** A list of records: sortable headers, first column fixed, cards on phones (look.md, Phones). */
export function DataTable<T>(props: DataTableProps<T>) {
  const phone = useMediaQuery("(max-width: 640px)", undefined, { getInitialValueInEffect: false });
  if (props.rows?.length === 0 && !props.busy) return <div>{props.empty}</div>;
  return phone ? <DataTableCards {...props} /> : <WideTable {...props} />;
}

function WideTable<T>(props: DataTableProps<T>) {
  const { caption, columns, rows, rowKey, row, select, sort, onSort } = props;
  const { busy = false, skeletonRows = 10, minWidth } = props;
  const { t } = useTranslation("ui");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
    <section className={styles.scroll} aria-label={t("table.scroll", { caption })} tabIndex={0}>
      <table className={styles.table} style={{ minWidth }} aria-busy={busy} data-named={row !== undefined}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, position) => (
              <HeaderCell
                key={column.key}
                column={column}
                sort={sort}
                onSort={onSort}
                before={select && position === 0 ? <PageBox select={select} rows={rows} /> : null}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? Array.from({ length: skeletonRows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are all alike
                <tr key={index}>
                  {columns.map((column, position) => (
                    <td key={column.key} data-align={column.align}>
                      <span
                        className={styles.skeleton}
                        style={{ width: `${40 + ((index * 7 + position * 13) % 45)}%` }}
                      />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((record) => (
                <tr
                  key={rowKey(record)}
                  data-link={row !== undefined}
                  onClick={row ? (event) => openFromRow(event, () => row.open(record), row.href(record)) : undefined}
                >
                  {columns.map((column, position) => (
                    <td key={column.key} data-align={column.align}>
                      {position === 0 ? (
                        <FirstCell record={record} row={row} select={select}>
                          {column.render(record)}
                        </FirstCell>
                      ) : (
                        column.render(record)
                      )}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
}

type HeaderCellProps<T> = {
  column: Column<T>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
  before: ReactNode;
};

function HeaderCell<T>({ column, sort, onSort, before }: HeaderCellProps<T>) {
  const { t } = useTranslation("ui");
  const field = column.sort;
  const style = column.width ? { width: column.width } : undefined;
  if (field === undefined || onSort === undefined) {
    return (
      <th scope="col" data-align={column.align} style={style}>
        {before ? (
          <div className={styles.chosen}>
            {before}
            {column.title}
          </div>
        ) : (
          column.title
        )}
      </th>
    );
  }
  const direction = sort === field ? "ascending" : sort === `-${field}` ? "descending" : undefined;
  const button = (
    <button
      type="button"
      className={styles.sort}
      data-align={column.align}
      data-active={direction !== undefined}
      title={t("table.sortBy", { title: column.title })}
      onClick={() => onSort(nextSort(sort, field, column.align === "right" || column.newestFirst === true))}
    >
      {column.title}
      {direction === "ascending" ? (
        <IconArrowUp size={14} aria-hidden />
      ) : direction === "descending" ? (
        <IconArrowDown size={14} aria-hidden />
      ) : (
        <IconArrowsSort size={14} aria-hidden className={styles.unsorted} />
      )}
    </button>
  );
  return (
    <th scope="col" data-align={column.align} aria-sort={direction ?? "none"} style={style}>
      {before ? (
        <div className={styles.chosen}>
          {before}
          {button}
        </div>
      ) : (
        button
      )}
    </th>
  );
}

function openFromRow(event: MouseEvent<HTMLTableRowElement>, open: () => void, href: string): void {
  const target = event.target;
  if (!(target instanceof Element) || target.closest("a,button,input,label,select,summary")) return;
  // Somebody who marks text in the row wants to copy it, not to leave the page.
  if (window.getSelection()?.toString()) return;
  if (event.metaKey || event.ctrlKey) window.open(href, "_blank", "noopener");
  else open();
}
