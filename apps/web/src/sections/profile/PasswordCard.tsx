import { Button, PasswordInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { NewPasswordField, newPasswordProblems } from "../../parts/credentials/NewPasswordField.tsx";
import { useGo } from "../../shell/navigation.ts";
import { setSession, useSession } from "../../shell/session.ts";
import { notify } from "../../shell/toasts.tsx";
import { Card } from "../../ui/Card.tsx";
import { ProofField, proofOf } from "./ProofField.tsx";
import { type Profile, profileQuery, sessionsQuery } from "./profile.api.ts";
import styles from "./profile.module.css";

type Errors = Partial<Record<"old_password" | "password" | "code" | "form", string>>;

/** A new password: the old one and a fresh code prove the person. Ends the other sessions and the demand for a new one. */
export function PasswordCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation(["profile", "credentials"]);
  const say = useProblemText();
  const go = useGo();
  const cache = useQueryClient();
  const { pwdUpdateRequired } = useSession();
  const [old, setOld] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const context = [profile.login_id, profile.name, profile.user_email.split("@")[0] ?? "", ...profile.companies];

  const show = (next: Errors) => {
    setErrors(next);
    const names = { old_password: "current-password", password: "new-password", code: "code" } as const;
    const first = (["old_password", "password", "code"] as const).find((field) => next[field] !== undefined);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${names[first]}]`)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const proof = proofOf(code);
    const weak = password !== "" && newPasswordProblems(password, context).length > 0;
    const missing: Errors = {
      ...(old === "" ? { old_password: say({ code: "required" }) } : {}),
      ...(password === "" ? { password: say({ code: "required" }) } : {}),
      ...(weak ? { password: t("credentials:password.levels.unusable") } : {}),
      ...(proof === undefined ? { code: say({ code: "not_a_proof" }) } : {}),
    };
    show(missing);
    if (Object.keys(missing).length > 0 || proof === undefined) return;
    setBusy(true);
    try {
      const next = await client.auth.changePassword({ old_password: old, password, code: proof });
      setOld("");
      setPassword("");
      setCode("");
      setSession(next);
      notify("success", t("password.done"));
      if (pwdUpdateRequired) await go("/", {}, { replace: true });
      await Promise.all([
        cache.invalidateQueries({ queryKey: profileQuery().queryKey }),
        cache.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
      ]);
    } catch (failure) {
      const appError = toAppError(failure);
      show(Object.keys(appError.fields).length > 0 ? appError.fields : { form: appError.message });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Card title={t("password.title")}>
      <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p className={styles.lead}>{t("password.lead")}</p>
        {errors.form ? (
          <p className={styles.problem} role="alert">
            {errors.form}
          </p>
        ) : null}
        <PasswordInput
          label={t("password.old")}
          name="current-password"
          autoComplete="current-password"
          value={old}
          error={errors.old_password}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ "aria-label": t("credentials:password.show") }}
          onChange={(event) => setOld(event.currentTarget.value)}
        />
        <NewPasswordField value={password} onChange={setPassword} context={context} error={errors.password} />
        <ProofField
          label={t("password.code")}
          description={t("password.codeHint")}
          value={code}
          error={errors.code}
          onChange={setCode}
        />
        <div className={styles.submit}>
          <Button type="submit" variant={pwdUpdateRequired ? "filled" : "default"} loading={busy}>
            {t("password.submit")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
