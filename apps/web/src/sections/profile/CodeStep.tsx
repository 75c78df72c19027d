import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { CodeField, sixDigits } from "../../parts/credentials/CodeField.tsx";
import { ProofField, proofOf } from "./ProofField.tsx";
import styles from "./profile.module.css";

type CodeStepProps = {
  lead?: string;
  label: string;
  hint?: string;
  submit: string;
  onCode: (code: string) => Promise<void>;
  onCancel?: () => void;
  /** A recovery code does, too. */
  orRecovery?: boolean;
  /** The cursor waits here: the step before was just done. */
  focused?: boolean;
};

/** One code, and what it is for. */
export function CodeStep(props: CodeStepProps) {
  const { lead, label, hint, submit, onCode, onCancel, orRecovery = false, focused = false } = props;
  const { t } = useTranslation(["profile", "credentials"]);
  const say = useProblemText();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) input.current?.focus({ preventScroll: true });
  }, [focused]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const code = orRecovery ? proofOf(typed) : sixDigits(typed);
    const wrong = orRecovery ? say({ code: "not_a_proof" }) : t("credentials:code.invalid");
    setError(code === undefined ? wrong : undefined);
    if (code === undefined) {
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await onCode(code);
      setTyped("");
    } catch (failure) {
      setError(toAppError(failure).message);
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  const Field = orRecovery ? ProofField : CodeField;
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
      <Field label={label} description={hint} value={typed} error={error} onChange={setTyped} inputRef={input} />
      <div className={styles.submit}>
        {onCancel ? <Button onClick={onCancel}>{t("tfa.cancel")}</Button> : null}
        <Button type="submit" loading={busy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
