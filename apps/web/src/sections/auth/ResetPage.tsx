import { Button } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { NewPasswordField, newPasswordProblems } from "../../parts/credentials/NewPasswordField.tsx";
import { useGo } from "../../shell/navigation.ts";
import { clearSession } from "../../shell/session.ts";
import { notify } from "../../shell/toasts.tsx";
import type { Proven } from "./auth.api.ts";
import styles from "./auth.module.css";
import { LinkProblem } from "./LinkProblem.tsx";

/** The mailed link proves the person; the authenticator is still asked at the next sign-in. */
export function ResetPage({ proven }: { proven: Proven<{ login_id: string }> }) {
  return proven.ok ? (
    <ResetForm loginId={proven.value.login_id} />
  ) : (
    <LinkProblem kind="reset" message={proven.message} />
  );
}

function ResetForm({ loginId }: { loginId: string }) {
  const { t } = useTranslation(["signup", "credentials", "shell"]);
  const go = useGo();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    if (password === "" || newPasswordProblems(password, [loginId]).length > 0) {
      if (password === "") setError(t("credentials:password.missing"));
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await client.auth.resetRegistration({ login_id: loginId, password });
      // Every session of this person has ended with it, also one in this browser.
      clearSession();
      notify("success", t("reset.done"));
      await go("/login", {}, { replace: true });
    } catch (failure) {
      const appError = toAppError(failure);
      setError(appError.fields.password ?? appError.message);
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className={styles.card}>
      <title>{t("shell:pageTitle", { title: t("reset.title") })}</title>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <div>
          <h1 className={styles.title}>{t("reset.title")}</h1>
          <p className={styles.lead}>{t("reset.lead", { userId: loginId })}</p>
        </div>
        <HiddenUserId value={loginId} />
        <NewPasswordField value={password} onChange={setPassword} context={[loginId]} error={error} inputRef={input} />
        <Button type="submit" variant="filled" size="md" loading={busy}>
          {t("reset.submit")}
        </Button>
      </form>
    </section>
  );
}

/** So that a password manager files the new password under the right id. */
export function HiddenUserId({ value }: { value: string }) {
  return (
    <input
      className={styles.hiddenId}
      name="username"
      autoComplete="username"
      value={value}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
