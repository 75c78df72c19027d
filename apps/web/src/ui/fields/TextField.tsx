import { Textarea, TextInput } from "@mantine/core";
import { excess, normaliseTyped, type TextForm } from "@okaeri/domain/typed-text";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { Fact } from "./Fact.tsx";
import type { FieldProps } from "./field-props.ts";
import styles from "./fields.module.css";
import { useField } from "./use-field.tsx";

export type TextFieldProps = FieldProps<string> & {
  /** Several lines. */
  lines?: number;
  maxLines?: number;
  placeholder?: string;
  /** A time of day, HH:MM. */
  type?: "time";
  /** Shown, but not to be changed; the help says why. */
  readOnly?: boolean;
  /** What browsers fill in; nothing by default. */
  autoComplete?: string;
  lang?: string;
  className?: string | undefined;
  rightSection?: React.ReactNode;
  inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>;
  onFocus?: () => void;
  onLeave?: (text: string) => void;
};

const TYPES = { tel: "tel", email: "email" } as const;

/**
 * Words, on one line or several. The contract's form (kana, telephone, postcode, code, mail) decides what they become when the field
 * is left. Nothing that is typed or pasted is cut: near the limit the field counts what is left, beyond it what is too much.
 */
export function TextField(props: TextFieldProps) {
  const { value, onChange, rule = {}, reading, lines, maxLines, error, help, label } = props;
  const form = rule.form === "date" ? undefined : rule.form;
  const words = useLimitWords(value, rule.max, form);
  const field = useField({ ...props, error: words.over ?? error }, words.left);
  if (reading)
    return (
      <Fact label={label} help={help}>
        {value === "" ? "" : <span className={lines ? styles.block : undefined}>{value}</span>}
      </Fact>
    );
  const common = {
    ...field,
    value,
    autoComplete: props.autoComplete ?? "off",
    readOnly: props.readOnly ?? false,
    ...(props.placeholder ? { placeholder: props.placeholder } : {}),
    ...(props.lang ? { lang: props.lang } : {}),
    ...(props.className ? { className: props.className } : {}),
    ...(props.onFocus ? { onFocus: props.onFocus } : {}),
    ...(props.inputRef ? { ref: props.inputRef } : {}),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (lines) return <Textarea {...common} minRows={lines} {...(maxLines ? { maxRows: maxLines } : {})} autosize />;
  const leave = () => {
    const normalised = normaliseTyped(value, form);
    if (normalised !== value) onChange(normalised);
    props.onLeave?.(normalised);
  };
  return (
    <TextInput
      {...common}
      type={props.type ?? (form === "tel" || form === "email" ? TYPES[form] : "text")}
      rightSection={props.rightSection}
      onBlur={leave}
    />
  );
}

/** How much is left, once it matters, or too much. */
function useLimitWords(value: string, max: number | undefined, form: TextForm | undefined) {
  const { t } = useTranslation("fields");
  const say = useProblemText();
  if (max === undefined) return { left: null, over: undefined };
  const left = -excess(normaliseTyped(value, form), max);
  if (left < 0) return { left: null, over: say({ code: "too_long", max, over: -left }) };
  const near = left <= Math.max(5, Math.min(50, max / 5));
  return {
    left: near ? (
      <span className={styles.left} role="status">
        {t("left", { n: left })}
      </span>
    ) : null,
    over: undefined,
  };
}
