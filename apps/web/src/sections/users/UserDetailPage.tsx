import { Button } from "@mantine/core";
import { isAdmin, isProvider } from "@okaeri/domain/permissions/roles";
import { IconPencil, IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo } from "../../shell/navigation.ts";
import { useSession } from "../../shell/session.ts";
import { useMay } from "../../shell/use-may.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { HistoryList } from "../../ui/HistoryList.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import { KeyValueList } from "../../ui/SummaryStrip.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { DateText } from "../../ui/values.tsx";
import { RightsSummary } from "./rights/RightsSummary.tsx";
import { UserActs } from "./UserActs.tsx";
import { useUserRefusals } from "./user-refusals.ts";
import { UserStatusTag } from "./user-tags.tsx";
import { type PageSearch, type UserDetail, userHistoryQuery, userQuery } from "./users.api.ts";
import styles from "./users.module.css";

type UserDetailPageProps = { id: number; search: PageSearch & { tab?: "history" | undefined } };

/** One person: who, where, with which rights, and what may be done with their sign-in. */
export function UserDetailPage({ id, search }: UserDetailPageProps) {
  const { t } = useTranslation(["users", "shell"]);
  const go = useGo();
  const { role } = useSession();
  const { whyNotEdit } = useUserRefusals();
  const mayInvite = useMay("users/create");
  const { data: user, ...asked } = useQuery(userQuery(id));
  if (user === undefined) {
    return asked.isError ? <ErrorState message={asked.error.message} onRetry={() => void asked.refetch()} /> : null;
  }
  const basics = <UserBasics user={user} />;
  return (
    <>
      <PageHeader
        title={user.name}
        caption={t(`shell:roles.${user.role}`)}
        state={<UserStatusTag status={user.status} />}
        crumbs={<AppLink to="/users">{t("crumb")}</AppLink>}
        actions={
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
            <ReasonedButton
              variant="filled"
              leftSection={<IconPencil size={16} aria-hidden />}
              reason={whyNotEdit(user)}
              onClick={() => void go(`/users/${id}/edit`)}
            >
              {t("edit")}
            </ReasonedButton>
          </>
        }
      />
      {role !== null && isAdmin(role) ? (
        <Tabs
          label={t("tab.label")}
          tabs={[
            { key: "basics", label: t("tab.basics") },
            { key: "history", label: t("tab.history") },
          ]}
          current={search.tab ?? "basics"}
          onChange={(key) => void go(`/users/${id}`, key === "history" ? { tab: key } : {})}
        >
          {search.tab === "history" ? <UserHistory id={id} search={search} /> : basics}
        </Tabs>
      ) : (
        basics
      )}
    </>
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
  const go = useGo();
  const lines = useQuery(userHistoryQuery(id, search));
  const show = (change: PageSearch) => void go(`/users/${id}`, { tab: "history", size: search.size, ...change });
  return (
    <Card flush>
      <HistoryList
        caption={t("tab.history")}
        lines={lines.data?.items}
        total={lines.data?.total}
        page={search.page ?? 1}
        size={search.size ?? 50}
        busy={lines.isPlaceholderData}
        error={lines.isError ? { message: lines.error.message, onRetry: () => void lines.refetch() } : null}
        empty={<EmptyState sentence={t("historyEmpty")} />}
        onPage={(page) => show({ page })}
        onSize={(size) => show({ size })}
      />
    </Card>
  );
}
