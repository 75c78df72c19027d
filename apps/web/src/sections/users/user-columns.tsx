import type { userList } from "@okaeri/contract/lists/users";
import { IconPencil } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import type { ColumnParts } from "../../parts/lists/list-columns.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { Stacked } from "../../ui/Stacked.tsx";
import { DateText } from "../../ui/values.tsx";
import { UserStatusTag } from "./user-tags.tsx";
import type { User } from "./users.api.ts";
import styles from "./users.module.css";

type Words = TFunction<["users", "fields", "shell", "ui"]>;
type Viewer = { provider: boolean; whyNotEdit: (user: User) => string | undefined };

export function userColumns(t: Words, { provider, whyNotEdit }: Viewer): ColumnParts<typeof userList, User> {
  return {
    name: { title: t("column.name"), width: 140, render: (user) => <strong>{user.name}</strong> },
    login_id: {
      title: t("column.loginIdAndMail"),
      render: (user) => <Stacked main={user.login_id ?? t("notSignedUp")} sub={user.user_email} />,
    },
    role: { title: t("column.role"), render: (user) => t(`shell:roles.${user.role}`) },
    status: { title: t("column.status"), render: (user) => <UserStatusTag status={user.status} /> },
    company: provider ? { title: t("column.company"), render: (user) => user.company_name } : undefined,
    accounts: { title: t("column.accounts"), render: (user) => <Places user={user} t={t} /> },
    last_login_at: {
      title: t("column.lastLogin"),
      render: (user) =>
        user.last_login_at ? (
          <DateText value={user.last_login_at} withTime />
        ) : (
          <span className={styles.quiet}>{t("neverLoggedIn")}</span>
        ),
    },
    acts: {
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
            {t("fields:record.edit")}
          </AppLink>
        ) : (
          <span className={styles.quiet} title={reason}>
            {t("readOnly")}
          </span>
        );
      },
    },
  };
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
      sub={user.other_account_count > 0 ? t("others", { count: user.other_account_count }) : undefined}
    />
  );
}
