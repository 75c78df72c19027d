import { Button } from "@mantine/core";
import type { List, ListFilters, ListSearch } from "@okaeri/contract/lists/list";
import { IconHistory } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { filtersIn } from "../../api/list-input.ts";
import { type SearchParams, useGo } from "../../shell/navigation.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { ListTable, type Rows } from "../../ui/ListTable.tsx";
import type { Column } from "../../ui/table-props.ts";
import { ExportMenu } from "../lists/ExportMenu.tsx";
import { type FilterParts, listFilters } from "../lists/list-filters.tsx";
import { SavedViews, SaveView } from "../lists/SavedViews.tsx";
import styles from "./guest-history.module.css";

type HistoryProps<L extends List, Row> = {
  list: L;
  /** Of the page: the list itself has no address. */
  path: string;
  search: ListSearch<L>;
  rows: Rows<Row>;
  columns: Column<Row>[];
  title: string;
  empty: string;
  filters: FilterParts<L>;
};

/** A history on a guest's page, newest first, with its conditions and pages. */
export function GuestHistory<L extends List, Row extends { id: number }>(props: HistoryProps<L, Row>) {
  const { list, path, search, rows, columns, title, empty, filters } = props;
  const { t } = useTranslation("fields");
  const { t: inUi } = useTranslation("ui");
  const go = useGo();
  const show = (change: ListSearch<L>) =>
    void go(path, { ...search, page: undefined, ...change } as unknown as SearchParams);
  const clear = () => void go(path, { size: search.size } as SearchParams);
  const views = {
    list,
    search,
    onOpen: (state: ListSearch<L>, replace = false) => void go(path, state as unknown as SearchParams, { replace }),
  };
  const narrowed = Object.keys(filtersIn(list, search)).length > 0;
  return (
    <>
      <div className={styles.tools}>
        <SavedViews {...views} filters={filters} />
        <FilterChips
          filters={listFilters(list, search, filters, (change: ListFilters<L>) => show(change as ListSearch<L>), inUi)}
          onClear={clear}
          aside={
            <div className={styles.aside}>
              <SaveView {...views} />
              <ExportMenu path={`/api${path}.csv`} query={filtersIn(list, search)} people="customers" />
            </div>
          }
        />
      </div>
      <ListTable
        caption={title}
        title={title}
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={search}
        unit="items"
        onShow={(change) => show(change as ListSearch<L>)}
        minWidth={1080}
        skeletonRows={5}
        empty={
          <EmptyState
            sentence={narrowed ? t("history.noneFound") : empty}
            icon={<IconHistory size={24} aria-hidden />}
            {...(narrowed ? { action: <Button onClick={clear}>{t("history.clear")}</Button> } : {})}
          />
        }
      />
    </>
  );
}
