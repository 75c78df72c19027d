import { Button, PasswordInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { Steps } from "../../ui/Steps.tsx";
import type { Invited } from "./auth.api.ts";
import styles from "./auth.module.css";
import { HiddenUserId } from "./ResetPage.tsx";
import { SignUpAuthenticator } from "./SignUpAuthenticator.tsx";
import { SignUpCodes } from "./SignUpCodes.tsx";

type Key = { tfa_secret: string; otpauth_url: string };
type Progress = { key?: Key; codeProven?: boolean; recoveryCodes?: string[] };

/** After an administrator took the authenticator away: a new one under the kept id, with the password asked for. */
export function RegisterAgain({ invited, loginId }: { invited: Invited; loginId: string }) {
  const { t } = useTranslation(["signup", "shell"]);
  const [progress, setProgress] = useState<Progress>({});
  const { key, codeProven, recoveryCodes } = progress;
  const step = recoveryCodes ? "codes" : codeProven ? "password" : key ? "tfa" : "start";
  return (
    <>
      <title>{t("shell:pageTitle", { title: t("again.title") })}</title>
      <section className={styles.card}>
        <h1 className={styles.title}>{t("again.title")}</h1>
        <Steps
          current={step}
          steps={(["start", "tfa", "password", "codes"] as const).map((one) => ({
            key: one,
            label: t(`again.steps.${one}`),
          }))}
        />
        {step === "start" ? (
          <Start invited={invited} loginId={loginId} onKey={(made) => setProgress({ key: made })} />
        ) : null}
        {step === "tfa" && key ? (
          <SignUpAuthenticator
            tfaSecret={key.tfa_secret}
            otpauthUrl={key.otpauth_url}
            onProven={() => setProgress({ ...progress, codeProven: true })}
            back={t("signup.backToStart")}
            onBack={() => setProgress({})}
          />
        ) : null}
        {step === "password" && key ? (
          <CurrentPassword
            loginId={loginId}
            tfaSecret={key.tfa_secret}
            onRegistered={(codes) => setProgress({ ...progress, recoveryCodes: codes })}
          />
        ) : null}
        {recoveryCodes ? (
          <SignUpCodes codes={recoveryCodes} loginId={loginId} lead={t("again.codesLead")} done={t("again.done")} />
        ) : null}
      </section>
    </>
  );
}

type StartProps = { invited: Invited; loginId: string; onKey: (key: Key) => void };

function Start({ invited, loginId, onKey }: StartProps) {
  const { t } = useTranslation("signup");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    setError(undefined);
    try {
      onKey(await client.auth.signupGenerateTfa({ login_id: loginId }));
    } catch (failure) {
      setError(toAppError(failure).message);
      setBusy(false);
    }
  };
  return (
    <div className={styles.form}>
      <p className={styles.invitation}>
        <strong>{invited.company_name}</strong>
        {t("again.person", { name: invited.name, userId: loginId })}
      </p>
      <p className={styles.lead}>{t("again.lead")}</p>
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      <Button variant="filled" size="md" loading={busy} onClick={() => void start()}>
        {t("again.start")}
      </Button>
    </div>
  );
}

type CurrentPasswordProps = { loginId: string; tfaSecret: string; onRegistered: (codes: string[]) => void };

function CurrentPassword({ loginId, tfaSecret, onRegistered }: CurrentPasswordProps) {
  const { t } = useTranslation(["signup", "credentials"]);
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(password === "" ? t("again.passwordMissing") : undefined);
    if (password === "") {
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const body = { login_id: loginId, password, tfa_secret: tfaSecret };
      onRegistered((await client.auth.signupRegistration(body)).recovery_codes);
    } catch (failure) {
      const appError = toAppError(failure);
      setError(appError.fields.password ?? appError.message);
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.lead}>{t("again.passwordLead")}</p>
      <HiddenUserId value={loginId} />
      <PasswordInput
        ref={input}
        label={t("again.password")}
        name="password"
        autoComplete="current-password"
        size="md"
        value={password}
        error={error}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ "aria-label": t("credentials:password.show") }}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" size="md" loading={busy}>
        {t("again.register")}
      </Button>
      <div className={styles.ways}>
        <AppLink to="/login/forget">{t("again.forgot")}</AppLink>
      </div>
    </form>
  );
}
