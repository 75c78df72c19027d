import { Button } from "@mantine/core";
import type { List, ListFilters, ListSearch } from "@okaeri/contract/lists/list";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { filtersIn } from "../../api/list-input.ts";
import { useRowLink } from "../../shell/navigation.ts";
import { ColumnChoice, useColumnChoice } from "../../ui/ColumnChoice.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { formatCount, type Unit } from "../../ui/format.ts";
import { ListTable, type Rows } from "../../ui/ListTable.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import type { RowSelect } from "../../ui/table-props.ts";
import { CreateButton, type Creating } from "../records/RecordButtons.tsx";
import styles from "./ListPage.module.css";
import { useListAddress } from "./list-address.ts";
import { type ColumnParts, listColumns } from "./list-columns.ts";
import { type FilterParts, listFilters } from "./list-filters.tsx";
import { SavedViews, SaveView } from "./SavedViews.tsx";

type ListPageProps<L extends List, Row> = {
  list: L;
  search: ListSearch<L>;
  rows: Rows<Row>;
  title: string;
  /** What its words are looked for in; for a list that is searched by words. */
  searchLabel?: string;
  /** Where nothing has been registered yet. */
  empty: string;
  /** What is counted: 人, 件 … */
  unit: Unit;
  filters: FilterParts<L>;
  columns: ColumnParts<L, Row>;
  /** Pixels the table needs for so many columns. */
  minWidth?: (columns: number) => number;
  icon: ReactNode;
  /** What the search's button says, where it is not 検索する. */
  submit?: string;
  crumbs?: ReactNode;
  caption?: string | undefined;
  actions?: ReactNode;
  /** After the actions, and where nothing has been registered yet. */
  create?: Creating | undefined;
  /** What to do where nothing has been registered yet, if it is something else. */
  emptyAction?: ReactNode;
  /** Rows are chosen, and `bar` says what can be done with them. */
  selection?: { select: RowSelect<Row>; bar: ReactNode } | undefined;
  /** Puts what is below the header into something, such as tabs. */
  around?: (content: ReactNode) => ReactNode;
};

/** A section's list: header, search, conditions, columns, table, pages. All that is chosen lives in the address. */
export function ListPage<L extends List, Row extends { id: number }>(props: ListPageProps<L, Row>) {
  const { list, search, rows, title, searchLabel = "", unit, submit, crumbs, caption, actions, create } = props;
  const { minWidth = (count: number) => 240 + 120 * (count - 1) } = props;
  const rowLink = useRowLink();
  const { show } = useListAddress(list, search);
  const columns = listColumns(list, props.columns);
  const choice = useColumnChoice(list.path.slice(1), columns, search.hide, search.view === undefined);
  const { shown } = choice;
  const table = (
    <ListTable
      caption={title}
      rows={rows}
      columns={shown}
      rowKey={(row) => row.id}
      row={rowLink((row: Row) => `${list.path}/${row.id}`)}
      select={props.selection?.select}
      search={search}
      sort={search.sort ?? list.sort}
      unit={unit}
      onShow={(change) => show(change as ListSearch<L>)}
      minWidth={minWidth(shown.length)}
      empty={<Nothing {...props} />}
    />
  );
  const content = (
    <>
      <ListTools
        list={list}
        search={search}
        label={searchLabel}
        submit={submit}
        filters={props.filters}
        hide={choice.hide}
        aside={
          <ColumnChoice
            columns={columns}
            hidden={choice.hidden}
            onChange={(keys) => show({ page: search.page, hide: choice.choose(keys) } as ListSearch<L>)}
          />
        }
      />
      {props.selection?.bar}
      {table}
    </>
  );
  return (
    <>
      <PageHeader
        title={title}
        count={rows.data ? formatCount(rows.data.total, unit) : undefined}
        crumbs={crumbs}
        caption={caption}
        actions={
          <>
            {actions}
            {create ? <CreateButton {...create} /> : null}
          </>
        }
      />
      {props.around ? props.around(content) : content}
    </>
  );
}

type ListToolsProps<L extends List> = {
  list: L;
  search: ListSearch<L>;
  /** Of its page, where that is a record's. */
  path?: string;
  label: string;
  submit?: string | undefined;
  filters: FilterParts<L>;
  /** The columns as an address says them. */
  hide?: string;
  aside?: ReactNode;
};

/** The saved views of a list, and the words and conditions it is narrowed by. */
export function ListTools<L extends List>(props: ListToolsProps<L>) {
  const { list, search, path, label, submit, filters, hide, aside } = props;
  const { t } = useTranslation("ui");
  const { show, only, open } = useListAddress(list, search, path);
  const { q } = search as { q?: string };
  const views = { list, search, hide, onOpen: open };
  return (
    <div className={styles.tools}>
      <SavedViews {...views} filters={filters} />
      {"q" in list.filters ? (
        <SearchBox
          q={q ?? ""}
          label={label}
          submit={submit}
          onSearch={(words) => show({ q: words } as ListSearch<L>)}
        />
      ) : null}
      <FilterChips
        filters={listFilters(list, search, filters, show, t)}
        onClear={() => only({ q } as ListFilters<L>)}
        aside={
          <>
            <SaveView {...views} />
            {aside}
          </>
        }
      />
    </div>
  );
}

/** No row: the page lies past the end, the conditions fit nobody, or nothing is there yet. */
function Nothing<L extends List, Row>({ list, search, rows, empty, icon, create, emptyAction }: ListPageProps<L, Row>) {
  const { t } = useTranslation("ui");
  const { show, only } = useListAddress(list, search);
  if ((rows.data?.total ?? 0) > 0)
    return (
      <EmptyState
        icon={icon}
        sentence={t("list.pastEnd")}
        action={<Button onClick={() => show({})}>{t("list.toFirstPage")}</Button>}
      />
    );
  if (Object.keys(filtersIn(list, search)).length > 0)
    return (
      <EmptyState
        icon={icon}
        sentence={t("list.noMatch")}
        action={<Button onClick={() => only({})}>{t("filter.clear")}</Button>}
      />
    );
  return (
    <EmptyState
      icon={icon}
      sentence={empty}
      action={emptyAction ?? (create ? <CreateButton {...create} plain /> : undefined)}
    />
  );
}
