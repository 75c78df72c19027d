import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { NewPasswordField, newPasswordProblems } from "../../parts/credentials/NewPasswordField.tsx";
import type { Invited } from "./auth.api.ts";
import styles from "./auth.module.css";
import { HiddenUserId } from "./ResetPage.tsx";

type SignUpPasswordProps = {
  invited: Invited;
  loginId: string;
  tfaSecret: string;
  onRegistered: (recoveryCodes: string[]) => void;
};

/** The last step: with the password everything is registered at once. */
export function SignUpPassword({ invited, loginId, tfaSecret, onRegistered }: SignUpPasswordProps) {
  const { t } = useTranslation(["signup", "credentials"]);
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const context = [loginId, invited.name, invited.user_email.split("@")[0] ?? "", invited.company_name];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(password === "" ? t("credentials:password.missing") : undefined);
    if (password === "" || newPasswordProblems(password, context).length > 0) {
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const done = await client.auth.signupRegistration({ login_id: loginId, password, tfa_secret: tfaSecret });
      onRegistered(done.recovery_codes);
    } catch (failure) {
      const appError = toAppError(failure);
      setError(appError.fields.password ?? appError.fields.login_id ?? appError.message);
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.lead}>{t("signup.passwordLead")}</p>
      <HiddenUserId value={loginId} />
      <NewPasswordField value={password} onChange={setPassword} context={context} error={error} inputRef={input} />
      <Button type="submit" variant="filled" size="md" loading={busy}>
        {t("signup.register")}
      </Button>
    </form>
  );
}
