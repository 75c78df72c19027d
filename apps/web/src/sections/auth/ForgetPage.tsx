import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import styles from "./auth.module.css";

/** Asking for the mail. The answer is the same whether the id exists or not (product rules, sign-in). */
export function ForgetPage() {
  const { t } = useTranslation(["signup", "auth", "shell"]);
  const [userId, setUserId] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    if (userId.trim() === "") {
      setError(t("auth:login.userIdMissing"));
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await client.auth.resetForget({ login_id: userId.trim() });
      setSent(true);
    } catch (failure) {
      setError(toAppError(failure).message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className={styles.card}>
      <title>{t("shell:pageTitle", { title: t("forget.title") })}</title>
      {sent ? (
        <div className={styles.form} role="status">
          <h1 className={styles.title}>{t("forget.sentTitle")}</h1>
          <p className={styles.lead}>{t("forget.sent", { userId: userId.trim() })}</p>
          <p className={styles.lead}>{t("forget.notArrived")}</p>
          <div className={styles.ways}>
            <button type="button" onClick={() => setSent(false)}>
              {t("forget.again")}
            </button>
            <AppLink to="/login">{t("forget.toLogin")}</AppLink>
          </div>
        </div>
      ) : (
        <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          <div>
            <h1 className={styles.title}>{t("forget.title")}</h1>
            <p className={styles.lead}>{t("forget.lead")}</p>
          </div>
          <TextInput
            ref={input}
            label={t("auth:login.userId")}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            value={userId}
            error={error}
            onChange={(event) => setUserId(event.currentTarget.value)}
          />
          <Button type="submit" variant="filled" size="md" loading={busy}>
            {t("forget.submit")}
          </Button>
          <div className={styles.ways}>
            <AppLink to="/login">{t("forget.toLogin")}</AppLink>
          </div>
        </form>
      )}
    </section>
  );
}
