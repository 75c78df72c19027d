import { Button } from "@mantine/core";
import { isProvider } from "@okaeri/domain/permissions/roles";
import { IconPlus, IconStack2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useGo, useHref } from "../../../shell/navigation.ts";
import { useSession } from "../../../shell/session.ts";
import { useMay } from "../../../shell/use-may.ts";
import { Card } from "../../../ui/Card.tsx";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { type Filter, FilterChips } from "../../../ui/FilterChips.tsx";
import { OneChoiceEditor } from "../../../ui/filter-editors.tsx";
import { formatCount } from "../../../ui/format.ts";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Pager } from "../../../ui/Pager.tsx";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import { Stacked } from "../../../ui/Stacked.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { DateText } from "../../../ui/values.tsx";
import { type AccountGroup, type GroupSearch, groupCompaniesQuery, groupListQuery } from "./groups.api.ts";
import styles from "./groups.module.css";
import { listCrumb } from "./NewGroupPage.tsx";

const SHOWN_MEMBERS = 3;
type Words = TFunction<["accountGroups", "ui"]>;

/** Named sets of accounts: the provider's for every client, a client's own for its people. */
export function GroupListPage({ search }: { search: GroupSearch }) {
  const { t } = useTranslation(["accountGroups", "ui"]);
  const go = useGo();
  const href = useHref();
  const { role } = useSession();
  const provider = role !== null && isProvider(role);
  const mayCreate = useMay("accounts/create");
  const list = useQuery(groupListQuery(search));
  const { page = 1, size = 50, sort = "name", q = "", company_id, active_status } = search;
  const show = (change: GroupSearch) => void go("/accounts/groups", { ...search, page: undefined, ...change });
  const clear = () => show({ q: undefined, company_id: undefined, active_status: undefined });
  const filtered = q !== "" || company_id !== undefined || active_status !== undefined;
  const columns = useMemo(() => groupColumns(t, provider), [t, provider]);
  const filters = useGroupFilters(search, provider, show);
  const toNew = () => void go("/accounts/groups/new", company_id === undefined ? {} : { company_id });
  const create = mayCreate ? (
    <Button variant="filled" leftSection={<IconPlus size={16} aria-hidden />} onClick={toNew}>
      {t("createNew")}
    </Button>
  ) : undefined;
  const total = list.data?.total;
  return (
    <>
      <PageHeader
        title={t("title")}
        count={total === undefined ? undefined : formatCount(total, t("ui:unit.items"))}
        caption={t("lead")}
        crumbs={listCrumb}
        actions={create}
      />
      <div className={styles.tools}>
        <SearchBox q={q} label={t("search")} onSearch={(words) => show({ q: words })} />
        <FilterChips filters={filters} onClear={clear} />
      </div>
      <Card flush>
        {list.isError ? (
          <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
        ) : (
          <>
            <DataTable
              caption={t("title")}
              columns={columns}
              rows={list.data?.items}
              rowKey={(group) => group.id}
              row={{
                href: (group) => href(`/accounts/groups/${group.id}`),
                open: (group) => void go(`/accounts/groups/${group.id}`),
              }}
              sort={sort}
              onSort={(next) => show({ sort: next })}
              busy={list.isPlaceholderData}
              minWidth={820}
              empty={
                (total ?? 0) > 0 ? (
                  <EmptyState
                    sentence={t("pastEnd")}
                    action={<Button onClick={() => show({})}>{t("toFirstPage")}</Button>}
                  />
                ) : filtered ? (
                  <EmptyState sentence={t("emptyFiltered")} action={<Button onClick={clear}>{t("clear")}</Button>} />
                ) : (
                  <EmptyState
                    icon={<IconStack2 size={24} aria-hidden />}
                    sentence={t(mayCreate ? "empty" : "emptyReadOnly")}
                    action={mayCreate ? <Button onClick={toNew}>{t("createNew")}</Button> : undefined}
                  />
                )
              }
            />
            <Pager
              page={page}
              size={size}
              total={total}
              unit={t("ui:unit.items")}
              onPage={(next) => show({ page: next })}
              onSize={(next) => show({ size: next })}
            />
          </>
        )}
      </Card>
    </>
  );
}

function groupColumns(t: Words, provider: boolean): Column<AccountGroup>[] {
  const company: Column<AccountGroup> = {
    key: "company",
    title: t("field.company"),
    sort: "company_name",
    render: (group) => group.company_name,
  };
  return [
    {
      key: "name",
      title: t("field.name"),
      sort: "name",
      render: (group) => <Stacked main={<strong>{group.name}</strong>} sub={firstLine(group.description)} />,
    },
    ...(provider ? [company] : []),
    {
      key: "members",
      title: t("field.members"),
      render: ({ members }) => {
        const names = members.slice(0, SHOWN_MEMBERS).map((member) => member.name);
        const more = members.length - names.length;
        const text = names.join(t("ui:save.separator"));
        return (
          <Stacked
            main={t("members.count", { n: members.length })}
            sub={more > 0 ? t("members.more", { names: text, n: more }) : text}
          />
        );
      },
    },
    {
      key: "status",
      title: t("field.status"),
      render: ({ active_status: status }) => (
        <Tag kind={status === "active" ? "success" : "neutral"}>{t(`status.${status}`)}</Tag>
      ),
    },
    {
      key: "updated",
      title: t("field.updated"),
      sort: "updated_at",
      newestFirst: true,
      render: (group) => <DateText value={group.updated_at} withTime />,
    },
  ];
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

function useGroupFilters(search: GroupSearch, provider: boolean, show: (change: GroupSearch) => void): Filter[] {
  const { t } = useTranslation("accountGroups");
  const { data: companies = [] } = useQuery({ ...groupCompaniesQuery(), enabled: provider });
  const { company_id, active_status } = search;
  const status: Filter = {
    key: "active_status",
    label: t("field.status"),
    pinned: true,
    value: active_status && t(`status.${active_status}`),
    editor: (close) => (
      <OneChoiceEditor
        options={(["active", "inactive"] as const).map((value) => ({ value, label: t(`status.${value}`) }))}
        value={active_status}
        onApply={(value) => {
          show({ active_status: value === "inactive" ? "inactive" : "active" });
          close();
        }}
      />
    ),
    onRemove: () => show({ active_status: undefined }),
  };
  const company: Filter = {
    key: "company_id",
    label: t("field.company"),
    pinned: true,
    value:
      company_id === undefined
        ? undefined
        : (companies.find((one) => one.id === company_id)?.name ?? t("unknownCompany")),
    editor: (close) => (
      <OneChoiceEditor
        options={companies.map((one) => ({ value: String(one.id), label: one.name }))}
        value={company_id === undefined ? undefined : String(company_id)}
        onApply={(value) => {
          show({ company_id: Number(value) });
          close();
        }}
      />
    ),
    onRemove: () => show({ company_id: undefined }),
  };
  return provider ? [company, status] : [status];
}
