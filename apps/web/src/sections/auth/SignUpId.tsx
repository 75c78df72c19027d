import { Button, TextInput } from "@mantine/core";
import { isSignInId, signInId } from "@okaeri/domain/auth/sign-in-id";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import type { Invited } from "./auth.api.ts";
import styles from "./auth.module.css";

type SignUpIdProps = {
  invited: Invited;
  loginId: string;
  onKey: (loginId: string, key: { tfa_secret: string; otpauth_url: string }) => void;
};

type Answer = { id: string; free: boolean; reason?: string | undefined };

/** The user id. The server is asked when the field is left, not at each key: an invitation has a handful of questions. */
export function SignUpId({ invited, loginId, onKey }: SignUpIdProps) {
  const { t } = useTranslation("signup");
  const [typed, setTyped] = useState(loginId);
  const [answer, setAnswer] = useState<Answer>();
  const [checking, setChecking] = useState(false);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  // The one form: what is shown from here on is what is stored.
  const id = signInId(typed);
  const known = answer?.id === id ? answer : undefined;

  const check = async (): Promise<boolean> => {
    if (known) return known.free;
    if (!isSignInId(id)) {
      setAnswer({ id, free: false, reason: t("signup.idInvalid") });
      return false;
    }
    setChecking(true);
    try {
      const appError = await client.auth.signupAvailability({ login_id: id });
      setAnswer({ id, free: appError.availability, reason: appError.reason });
      return appError.availability;
    } finally {
      setChecking(false);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    setBusy(true);
    try {
      if (await check()) onKey(id, await client.auth.signupGenerateTfa({ login_id: id }));
      else input.current?.focus();
    } catch (failure) {
      const appError = toAppError(failure);
      setError(appError.fields.login_id ?? appError.message);
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.invitation}>
        <strong>{t("signup.invited", { company: invited.company_name })}</strong>
        {t("signup.person", { name: invited.name, mail: invited.user_email })}
      </p>
      <p className={styles.lead}>{t("signup.idLead")}</p>
      <div>
        <TextInput
          ref={input}
          label={t("signup.userId")}
          description={t("signup.idHint")}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          value={typed}
          error={error ?? (known?.free === false ? known.reason : undefined)}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(undefined);
          }}
          onBlur={() => {
            if (id !== "" && !busy) void check().catch((failure) => setError(toAppError(failure).message));
          }}
        />
        <div role="status">
          {checking ? <p className={styles.checking}>{t("signup.checking")}</p> : null}
          {known?.free && !error ? <p className={styles.good}>{t("signup.available")}</p> : null}
        </div>
      </div>
      <Button type="submit" variant="filled" size="md" loading={busy}>
        {t("signup.next")}
      </Button>
    </form>
  );
}
