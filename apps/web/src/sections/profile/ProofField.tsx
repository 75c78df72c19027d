import { TextInput } from "@mantine/core";
import { type Ref, useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeField, sixDigits } from "../../parts/credentials/CodeField.tsx";
import { recoveryCode } from "../../parts/credentials/recovery-code.ts";
import styles from "./profile.module.css";

type ProofFieldProps = {
  id?: string | undefined;
  label: string;
  description?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
};

/** The authenticator's six digits, or a recovery code when the authenticator is out of reach. */
export function ProofField({ id, label, description, value, onChange, error, inputRef }: ProofFieldProps) {
  const { t } = useTranslation("credentials");
  const [by, setBy] = useState<"app" | "recovery">("app");
  const change = () => {
    setBy(by === "app" ? "recovery" : "app");
    onChange("");
  };
  return (
    <div>
      {by === "app" ? (
        <CodeField
          id={id}
          label={label}
          description={description}
          value={value}
          error={error}
          onChange={onChange}
          {...(inputRef ? { inputRef } : {})}
        />
      ) : (
        <TextInput
          ref={inputRef}
          {...(id === undefined ? {} : { id })}
          label={t("proof.recovery")}
          description={t("proof.recoveryHint")}
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          size="lg"
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <button type="button" className={styles.otherProof} onClick={change}>
        {by === "app" ? t("proof.noApp") : t("proof.useApp")}
      </button>
    </div>
  );
}

/** What was typed, when it can be either; undefined when it can be neither. */
export function proofOf(typed: string): string | undefined {
  return sixDigits(typed) ?? recoveryCode(typed);
}
