import type { ReactNode } from "react";
import { Card } from "./Card.tsx";
import { DataTable } from "./DataTable.tsx";
import { ErrorState } from "./ErrorState.tsx";
import type { Unit } from "./format.ts";
import { Pager } from "./Pager.tsx";
import type { Column, RowLink, RowSelect } from "./table-props.ts";

/** A list's answer as the query library holds it. */
export type Rows<Row> = {
  data: { items: Row[]; total: number } | undefined;
  isError: boolean;
  error: { message: string } | null;
  /** The rows shown are still those of the page before. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

type Paging = { page?: number | undefined; size?: number | undefined };

type ListTableProps<Row> = {
  caption: string;
  rows: Rows<Row>;
  columns: Column<Row>[];
  rowKey: (row: Row) => string | number;
  row?: RowLink<Row>;
  select?: RowSelect<Row> | undefined;
  search: Paging;
  usualSize?: number;
  sort?: string | undefined;
  /** 人, 件 … */
  unit: Unit;
  onShow: (change: Paging & { sort?: string }) => void;
  minWidth: number;
  skeletonRows?: number;
  empty: ReactNode;
  /** Of the card. */
  title?: string;
  note?: string | undefined;
  aside?: ReactNode;
};

/** A card with a page of records in all its states (loading, rows, empty, failed), and the pager. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const {
    caption,
    rows,
    columns,
    rowKey,
    row,
    select,
    search,
    usualSize = 50,
    sort,
    unit,
    onShow,
    minWidth,
    empty,
  } = props;
  const { title, note, aside, skeletonRows } = props;
  return (
    <Card
      flush
      {...(title === undefined ? {} : { title })}
      {...(note === undefined ? {} : { note })}
      {...(aside === undefined ? {} : { aside })}
    >
      {rows.isError ? (
        <ErrorState message={rows.error?.message ?? ""} onRetry={() => void rows.refetch()} />
      ) : (
        <>
          <DataTable
            caption={caption}
            columns={columns}
            rows={rows.data?.items}
            rowKey={rowKey}
            {...(row === undefined ? {} : { row })}
            {...(select === undefined ? {} : { select })}
            {...(sort === undefined ? {} : { sort, onSort: (next: string) => onShow({ sort: next }) })}
            busy={rows.isPlaceholderData}
            {...(skeletonRows === undefined ? {} : { skeletonRows })}
            minWidth={minWidth}
            empty={empty}
          />
          {rows.data?.total === 0 ? null : (
            <Pager
              page={search.page ?? 1}
              size={search.size ?? usualSize}
              total={rows.data?.total}
              unit={unit}
              onPage={(page) => onShow({ page })}
              onSize={(size) => onShow({ size })}
            />
          )}
        </>
      )}
    </Card>
  );
}
