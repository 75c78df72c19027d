import { Button } from "@mantine/core";
import type { List, ListFilters, ListSearch } from "@okaeri/contract/lists/list";
import { grantPointList, usePointList } from "@okaeri/contract/lists/points";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { filtersIn } from "../../api/list-input.ts";
import { type SearchParams, useGo } from "../../shell/navigation.ts";
import { SavedViews, SaveView } from "../../shell/SavedViews.tsx";
import { notify } from "../../shell/toasts.tsx";
import type { Column } from "../../ui/DataTable.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { formatDate, formatNumber } from "../../ui/format.ts";
import { ListTable, type Rows } from "../../ui/ListTable.tsx";
import { type FilterParts, listFilters } from "../../ui/list-filters.tsx";
import { GrantDialog } from "./GrantDialog.tsx";
import { PointStanding } from "./PointStanding.tsx";
import { grantColumns, pointUseColumns } from "./point-columns.tsx";
import {
  type Grant,
  type GrantSearch,
  grantsQuery,
  pointsChanged,
  standingQuery,
  type Use,
  type UseSearch,
  usesQuery,
} from "./points.api.ts";
import styles from "./points.module.css";

/** Grants of a guest, what became of them, and taking one back. */
export function GrantHistory({ id, search }: { id: number; search: GrantSearch }) {
  const { t } = useTranslation(["points", "ui"]);
  const [asked, setAsked] = useState<Grant>();
  const { data: standing } = useQuery(standingQuery(id));
  const columns = useMemo(() => grantColumns(t, setAsked), [t]);
  return (
    <>
      <PointStanding id={id} />
      <History
        list={grantPointList}
        path={`/customers/${id}/grant-points`}
        search={search}
        rows={useQuery(grantsQuery(id, search))}
        columns={columns}
        title={t("history.grants")}
        empty={t("history.noGrants")}
        filters={{
          kind: { label: t("history.kind"), pinned: true, word: (kind) => t(`history.kinds.${kind}`) },
          left: { label: t("history.leftOver"), pinned: true, word: (left) => t(`history.leftOvers.${left}`) },
          granted_on: { label: t("history.grantedOn"), pinned: true },
        }}
      />
      {asked && standing ? (
        <GrantDialog id={id} standing={standing} act={asked} onClose={() => setAsked(undefined)} />
      ) : null}
    </>
  );
}

/** Uses of a guest, which grants paid them, and cancelling one. */
export function UseHistory({ id, search }: { id: number; search: UseSearch }) {
  const { t } = useTranslation(["points", "ui"]);
  const [asked, setAsked] = useState<Use>();
  const columns = useMemo(() => pointUseColumns(t, setAsked), [t]);
  const cancel = async (use: Use) => {
    try {
      await client.points.cancelUse({ id, use_point_case_id: use.id });
      notify("success", t("cancelDialog.done"));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
    await pointsChanged();
  };
  return (
    <>
      <PointStanding id={id} />
      <History
        list={usePointList}
        path={`/customers/${id}/use-points`}
        search={search}
        rows={useQuery(usesQuery(id, search))}
        columns={columns}
        title={t("history.uses")}
        empty={t("history.noUses")}
        filters={{
          state: { label: t("history.state"), pinned: true, word: (state) => t(`history.states.${state}`) },
          used_on: { label: t("history.usedOn"), pinned: true },
        }}
      />
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t("cancelDialog.title")}
        confirm={t("cancelDialog.submit")}
        danger
        onConfirm={() => asked && cancel(asked)}
      >
        {asked
          ? t("cancelDialog.text", { date: formatDate(asked.use_date), points: formatNumber(asked.use_point) })
          : null}
      </ConfirmDialog>
    </>
  );
}

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

function History<L extends List, Row extends { id: number }>(props: HistoryProps<L, Row>) {
  const { list, path, search, rows, columns, title, empty, filters } = props;
  const { t } = useTranslation(["points", "ui"]);
  const { t: inUi } = useTranslation("ui");
  const go = useGo();
  const show = (change: ListSearch<L>) =>
    void go(path, { ...search, page: undefined, ...change } as unknown as SearchParams);
  const clear = () => void go(path, { size: search.size } as SearchParams);
  const views = {
    ...{ list, search },
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
          aside={<SaveView {...views} />}
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
