import { IconHistory } from "@tabler/icons-react";
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AppError } from "../../api/app-error.ts";
import { Card } from "../../ui/Card.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Pager } from "../../ui/Pager.tsx";
import type { PageSearch } from "./customers.api.ts";

type Page<Row> = { items: Row[]; total: number };

type HistoryTableProps<Row, Error, Data extends Page<Row>, Key extends QueryKey> = {
  title: string;
  empty: string;
  query: UseQueryOptions<Data, Error, Data, Key>;
  columns: Column<Row>[];
  search: PageSearch;
  onSearch: (search: PageSearch) => void;
  minWidth: number;
};

/** One history of a customer, newest first, with its pages. */
export function HistoryTable<
  Row extends { id: number },
  Failure extends Error | AppError,
  Data extends Page<Row>,
  Key extends QueryKey,
>(props: HistoryTableProps<Row, Failure, Data, Key>) {
  const { title, empty, columns, search, onSearch, minWidth } = props;
  const { t } = useTranslation("ui");
  const list = useQuery(props.query);
  const { page = 1, size = 50 } = search;
  return (
    <Card flush>
      {list.isError ? (
        <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
      ) : (
        <>
          <DataTable
            caption={title}
            columns={columns}
            rows={list.data?.items}
            rowKey={(row) => row.id}
            busy={list.isPlaceholderData}
            skeletonRows={5}
            minWidth={minWidth}
            empty={<EmptyState sentence={empty} icon={<IconHistory size={24} aria-hidden />} />}
          />
          {list.data?.total === 0 ? null : (
            <Pager
              page={page}
              size={size}
              total={list.data?.total}
              unit={t("unit.items")}
              onPage={(next) => onSearch({ page: next, size: search.size })}
              onSize={(next) => onSearch({ size: next })}
            />
          )}
        </>
      )}
    </Card>
  );
}
