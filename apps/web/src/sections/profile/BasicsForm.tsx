import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AppError, toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { ruleAt, rulesOf } from "../../shell/field-rules.ts";
import { KeptFormOffer } from "../../shell/KeptFormOffer.tsx";
import { useKeptForm } from "../../shell/kept-forms.ts";
import { notify } from "../../shell/toasts.tsx";
import { UnsavedGuard } from "../../shell/UnsavedGuard.tsx";
import { Card } from "../../ui/Card.tsx";
import { ProofField, proofOf } from "../../ui/credentials/ProofField.tsx";
import { ErrorSummary } from "../../ui/ErrorState.tsx";
import { SecretField } from "../../ui/fields/SecretField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { SaveBar } from "../../ui/SaveBar.tsx";
import { type Profile, profileQuery } from "./profile.api.ts";
import styles from "./profile.module.css";

const IDS = {
  name: "profile-name",
  user_email: "profile-mail",
  password: "profile-mail-password",
  code: "profile-mail-code",
} as const;
const RULES = rulesOf("auth.updateProfile");
type Values = Record<"name" | "user_email", string>;
type Proof = { password: string; code: string };
const NO_PROOF: Proof = { password: "", code: "" };

/**
 * Name and mail address. Another address asks for the password and a code, and changes only once the mail sent to it was opened: whoever
 * gets the mails can get the password.
 */
export function BasicsForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation(["profile", "credentials"]);
  const cache = useQueryClient();
  const before: Values = { name: profile.name, user_email: profile.user_email };
  const [values, setValues] = useState(before);
  // Apart from the values: a password in the making is never kept in the browser.
  const [proof, setProof] = useState(NO_PROOF);
  const [missing, setMissing] = useState<Partial<Values & Proof>>({});
  const [failure, setFailure] = useState<AppError>();
  const [saving, setSaving] = useState(false);
  const summary = useRef<HTMLDivElement>(null);
  const labels = {
    name: t("name"),
    user_email: t("mail"),
    password: t("password.old"),
    code: t("password.code"),
  };
  const changed = (["name", "user_email"] as const).filter((field) => values[field] !== before[field]);
  const newMail = changed.includes("user_email");
  const fields = newMail ? (["name", "user_email", "password", "code"] as const) : (["name", "user_email"] as const);
  const kept = useKeptForm("profile", changed.length > 0 ? values : undefined, setValues);
  const errors: Record<string, string | undefined> = { ...failure?.fields, ...missing };
  const told = fields.flatMap((field) => {
    const message = errors[field];
    return message ? [{ id: IDS[field], message: `${labels[field]}: ${message}` }] : [];
  });

  const fresh = () => {
    setMissing({});
    setFailure(undefined);
  };
  const change = (field: keyof Values, value: string) => {
    setValues({ ...values, [field]: value });
    fresh();
  };
  const prove = (field: keyof Proof, value: string) => {
    setProof({ ...proof, [field]: value });
    fresh();
  };
  const save = async () => {
    const code = proofOf(proof.code);
    const blank: Partial<Values & Proof> = {
      ...(values.name.trim() === "" ? { name: t("form.nameMissing") } : {}),
      ...(values.user_email.trim() === "" ? { user_email: t("form.mailMissing") } : {}),
      ...(newMail && proof.password === "" ? { password: t("form.passwordMissing") } : {}),
      ...(newMail && code === undefined ? { code: t("credentials:proof.invalid") } : {}),
    };
    setMissing(blank);
    setFailure(undefined);
    if (Object.keys(blank).length > 0) {
      requestAnimationFrame(() => summary.current?.focus());
      return;
    }
    setSaving(true);
    try {
      const { version } = profile;
      const proven = newMail && code !== undefined ? { password: proof.password, code } : {};
      const saved = await client.auth.updateProfile({ ...values, version, ...proven });
      // At once, so that saving again starts from what was just saved.
      cache.setQueryData(profileQuery().queryKey, (old) => (old === undefined ? old : { ...old, ...saved }));
      const asked = values.user_email.trim() !== before.user_email && saved.pending_email;
      notify("success", asked ? t("form.confirmSent", { mail: saved.pending_email }) : t("form.saved"));
      setValues({ name: saved.name, user_email: saved.user_email });
      setProof(NO_PROOF);
      await cache.invalidateQueries({ queryKey: profileQuery().queryKey });
    } catch (error) {
      setFailure(toAppError(error));
      requestAnimationFrame(() => summary.current?.focus());
    } finally {
      setSaving(false);
    }
  };

  return (
    <>
      <KeptFormOffer kept={kept} />
      <Card title={t("form.basics")}>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (changed.length > 0) void save();
          }}
        >
          <div ref={summary} tabIndex={-1} className={styles.summary}>
            {failure && told.length === 0 ? (
              <p className={styles.problem} role="alert">
                {failure.message}
              </p>
            ) : (
              <ErrorSummary errors={told} />
            )}
          </div>
          <TextField
            id={IDS.name}
            label={labels.name}
            autoComplete="name"
            value={values.name}
            rule={ruleAt(RULES, "name") ?? {}}
            error={errors.name}
            onChange={(name) => change("name", name)}
          />
          <TextField
            id={IDS.user_email}
            label={labels.user_email}
            help={profile.pending_email ? t("pending", { mail: profile.pending_email }) : t("form.mailHint")}
            autoComplete="email"
            value={values.user_email}
            rule={{ ...ruleAt(RULES, "user_email"), form: "email" }}
            error={errors.user_email}
            onChange={(mail) => change("user_email", mail)}
          />
          {newMail ? (
            <>
              <p className={styles.lead}>{t("form.mailProof")}</p>
              <SecretField
                id={IDS.password}
                label={labels.password}
                name="mail-password"
                autoComplete="current-password"
                value={proof.password}
                error={errors.password}
                show={t("credentials:password.show")}
                onChange={(password) => prove("password", password)}
              />
              <ProofField
                id={IDS.code}
                label={labels.code}
                description={t("password.codeHint")}
                value={proof.code}
                error={errors.code}
                onChange={(code) => prove("code", code)}
              />
            </>
          ) : null}
          {/* Enter in a field saves, as the bar's button does. */}
          <button type="submit" hidden />
        </form>
      </Card>
      <SaveBar
        changes={changed.map((field) => labels[field])}
        onSave={() => void save()}
        onDiscard={() => {
          setValues(before);
          setProof(NO_PROOF);
          fresh();
        }}
        saving={saving}
      />
      <UnsavedGuard isDirty={() => changed.length > 0} changes={changed.map((field) => labels[field])} />
    </>
  );
}
