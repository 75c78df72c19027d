import { IconPencil } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import type { Column } from "../../ui/DataTable.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import { DateText } from "../../ui/values.tsx";
import { UserStatusTag } from "./user-tags.tsx";
import type { User } from "./users.api.ts";
import styles from "./users.module.css";

type Words = TFunction<["users", "shell", "ui"]>;
type Viewer = { provider: boolean; whyNotEdit: (user: User) => string | undefined };

export function userColumns(t: Words, { provider, whyNotEdit }: Viewer): Column<User>[] {
  const company: Column<User> = {
    key: "company",
    title: t("column.company"),
    sort: "company_name",
    render: (user) => user.company_name,
  };
  return [
    { key: "name", title: t("column.name"), sort: "name", width: 140, render: (user) => <strong>{user.name}</strong> },
    {
      key: "login_id",
      title: t("column.loginIdAndMail"),
      sort: "login_id",
      render: (user) => <Stacked main={user.login_id ?? t("notSignedUp")} sub={user.user_email} />,
    },
    { key: "role", title: t("column.role"), sort: "role", render: (user) => t(`shell:roles.${user.role}`) },
    {
      key: "status",
      title: t("column.status"),
      sort: "status",
      render: (user) => <UserStatusTag status={user.status} />,
    },
    ...(provider ? [company] : []),
    { key: "accounts", title: t("column.accounts"), render: (user) => <Places user={user} t={t} /> },
    {
      key: "last_login_at",
      title: t("column.lastLogin"),
      sort: "last_login_at",
      newestFirst: true,
      render: (user) =>
        user.last_login_at ? (
          <DateText value={user.last_login_at} withTime />
        ) : (
          <span className={styles.quiet}>{t("neverLoggedIn")}</span>
        ),
    },
    {
      key: "acts",
      title: t("column.acts"),
      render: (user) => {
        const reason = whyNotEdit(user);
        return reason === undefined ? (
          <AppLink
            to={`/users/${user.id}/edit`}
            className={styles.rowAct}
            aria-label={t("editOf", { name: user.name })}
          >
            <IconPencil size={14} aria-hidden />
            {t("edit")}
          </AppLink>
        ) : (
          <span className={styles.quiet} title={reason}>
            {t("readOnly")}
          </span>
        );
      },
    },
  ];
}

function Places({ user, t }: { user: User; t: Words }) {
  const [first, ...more] = user.accounts;
  const words =
    first === undefined
      ? t("ui:none")
      : more.length === 0
        ? first.name
        : t("moreAccounts", { name: first.name, n: more.length });
  return (
    <Stacked
      main={words}
      sub={user.other_account_count > 0 ? t("others", { n: user.other_account_count }) : undefined}
    />
  );
}
