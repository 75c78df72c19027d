import { Button } from "@mantine/core";
import { isAdmin, isProvider } from "@okaeri/domain/permissions/roles";
import { IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { PageSearch } from "../../api/records.ts";
import { RecordHistory } from "../../parts/audit/RecordHistory.tsx";
import { EditButton } from "../../parts/records/RecordButtons.tsx";
import { RecordPage } from "../../parts/records/RecordPage.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { useSession } from "../../shell/session.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { KeyValueList } from "../../ui/SummaryStrip.tsx";
import { DateText } from "../../ui/values.tsx";
import { RightsSummary } from "./rights/RightsSummary.tsx";
import { UserActs } from "./UserActs.tsx";
import { useUserRefusals } from "./user-refusals.ts";
import { UserStatusTag } from "./user-tags.tsx";
import { type UserDetail, userQuery } from "./users.api.ts";
import styles from "./users.module.css";

type UserDetailPageProps = { id: number; search: PageSearch & { tab?: "history" | undefined } };

/** One person: who, where, with which rights, and what may be done with their sign-in. */
export function UserDetailPage({ id, search }: UserDetailPageProps) {
  const { t } = useTranslation(["users", "shell", "fields"]);
  const go = useGo();
  const { role } = useSession();
  const mayReadHistory = role !== null && isAdmin(role);
  const { whyNotEdit } = useUserRefusals();
  const mayInvite = useMay("users/create");
  const path = `/users/${id}`;
  const tabs = {
    label: t("tab.label"),
    tabs: [
      { key: "basics", label: t("tab.basics"), path },
      { key: "history", label: t("fields:record.history"), path, search: { tab: "history" } },
    ],
    current: search.tab ?? "basics",
  };
  return (
    <RecordPage
      record={useQuery(userQuery(id))}
      head={(user) => ({
        title: user.name,
        caption: t(`shell:roles.${user.role}`),
        state: <UserStatusTag status={user.status} />,
        crumbs: <AppLink to="/users">{t("crumb")}</AppLink>,
        actions: (
          <>
            {/* Where one has just been invited, the next one is usually invited into the same client. */}
            {user.status === "pending" && mayInvite ? (
              <Button
                leftSection={<IconUserPlus size={16} aria-hidden />}
                onClick={() => void go("/users/new", { company_id: user.company_id })}
              >
                {t("inviteNext")}
              </Button>
            ) : null}
            <EditButton to={`${path}/edit`} reason={whyNotEdit(user)} />
          </>
        ),
      })}
      // The call for the history is for administrators.
      {...(mayReadHistory ? { tabs: () => tabs } : {})}
    >
      {(user) =>
        mayReadHistory && search.tab === "history" ? (
          <UserHistory id={id} search={search} />
        ) : (
          <UserBasics user={user} />
        )
      }
    </RecordPage>
  );
}

function UserBasics({ user }: { user: UserDetail }) {
  const { t } = useTranslation(["users", "ui", "shell"]);
  const { role } = useSession();
  const { invitation_expires_at: until, password_changed_at: changed } = user;
  const password = user.password_update_required
    ? t("basics.passwordDemanded")
    : changed
      ? formatDateTime(changed)
      : t("basics.passwordNever");
  const company =
    role !== null && isProvider(role) ? (
      <AppLink to={`/clients/${user.company_id}`}>{user.company_name}</AppLink>
    ) : (
      user.company_name
    );
  const invitation = until ? t("basics.invitationUntil", { date: formatDateTime(until) }) : t("basics.invitationNone");
  const waiting = user.tfa_link_expires_at
    ? t("basics.authenticatorWaiting", { date: formatDateTime(user.tfa_link_expires_at) })
    : t("basics.authenticatorOverdue");
  return (
    <div className={styles.detail}>
      <Card title={t("basics.title")}>
        <KeyValueList
          items={[
            { label: t("column.company"), value: company },
            { label: t("column.loginId"), value: user.login_id ?? t("notSignedUp") },
            { label: t("column.mail"), value: user.user_email },
            { label: t("column.role"), value: t(`shell:roles.${user.role}`), note: t(`role.what.${user.role}`) },
            ...(user.status === "pending" ? [{ label: t("basics.invitation"), value: invitation }] : []),
            {
              label: t("basics.lastLogin"),
              value: user.last_login_at ? <DateText value={user.last_login_at} withTime /> : t("neverLoggedIn"),
            },
            { label: t("basics.password"), value: password },
            ...(user.status === "active" && !user.tfa_registered
              ? [{ label: t("basics.authenticator"), value: waiting, note: t("basics.authenticatorAgain") }]
              : []),
            { label: t("basics.created"), value: <DateText value={user.created_at} withTime /> },
            { label: t("basics.updated"), value: <DateText value={user.updated_at} withTime /> },
          ]}
        />
      </Card>
      <UserActs user={user} />
      <div className={styles.wide}>
        <RightsSummary accounts={user.accounts} others={user.other_account_count} role={user.role} />
      </div>
    </div>
  );
}

function UserHistory({ id, search }: { id: number; search: PageSearch }) {
  const { t } = useTranslation("users");
  const { page, size } = search;
  return (
    <RecordHistory
      of="users"
      id={id}
      search={{ page, size }}
      path={`/users/${id}`}
      stays={{ tab: "history" }}
      empty={<EmptyState sentence={t("historyEmpty")} />}
    />
  );
}
