import { Button, PasswordInput, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import styles from "./auth.module.css";

export type Credentials = { userId: string; password: string };

type PasswordFormProps = {
  values: Credentials;
  onChange: (values: Credentials) => void;
  onSubmit: () => Promise<void>;
};

/** First step. What is wrong stands beside its field; a refused pair stands above both. */
export function PasswordForm({ values, onChange, onSubmit }: PasswordFormProps) {
  const { t } = useTranslation("auth");
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<{ form?: string; userId?: string; password?: string }>({});

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const missing = {
      ...(values.userId.trim() === "" ? { userId: t("login.userIdMissing") } : {}),
      ...(values.password === "" ? { password: t("login.passwordMissing") } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) {
      const first = missing.userId ? "username" : "password";
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      await onSubmit();
    } catch (error) {
      const appError = toAppError(error, "login");
      setErrors({ ...appError.fields, form: appError.message });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <h1 className={styles.title}>{t("login.title")}</h1>
        <p className={styles.lead}>{t("login.lead")}</p>
      </div>
      {errors.form ? (
        <p className={styles.error} role="alert">
          {errors.form}
        </p>
      ) : null}
      <TextInput
        label={t("login.userId")}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        value={values.userId}
        error={errors.userId}
        onChange={(event) => onChange({ ...values, userId: event.currentTarget.value })}
      />
      <PasswordInput
        label={t("login.password")}
        name="password"
        autoComplete="current-password"
        size="md"
        value={values.password}
        error={errors.password}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ "aria-label": t("login.showPassword") }}
        onChange={(event) => onChange({ ...values, password: event.currentTarget.value })}
      />
      <Button type="submit" variant="filled" size="md" loading={busy}>
        {t("login.submit")}
      </Button>
      <div className={styles.ways}>
        <AppLink to="/login/forget">{t("login.forgot")}</AppLink>
      </div>
    </form>
  );
}
