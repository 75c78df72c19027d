import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "./field-props.ts";
import styles from "./fields.module.css";

// Help stands beneath its field, so that fields side by side are level, and the error beneath the help.
const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

type Named = Omit<FieldProps<unknown>, "value" | "onChange">;

/**
 * What Mantine's inputs need of a field. They tie help and error to the input themselves (aria-describedby, aria-invalid).
 * `note` stands behind the help: what is left, the unit.
 */
export function useField({ id, label, help, error, rule, hideLabel, autoFocus }: Named, note?: ReactNode) {
  const { t } = useTranslation("fields");
  return {
    id,
    ...(hideLabel
      ? { "aria-label": label }
      : {
          label: (
            <>
              {label}
              {/* The input says to a screen reader that it is required. */}
              {rule?.required ? <span className={styles.required} data-words={t("required")} aria-hidden /> : null}
            </>
          ),
        }),
    ...(help || note ? { description: joined(help, note) } : {}),
    error,
    required: rule?.required ?? false,
    withAsterisk: false,
    inputWrapperOrder: ORDER,
    ...(autoFocus ? { "data-autofocus": true } : {}),
  };
}

function joined(help: ReactNode, note: ReactNode): ReactNode {
  return help && note ? (
    <>
      {help} {note}
    </>
  ) : (
    (help ?? note)
  );
}
