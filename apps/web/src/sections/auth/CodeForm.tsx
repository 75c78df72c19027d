import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { CodeField, sixDigits } from "../../parts/credentials/CodeField.tsx";
import { recoveryCode } from "../../parts/credentials/recovery-code.ts";
import styles from "./auth.module.css";

type CodeFormProps = {
  userId: string;
  /** Demo installations can fill in the code by themselves. */
  demo: boolean;
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
};

/** Second step: the six digits, or one recovery code when the authenticator is out of reach. */
export function CodeForm({ userId, demo, onCode, onBack }: CodeFormProps) {
  const { t } = useTranslation("auth");
  const [by, setBy] = useState<"app" | "recovery">("app");
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other field is a new one thing to do
  useEffect(() => input.current?.focus(), [by]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const code = by === "app" ? sixDigits(typed) : recoveryCode(typed);
    if (code === undefined) {
      setError(by === "app" ? t("code.invalid") : t("code.recoveryInvalid"));
      input.current?.focus();
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      await onCode(code);
    } catch (failure) {
      setError(toAppError(failure).message);
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  const change = () => {
    setBy(by === "app" ? "recovery" : "app");
    setTyped("");
    setError(undefined);
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <h1 className={styles.title}>{by === "app" ? t("code.title") : t("code.recoveryTitle")}</h1>
        <p className={styles.lead}>
          {t("code.as", { userId })}
          <br />
          {by === "app" ? t("code.lead") : t("code.recoveryLead")}
        </p>
      </div>
      {by === "app" ? (
        <CodeField label={t("code.code")} value={typed} error={error} onChange={setTyped} inputRef={input} />
      ) : (
        <TextInput
          ref={input}
          label={t("code.recovery")}
          description={t("code.recoveryLost")}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          size="lg"
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <Button type="submit" variant="filled" size="md" loading={busy}>
        {t("code.submit")}
      </Button>
      {demo && by === "app" ? <DemoCode userId={userId} onCode={setTyped} onError={setError} /> : null}
      <div className={styles.ways}>
        <button type="button" onClick={change}>
          {by === "app" ? t("code.noApp") : t("code.useApp")}
        </button>
        <button type="button" onClick={onBack}>
          {t("code.back")}
        </button>
      </div>
    </form>
  );
}

type DemoCodeProps = {
  userId: string;
  onCode: (code: string) => void;
  onError: (message: string | undefined) => void;
};

function DemoCode({ userId, onCode, onError }: DemoCodeProps) {
  const { t } = useTranslation("auth");
  const [state, setState] = useState<"offer" | "fetching" | "filled">("offer");
  const fillIn = async () => {
    setState("fetching");
    onError(undefined);
    try {
      onCode((await client.demo.code({ login_id: userId })).code);
      setState("filled");
    } catch (failure) {
      onError(toAppError(failure).message);
      setState("offer");
    }
  };
  return (
    <div className={styles.help}>
      <Button variant="light" loading={state === "fetching"} onClick={() => void fillIn()}>
        {t("demo.fetchCode")}
      </Button>
      <span role="status">
        {state === "fetching" ? t("demo.fetching") : state === "filled" ? t("demo.filled") : null}
      </span>
    </div>
  );
}
