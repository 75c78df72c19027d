import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./DataTable.module.css";
import { RowAnchor } from "./RowAnchor.tsx";
import type { RowLink, RowSelect } from "./table-props.ts";

type FirstCellProps<T> = {
  record: T;
  row: RowLink<T> | undefined;
  select: RowSelect<T> | undefined;
  children: ReactNode;
};

/** What names a row: its link, and before it the box that chooses it. */
export function FirstCell<T>({ record, row, select, children }: FirstCellProps<T>) {
  const name = row ? (
    <RowAnchor href={row.href(record)} open={() => row.open(record)}>
      {children}
    </RowAnchor>
  ) : (
    children
  );
  if (!select) return name;
  // Where the name leads nowhere, a press on it chooses, too.
  const Around = row ? "div" : "label";
  return (
    <Around className={styles.chosen}>
      <Checkbox
        aria-label={select.label(record)}
        checked={select.isOn(record)}
        {...select.box?.(record)}
        onChange={(event) => select.onChange([record], event.currentTarget.checked)}
      />
      {name}
    </Around>
  );
}

/** Chooses every row of the page, or none. */
export function PageBox<T>({ select, rows = [] }: { select: RowSelect<T>; rows: T[] | undefined }) {
  const on = rows.filter((row) => select.isOn(row)).length;
  return (
    <Checkbox
      aria-label={select.pageLabel}
      disabled={rows.length === 0}
      checked={on > 0 && on === rows.length}
      indeterminate={on > 0 && on < rows.length}
      onChange={(event) => select.onChange(rows, event.currentTarget.checked)}
    />
  );
}
