import { TextInput } from "@mantine/core";
import type { Ref } from "react";
import styles from "./CodeField.module.css";

type CodeFieldProps = {
  id?: string | undefined;
  label: string;
  description?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
};

/** The six digits of an authenticator. */
export function CodeField({ id, label, description, value, onChange, error, inputRef }: CodeFieldProps) {
  return (
    <TextInput
      ref={inputRef}
      {...(id === undefined ? {} : { id })}
      label={label}
      description={description}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      size="lg"
      classNames={{ input: styles.code ?? "" }}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Full-width digits and spaces are taken as typed by a person in a hurry; undefined when it is not six digits. */
export function sixDigits(typed: string): string | undefined {
  const digits = typed.normalize("NFKC").replace(/\s/g, "");
  return /^[0-9]{6}$/.test(digits) ? digits : undefined;
}
