import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import styles from "./auth.module.css";

type CodeFormProps = {
  userId: string;
  /** Demo installations can fill in the code by themselves. */
  demo: boolean;
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
};

/** Second step: the six digits. Full-width digits and spaces are taken as typed by a person in a hurry. */
export function CodeForm({ userId, demo, onCode, onBack }: CodeFormProps) {
  const { t } = useTranslation("auth");
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [help, setHelp] = useState<"offer" | "fetching" | "filled">("offer");

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const digits = code.normalize("NFKC").replace(/\s/g, "");
    if (!/^[0-9]{6}$/.test(digits)) {
      setError(t("code.invalid"));
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      await onCode(digits);
    } catch (failure) {
      setError(toAppError(failure).message);
      setBusy(false);
    }
  };

  const fillIn = async () => {
    setHelp("fetching");
    setError(undefined);
    try {
      const answer = await client.demo.code({ login_id: userId });
      setCode(answer.code);
      setHelp("filled");
    } catch (failure) {
      setError(toAppError(failure).message);
      setHelp("offer");
    }
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <h1 className={styles.title}>{t("code.title")}</h1>
        <p className={styles.lead}>
          {t("code.as", { userId })}
          <br />
          {t("code.lead")}
        </p>
      </div>
      <TextInput
        label={t("code.code")}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={16}
        size="lg"
        classNames={{ input: styles.code ?? "" }}
        value={code}
        error={error}
        onChange={(event) => setCode(event.currentTarget.value)}
        ref={(input) => {
          // The one thing to do on this step.
          if (code === "" && document.activeElement === document.body) input?.focus();
        }}
      />
      <Button type="submit" variant="filled" size="md" loading={busy}>
        {t("code.submit")}
      </Button>
      {demo ? (
        <div className={styles.help}>
          <Button variant="light" loading={help === "fetching"} onClick={() => void fillIn()}>
            {t("demo.fetchCode")}
          </Button>
          <span role="status">
            {help === "fetching" ? t("demo.fetching") : help === "filled" ? t("demo.filled") : null}
          </span>
        </div>
      ) : null}
      <button type="button" className={styles.back} onClick={onBack}>
        {t("code.back")}
      </button>
    </form>
  );
}
