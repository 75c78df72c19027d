import "../../styles/mantine-rest.css";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../shell/AppLink.tsx";
import { useSession } from "../../shell/session.ts";
import { useLogout } from "../../shell/use-logout.ts";
import { AuthenticatorCard } from "./AuthenticatorCard.tsx";
import { BasicsForm } from "./BasicsForm.tsx";
import { PasswordCard } from "./PasswordCard.tsx";
import { profileQuery } from "./profile.api.ts";
import styles from "./profile.module.css";
import { RecoveryCodesCard } from "./RecoveryCodesCard.tsx";
import { SessionsCard } from "./SessionsCard.tsx";
import { useMailConfirmation } from "./use-mail-confirmation.ts";

/** Everything a person changes about themselves. Whoever must change the password finds that first, and no way on. */
export function ProfileEditPage({ token }: { token: string | undefined }) {
  const { t } = useTranslation(["profile", "shell"]);
  const leave = useLogout();
  const { pwdUpdateRequired } = useSession();
  const { data: profile } = useQuery(profileQuery());
  const confirmProblem = useMailConfirmation(token);
  if (profile === undefined) return null;
  const password = <PasswordCard profile={profile} />;
  return (
    <>
      <title>{t("shell:pageTitle", { title: t("form.title") })}</title>
      <h1 className={styles.title} data-wide>
        {t("form.title")}
      </h1>
      {confirmProblem ? (
        <div className={styles.problem} role="alert">
          <strong>{t("form.confirmFailed")}</strong> {confirmProblem}
        </div>
      ) : null}
      {pwdUpdateRequired ? (
        <>
          <div className={styles.required} role="alert">
            <strong>{t("form.required")}</strong>
            <p>{t("form.requiredLead")}</p>
          </div>
          {password}
        </>
      ) : null}
      <BasicsForm profile={profile} />
      {pwdUpdateRequired ? null : password}
      <AuthenticatorCard userId={profile.login_id} />
      <RecoveryCodesCard profile={profile} />
      {pwdUpdateRequired ? null : <SessionsCard />}
      <div className={styles.actions}>
        {pwdUpdateRequired ? (
          <span />
        ) : (
          <span className={styles.ways}>
            <AppLink to="/profile">{t("form.toProfile")}</AppLink>
            <AppLink to="/">{t("back")}</AppLink>
          </span>
        )}
        <Button onClick={() => void leave()}>{t("logout")}</Button>
      </div>
    </>
  );
}
