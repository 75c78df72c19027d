import { IconHistory } from "@tabler/icons-react";
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { AppError } from "../../api/app-error.ts";
import type { PageSearch } from "../../api/records.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ListTable } from "../../ui/ListTable.tsx";
import type { Column, RowLink } from "../../ui/table-props.ts";

type Page<Row> = { items: Row[]; total: number };

type HistoryTableProps<Row, Error, Data extends Page<Row>, Key extends QueryKey> = {
  title: string;
  empty: string;
  query: UseQueryOptions<Data, Error, Data, Key>;
  columns: Column<Row>[];
  search: PageSearch;
  onSearch: (search: PageSearch) => void;
  minWidth: number;
  row?: RowLink<Row>;
};

/** One history of a customer, newest first, with its pages. */
export function HistoryTable<
  Row extends { id: number },
  Failure extends Error | AppError,
  Data extends Page<Row>,
  Key extends QueryKey,
>(props: HistoryTableProps<Row, Failure, Data, Key>) {
  const { title, empty, columns, search, onSearch, minWidth } = props;
  const list = useQuery(props.query);
  return (
    <ListTable
      caption={title}
      rows={list}
      columns={columns}
      rowKey={(row) => row.id}
      {...(props.row === undefined ? {} : { row: props.row })}
      search={search}
      unit="items"
      onShow={({ page, size = search.size }) => onSearch({ page, size })}
      minWidth={minWidth}
      skeletonRows={5}
      empty={<EmptyState sentence={empty} icon={<IconHistory size={24} aria-hidden />} />}
    />
  );
}
