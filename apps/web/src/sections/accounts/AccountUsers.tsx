import { Button } from "@mantine/core";
import { userList } from "@okaeri/contract/lists/users";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { PageSearch } from "../../api/records.ts";
import { listColumns } from "../../parts/lists/list-columns.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo, useRowLink } from "../../shell/navigation.ts";
import { useMay } from "../../shell/use-may.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ListTable } from "../../ui/ListTable.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { DateText } from "../../ui/values.tsx";
import { type AccountUser, accountQuery, accountUsersQuery } from "./accounts.api.ts";

const STATUS_KINDS = { pending: "warning", active: "success", inactive: "neutral" } as const;

/** The people who work in this account. */
export function AccountUsers({ id, search }: { id: number; search: PageSearch }) {
  const { t } = useTranslation(["accounts", "users", "shell", "ui"]);
  const go = useGo();
  const rowLink = useRowLink();
  const mayInvite = useMay("users/create");
  const list = useQuery(accountUsersQuery(id, search));
  const { data: account } = useQuery(accountQuery(id));
  const columns = listColumns<typeof userList, AccountUser>(userList, {
    name: {
      title: t("accounts:users.name"),
      render: (user) => <Stacked main={<strong>{user.name}</strong>} sub={user.user_email} />,
    },
    login_id: { title: t("accounts:users.loginId"), render: (user) => user.login_id ?? t("ui:none") },
    role: { title: t("accounts:users.role"), render: (user) => t(`shell:roles.${user.role}`) },
    status: {
      title: t("accounts:users.status"),
      render: (user) => <Tag kind={STATUS_KINDS[user.status]}>{t(`users:status.${user.status}`)}</Tag>,
    },
    last_login_at: {
      title: t("accounts:users.lastLogin"),
      render: (user) =>
        user.last_login_at ? <DateText value={user.last_login_at} withTime /> : t("accounts:users.neverLoggedIn"),
    },
    // The account's own page says them.
    company: undefined,
    accounts: undefined,
    acts: undefined,
  });
  const invite = mayInvite ? (
    <Button onClick={() => void go("/users/new", { company_id: account?.company_id, in_account_id: id })}>
      {t("accounts:users.invite")}
    </Button>
  ) : undefined;
  return (
    <ListTable
      caption={t("accounts:users.title")}
      title={t("accounts:users.title")}
      aside={
        <>
          <AppLink to="/users" search={{ in_account_id: id }}>
            {t("accounts:users.openList")}
          </AppLink>
          {list.data?.total === 0 ? null : invite}
        </>
      }
      rows={list}
      columns={columns}
      rowKey={(user) => user.id}
      row={rowLink((user: AccountUser) => `/users/${user.id}`)}
      search={search}
      unit="people"
      onShow={(change) => void go(`/accounts/${id}/users`, { ...search, page: undefined, ...change })}
      minWidth={720}
      empty={<EmptyState sentence={t("accounts:users.empty")} action={invite} />}
    />
  );
}
