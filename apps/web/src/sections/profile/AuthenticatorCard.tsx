import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { notify } from "../../shell/toasts.tsx";
import { UnsavedGuard } from "../../shell/UnsavedGuard.tsx";
import { Card } from "../../ui/Card.tsx";
import { AuthenticatorKey } from "../../ui/credentials/AuthenticatorKey.tsx";
import { CodeField, sixDigits } from "../../ui/credentials/CodeField.tsx";
import { RecoveryCodes } from "../../ui/credentials/RecoveryCodes.tsx";
import { profileQuery, sessionsQuery } from "./profile.api.ts";
import styles from "./profile.module.css";

type Stage =
  | { name: "start" }
  | { name: "key"; secret: string; url: string }
  | { name: "codes"; codes: string[]; noted: boolean; error?: string };

/** A new device in two steps: a code of the old one, then one of the new. The new recovery codes are shown this once. */
export function AuthenticatorCard({ userId }: { userId: string }) {
  const { t } = useTranslation(["profile", "credentials"]);
  const cache = useQueryClient();
  const [stage, setStage] = useState<Stage>({ name: "start" });

  const begin = async (code: string) => {
    const made = await client.auth.startTfaChange({ code });
    setStage({ name: "key", secret: made.tfa_secret, url: made.otpauth_url });
  };
  const finish = async (code: string) => {
    const { recovery_codes } = await client.auth.finishTfaChange({ code });
    notify("success", t("tfa.done"));
    setStage({ name: "codes", codes: recovery_codes, noted: false });
    await Promise.all([
      cache.invalidateQueries({ queryKey: profileQuery().queryKey }),
      cache.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
    ]);
  };

  return (
    <Card title={t("tfa.title")}>
      {stage.name === "start" ? (
        <CodeStep
          key="old"
          lead={t("tfa.lead")}
          label={t("tfa.oldCode")}
          hint={t("password.codeHint")}
          submit={t("tfa.start")}
          onCode={begin}
        />
      ) : null}
      {stage.name === "key" ? (
        <div className={styles.form}>
          <p className={styles.lead}>{t("tfa.newLead")}</p>
          <AuthenticatorKey secret={stage.secret} url={stage.url} />
          <CodeStep
            key="new"
            label={t("tfa.newCode")}
            submit={t("tfa.finish")}
            onCode={finish}
            onCancel={() => setStage({ name: "start" })}
            focused
          />
        </div>
      ) : null}
      {stage.name === "codes" ? (
        <div className={styles.form}>
          <RecoveryCodes
            codes={stage.codes}
            userId={userId}
            lead={t("tfa.codesLead")}
            noted={stage.noted}
            onNoted={(noted) => setStage({ name: "codes", codes: stage.codes, noted })}
            error={stage.error}
          />
          <div className={styles.submit}>
            <Button
              onClick={() =>
                setStage(stage.noted ? { name: "start" } : { ...stage, error: t("credentials:recovery.notedMissing") })
              }
            >
              {t("tfa.close")}
            </Button>
          </div>
          <UnsavedGuard isDirty={() => !stage.noted} changes={[t("credentials:recovery.lost")]} />
        </div>
      ) : null}
    </Card>
  );
}

type CodeStepProps = {
  lead?: string;
  label: string;
  hint?: string;
  submit: string;
  onCode: (code: string) => Promise<void>;
  onCancel?: () => void;
  /** The cursor waits here: the step before was just done. */
  focused?: boolean;
};

function CodeStep({ lead, label, hint, submit, onCode, onCancel, focused = false }: CodeStepProps) {
  const { t } = useTranslation(["profile", "credentials"]);
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) input.current?.focus({ preventScroll: true });
  }, [focused]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const code = sixDigits(typed);
    setError(code === undefined ? t("credentials:code.invalid") : undefined);
    if (code === undefined) {
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await onCode(code);
    } catch (failure) {
      setError(toAppError(failure).message);
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
      <CodeField label={label} description={hint} value={typed} error={error} onChange={setTyped} inputRef={input} />
      <div className={styles.submit}>
        {onCancel ? <Button onClick={onCancel}>{t("tfa.cancel")}</Button> : null}
        <Button type="submit" loading={busy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
