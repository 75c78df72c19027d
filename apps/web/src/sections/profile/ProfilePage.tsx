import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import { useGo, useHref } from "../../shell/navigation.ts";
import { useLogout } from "../../shell/use-logout.ts";
import { Card } from "../../ui/Card.tsx";
import { KeyValueList } from "../../ui/SummaryStrip.tsx";
import { DateText } from "../../ui/values.tsx";
import { profileQuery } from "./profile.api.ts";
import styles from "./profile.module.css";

/** Fewer unused codes than this, and the page says how to get new ones. */
const FEW_CODES = 3;

/** One's own record, to read, and the ways to its edit and out. */
export function ProfilePage() {
  const { t } = useTranslation(["profile", "shell"]);
  const go = useGo();
  const leave = useLogout();
  const href = useHref();
  const { data: profile } = useQuery(profileQuery());
  if (profile === undefined) return null;
  return (
    <>
      <title>{t("shell:pageTitle", { title: t("title") })}</title>
      <h1 className={styles.title}>{t("title")}</h1>
      <Card>
        <KeyValueList
          items={[
            { label: t("userId"), value: profile.login_id },
            { label: t("name"), value: profile.name },
            {
              label: t("mail"),
              value: profile.user_email,
              note: profile.pending_email ? t("pending", { mail: profile.pending_email }) : undefined,
            },
            { label: t("role"), value: t(`shell:roles.${profile.role}`) },
            { label: t("company"), value: profile.companies.join(t("separator")) },
            { label: t("signedIn"), value: <DateText value={profile.signed_in_at} withTime /> },
            {
              label: t("passwordChanged"),
              value: profile.password_changed_at ? (
                <DateText value={profile.password_changed_at} withTime />
              ) : (
                t("passwordNever")
              ),
            },
            {
              label: t("recoveryLeft"),
              value: t("recoveryCount", { n: profile.recovery_codes_left }),
              note: profile.recovery_codes_left < FEW_CODES ? t("recoveryFew") : undefined,
            },
          ]}
        />
      </Card>
      <Button
        variant="filled"
        renderRoot={(props) => <a href={href("/profile/edit")} {...props} />}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          void go("/profile/edit");
        }}
      >
        {t("edit")}
      </Button>
      <div className={styles.actions}>
        <AppLink to="/">{t("back")}</AppLink>
        <Button onClick={() => void leave()}>{t("logout")}</Button>
      </div>
    </>
  );
}
