import { useImperativeHandle, useRef } from "react";
import type { LuaEditorProps } from "./editor-props.ts";
import styles from "./LuaTarget.module.css";

/** A script as plain text, where the editor of code could not be loaded: what is typed and judged goes on. */
export function PlainEditor({ ref, value, onChange, remarks, label, describedBy }: LuaEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({
    goTo: ({ line, column }) => {
      const before = value.split("\n").slice(0, line - 1);
      const place = before.reduce((sum, { length }) => sum + length + 1, column - 1);
      field.current?.focus();
      field.current?.setSelectionRange(place, place);
    },
  }));
  return (
    <textarea
      ref={field}
      className={styles.plain}
      rows={6}
      spellCheck={false}
      value={value}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={remarks.some(({ severity }) => severity === "error")}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
