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
import { Tag } from "../../ui/Tag.tsx";
import { DateText } from "../../ui/values.tsx";
import { type AccountUser, accountQuery, accountUsersQuery, type PageSearch } from "./accounts.api.ts";
import styles from "./accounts.module.css";

const STATUS_KINDS = { pending: "warning", active: "success", inactive: "neutral" } as const;

/** The people who work in this account. */
export function AccountUsers({ id, search }: { id: number; search: PageSearch }) {
  const { t } = useTranslation(["accounts", "users", "shell", "ui"]);
  const go = useGo();
  const href = useHref();
  const mayInvite = useMay("users/create");
  const list = useQuery(accountUsersQuery(id, search));
  const { data: account } = useQuery(accountQuery(id));
  const { page = 1, size = 50 } = search;
  const show = (change: PageSearch) => void go(`/accounts/${id}/users`, { ...search, ...change });
  const columns: Column<AccountUser>[] = [
    {
      key: "name",
      title: t("accounts:users.name"),
      render: (user) => <Stacked main={<strong>{user.name}</strong>} sub={user.user_email} />,
    },
    { key: "login", title: t("accounts:users.loginId"), render: (user) => user.login_id ?? t("ui:none") },
    { key: "role", title: t("accounts:users.role"), render: (user) => t(`shell:roles.${user.role}`) },
    {
      key: "status",
      title: t("accounts:users.status"),
      render: (user) => <Tag kind={STATUS_KINDS[user.status]}>{t(`users:status.${user.status}`)}</Tag>,
    },
    {
      key: "last",
      title: t("accounts:users.lastLogin"),
      render: (user) =>
        user.last_login_at ? <DateText value={user.last_login_at} withTime /> : t("accounts:users.neverLoggedIn"),
    },
  ];
  const invite = mayInvite ? (
    <Button onClick={() => void go("/users/new", { company_id: account?.company_id, in_account_id: id })}>
      {t("accounts:users.invite")}
    </Button>
  ) : undefined;
  if (list.isError) return <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />;
  return (
    <Card
      flush
      title={t("accounts:users.title")}
      aside={
        <span className={styles.cardActions}>
          <AppLink to="/users" search={{ in_account_id: id }}>
            {t("accounts:users.openList")}
          </AppLink>
          {list.data?.total === 0 ? null : invite}
        </span>
      }
    >
      <DataTable
        caption={t("accounts:users.title")}
        columns={columns}
        rows={list.data?.items}
        rowKey={(user) => user.id}
        row={{
          href: (user) => href(`/users/${user.id}`),
          open: (user) => void go(`/users/${user.id}`),
        }}
        busy={list.isPlaceholderData}
        minWidth={720}
        empty={<EmptyState sentence={t("accounts:users.empty")} action={invite} />}
      />
      {list.data?.total === 0 ? null : (
        <Pager
          page={page}
          size={size}
          total={list.data?.total}
          unit="people"
          onPage={(next) => show({ page: next })}
          onSize={(next) => show({ size: next, page: undefined })}
        />
      )}
    </Card>
  );
}
