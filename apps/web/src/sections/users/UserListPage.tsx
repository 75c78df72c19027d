import { Button } from "@mantine/core";
import { isProvider } from "@okaeri/domain/permissions/roles";
import { IconHistory, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ExportMenu } from "../../shell/ExportMenu.tsx";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useNoRight } from "../../shell/no-right.ts";
import { useSession } from "../../shell/session.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { ColumnChoice, useColumnChoice } from "../../ui/ColumnChoice.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { formatNumber } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { useFilterChoices } from "./use-filter-choices.ts";
import { userColumns } from "./user-columns.tsx";
import { userFilters } from "./user-filters.tsx";
import { useUserRefusals } from "./user-refusals.ts";
import { filtersIn, type UserSearch, userListQuery } from "./users.api.ts";
import styles from "./users.module.css";

/** The people who may sign in, within the person's own reach. */
export function UserListPage({ search }: { search: UserSearch }) {
  const { t } = useTranslation(["users", "shell", "ui"]);
  const go = useGo();
  const href = useHref();
  const { role } = useSession();
  const { whyNotEdit } = useUserRefusals();
  const list = useQuery(userListQuery(search));
  const choices = useFilterChoices();
  const { page = 1, size = 50, sort = "name", q = "" } = search;
  const filters = filtersIn(search);
  const people = t("ui:unit.people");
  const provider = role !== null && isProvider(role);
  const show = (change: UserSearch) => void go("/users", { ...search, page: undefined, ...change });
  const columns = useMemo(() => userColumns(t, { provider, whyNotEdit }), [t, provider, whyNotEdit]);
  const choice = useColumnChoice("users", columns);
  return (
    <>
      <PageHeader
        title={t("title")}
        count={list.data ? `${formatNumber(list.data.total)}${people}` : undefined}
        actions={<ListActions search={search} />}
      />
      <div className={styles.bar}>
        <SearchBox q={q} label={t("search")} onSearch={(words) => show({ q: words })} />
      </div>
      <FilterChips
        filters={userFilters(search, choices, show, t)}
        onClear={() => void go("/users", { q: search.q, size: search.size, sort: search.sort })}
        aside={<ColumnChoice columns={columns} hidden={choice.hidden} onChange={choice.setHidden} />}
      />
      <Card flush>
        {list.isError ? (
          <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
        ) : (
          <>
            <DataTable
              caption={t("title")}
              columns={choice.shown}
              rows={list.data?.items}
              rowKey={(user) => user.id}
              row={{
                href: (user) => href(`/users/${user.id}`),
                open: (user) => void go(`/users/${user.id}`),
              }}
              sort={sort}
              onSort={(next) => show({ sort: next })}
              busy={list.isPlaceholderData}
              minWidth={180 + 130 * (choice.shown.length - 1)}
              empty={
                <NoUsers
                  total={list.data?.total ?? 0}
                  filtered={Object.keys(filters).length > 0}
                  onClear={() => void go("/users", { size: search.size, sort: search.sort })}
                  onFirst={() => show({})}
                />
              }
            />
            <Pager
              page={page}
              size={size}
              total={list.data?.total}
              unit={people}
              onPage={(next) => show({ page: next })}
              onSize={(next) => show({ size: next })}
            />
          </>
        )}
      </Card>
    </>
  );
}

function ListActions({ search }: { search: UserSearch }) {
  const { t } = useTranslation("users");
  const noRight = useNoRight();
  const go = useGo();
  const { role } = useSession();
  const mayInvite = useMay("users/create");
  const mayRead = useMay("users/read");
  const { company_id, in_account_id } = search;
  return (
    <>
      {role === "role_admin" ? (
        <Button leftSection={<IconHistory size={16} aria-hidden />} onClick={() => void go("/audit")}>
          {t("log")}
        </Button>
      ) : null}
      {mayRead ? (
        <ExportMenu path="/api/users/export.csv" people="users" query={{ ...filtersIn(search), sort: search.sort }} />
      ) : null}
      <ReasonedButton
        variant="filled"
        leftSection={<IconUserPlus size={16} aria-hidden />}
        reason={mayInvite ? undefined : noRight}
        onClick={() => void go("/users/new", { company_id, in_account_id })}
      >
        {t("invite")}
      </ReasonedButton>
    </>
  );
}

type NoUsersProps = { total: number; filtered: boolean; onClear: () => void; onFirst: () => void };

function NoUsers({ total, filtered, onClear, onFirst }: NoUsersProps) {
  const { t } = useTranslation("users");
  const go = useGo();
  const mayInvite = useMay("users/create");
  const icon = <IconUsers size={24} aria-hidden />;
  if (total > 0)
    return (
      <EmptyState icon={icon} sentence={t("pastEnd")} action={<Button onClick={onFirst}>{t("toFirstPage")}</Button>} />
    );
  if (filtered)
    return (
      <EmptyState icon={icon} sentence={t("emptyFiltered")} action={<Button onClick={onClear}>{t("clear")}</Button>} />
    );
  return (
    <EmptyState
      icon={icon}
      sentence={t("empty")}
      action={mayInvite ? <Button onClick={() => void go("/users/new")}>{t("invite")}</Button> : undefined}
    />
  );
}
