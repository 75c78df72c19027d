import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { AuthenticatorKey } from "../../parts/credentials/AuthenticatorKey.tsx";
import { CodeField, sixDigits } from "../../parts/credentials/CodeField.tsx";
import styles from "./auth.module.css";

type SignUpAuthenticatorProps = {
  tfaSecret: string;
  otpauthUrl: string;
  onProven: () => void;
  /** Where the way back leads, in words. */
  back: string;
  onBack: () => void;
};

/** The key goes into the authenticator, and the first code proves that it arrived. */
export function SignUpAuthenticator({ tfaSecret, otpauthUrl, onProven, back, onBack }: SignUpAuthenticatorProps) {
  const { t } = useTranslation(["signup", "credentials"]);
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const code = sixDigits(typed);
    setError(code === undefined ? t("credentials:code.invalid") : undefined);
    if (code === undefined) {
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await client.auth.signupVerifyCode({ code, tfa_secret: tfaSecret });
      onProven();
    } catch (failure) {
      setError(toAppError(failure).message);
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.lead}>{t("signup.tfaLead")}</p>
      <AuthenticatorKey secret={tfaSecret} url={otpauthUrl} />
      <CodeField
        label={t("credentials:code.label")}
        description={t("signup.tfaCode")}
        value={typed}
        error={error}
        onChange={setTyped}
        inputRef={input}
      />
      <Button type="submit" variant="filled" size="md" loading={busy}>
        {t("signup.verify")}
      </Button>
      <div className={styles.ways}>
        <button type="button" onClick={onBack}>
          {back}
        </button>
      </div>
    </form>
  );
}
