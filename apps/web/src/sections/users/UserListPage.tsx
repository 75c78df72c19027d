import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useGo } from "../../shell/navigation.ts";
import { Card } from "../../ui/Card.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatNumber } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { DateText } from "../../ui/values.tsx";
import { type UserSearch, userListQuery } from "./users.api.ts";
import styles from "./users.module.css";

type UserItem = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof userListQuery>["queryFn"]>>>
>["items"][number];

const statusKinds = { pending: "warning", active: "success", inactive: "neutral" } as const;

/** The people who may sign in, within the person's own scope; read-only. */
export function UserListPage({ search }: { search: UserSearch }) {
  const { t } = useTranslation(["users", "shell", "ui"]);
  const go = useGo();
  const list = useQuery(userListQuery(search));
  const { page = 1, size = 50, sort = "name", q = "" } = search;
  const people = t("ui:unit.people");
  const show = (change: UserSearch) => void go("/users", { ...search, page: undefined, ...change });
  const filter = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    show({ q: String(new FormData(event.currentTarget).get("q") ?? "").trim() || undefined });
  };
  const columns = useMemo<Column<UserItem>[]>(
    () => [
      { key: "name", title: t("column.name"), sort: "name", render: (user) => <strong>{user.name}</strong> },
      {
        key: "login_id",
        title: t("column.loginId"),
        sort: "login_id",
        render: (user) => user.login_id ?? t("ui:none"),
      },
      { key: "mail", title: t("column.mail"), render: (user) => user.user_email },
      { key: "role", title: t("column.role"), sort: "role", render: (user) => t(`shell:roles.${user.role}`) },
      {
        key: "status",
        title: t("column.status"),
        sort: "status",
        render: (user) => <Tag kind={statusKinds[user.status]}>{t(`status.${user.status}`)}</Tag>,
      },
      {
        key: "accounts",
        title: t("column.accounts"),
        render: ({ accounts: [first, ...others] }) =>
          first === undefined
            ? t("ui:none")
            : others.length === 0
              ? first.name
              : t("moreAccounts", { name: first.name, n: others.length }),
      },
      {
        key: "last_login_at",
        title: t("column.lastLogin"),
        render: (user) => (user.last_login_at ? <DateText value={user.last_login_at} withTime /> : t("neverLoggedIn")),
      },
    ],
    [t],
  );
  return (
    <>
      <PageHeader title={t("title")} count={list.data ? `${formatNumber(list.data.total)}${people}` : undefined} />
      <form className={styles.filter} onSubmit={filter} key={q}>
        <TextInput
          name="q"
          type="search"
          defaultValue={q}
          aria-label={t("search")}
          placeholder={t("search")}
          maxLength={200}
        />
        <Button type="submit">{t("searchSubmit")}</Button>
      </form>
      <Card flush>
        {list.isError ? (
          <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
        ) : (
          <>
            <DataTable
              caption={t("title")}
              columns={columns}
              rows={list.data?.items}
              rowKey={(user) => user.id}
              sort={sort}
              onSort={(next) => show({ sort: next })}
              busy={list.isPlaceholderData}
              minWidth={980}
              empty={
                q ? (
                  <EmptyState
                    sentence={t("emptyFiltered", { q })}
                    action={<Button onClick={() => show({ q: undefined })}>{t("clear")}</Button>}
                  />
                ) : (
                  <EmptyState sentence={t("empty")} />
                )
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
