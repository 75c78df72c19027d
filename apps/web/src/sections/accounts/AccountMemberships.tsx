import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import { DateText } from "../../ui/values.tsx";
import { type AccountGroup, accountGroupsQuery, type PageSearch } from "./accounts.api.ts";
import styles from "./accounts.module.css";

/** The groups this account belongs to. */
export function AccountMemberships({ id, search }: { id: number; search: PageSearch }) {
  const { t } = useTranslation(["accounts", "ui"]);
  const go = useGo();
  const href = useHref();
  const mayCreate = useMay("accounts/create");
  const list = useQuery(accountGroupsQuery(id, search));
  const { page = 1, size = 50 } = search;
  const show = (change: PageSearch) => void go(`/accounts/${id}/groups`, { ...search, ...change });
  const columns: Column<AccountGroup>[] = [
    {
      key: "name",
      title: t("group.name"),
      render: (group) => <Stacked main={<strong>{group.name}</strong>} sub={group.description} />,
    },
    {
      key: "members",
      title: t("group.members"),
      render: (group) => (
        <Stacked
          main={t("group.memberCount", { n: group.members.length })}
          sub={group.members.map((member) => member.name).join(t("ui:save.separator"))}
        />
      ),
    },
    { key: "updated", title: t("group.updated"), render: (group) => <DateText value={group.updated_at} withTime /> },
  ];
  if (list.isError) return <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />;
  return (
    <Card
      flush
      title={t("group.title")}
      aside={
        <span className={styles.cardActions}>
          <AppLink to="/accounts/groups">{t("group.toList")}</AppLink>
        </span>
      }
    >
      <DataTable
        caption={t("group.title")}
        columns={columns}
        rows={list.data?.items}
        rowKey={(group) => group.id}
        row={{
          href: (group) => href(`/accounts/groups/${group.id}`),
          open: (group) => void go(`/accounts/groups/${group.id}`),
        }}
        busy={list.isPlaceholderData}
        minWidth={640}
        empty={
          <EmptyState
            sentence={t("group.empty")}
            action={
              mayCreate ? (
                <Button onClick={() => void go("/accounts/groups/new")}>{t("group.create")}</Button>
              ) : undefined
            }
          />
        }
      />
      {list.data?.total === 0 ? null : (
        <Pager
          page={page}
          size={size}
          total={list.data?.total}
          unit="items"
          onPage={(next) => show({ page: next })}
          onSize={(next) => show({ size: next, page: undefined })}
        />
      )}
    </Card>
  );
}
