import { useEffect, useImperativeHandle, useRef } from "react";
import type { MailTextProps } from "./editor-props.ts";
import styles from "./MailTextField.module.css";

/** A text with its marks as they are written, where the editor with chips could not be loaded. */
export function PlainText({
  ref,
  id,
  label,
  value,
  onChange,
  oneLine,
  required,
  lines,
  wrong,
  describedBy,
  lang,
  takesFocus,
  onFocus,
}: MailTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({
    insert: (words) => {
      const element = field.current;
      const from = element?.selectionStart ?? value.length;
      onChange(value.slice(0, from) + words + value.slice(element?.selectionEnd ?? from));
      requestAnimationFrame(() => {
        element?.focus();
        element?.setSelectionRange(from + words.length, from + words.length);
      });
    },
    // Marks are typed here.
    replaceMark: () => undefined,
  }));
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  return (
    <textarea
      ref={field}
      id={id}
      className={styles.plain}
      rows={lines}
      value={value}
      aria-label={label}
      aria-required={required}
      lang={lang}
      aria-invalid={wrong}
      aria-describedby={describedBy}
      onFocus={onFocus}
      onKeyDown={(event) => {
        if (oneLine && event.key === "Enter" && !event.nativeEvent.isComposing) event.preventDefault();
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
