import type { ReactNode } from "react";

export type Column<T> = {
  key: string;
  title: string;
  render: (row: T) => ReactNode;
  /** Numbers go right, everything else left. */
  align?: "right";
  /** The list call's sort field; without it the column cannot be sorted. */
  sort?: string;
  /** Dates: the first press puts the newest on top. Figures (`align: "right"`) do so anyway. */
  newestFirst?: boolean;
  /** Pixels. */
  width?: number;
  /** On phones the first column is the card's title; `hidden` leaves a column out there. */
  phone?: "hidden";
};

/** How a row opens: a real link in the first cell, and a click anywhere else on the row. */
export type RowLink<T> = { href: (row: T) => string; open: (row: T) => void };

/** Rows are chosen by a box before their first cell. */
export type RowSelect<T> = {
  isOn: (row: T) => boolean;
  /** Says which row a box is of. */
  label: (row: T) => string;
  pageLabel: string;
  /** The box's id, and what is wrong with its row. */
  box?: (row: T) => { id?: string; error?: string | undefined };
  onChange: (rows: T[], on: boolean) => void;
};

export type DataTableProps<T> = {
  /** Read by screen readers, names the table. */
  caption: string;
  columns: Column<T>[];
  rows: T[] | undefined;
  rowKey: (row: T) => string | number;
  row?: RowLink<T>;
  select?: RowSelect<T>;
  /** `field` or `-field`, as the list call takes it. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** First load shows a skeleton of this many rows; later loads dim what is there. */
  busy?: boolean;
  skeletonRows?: number;
  empty: ReactNode;
  /** Below this width, in pixels, the table scrolls inside its card. */
  minWidth?: number;
};
