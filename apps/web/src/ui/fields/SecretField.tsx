import { PasswordInput } from "@mantine/core";
import type { FieldProps } from "./field-props.ts";
import { useField } from "./use-field.tsx";

type SecretFieldProps = FieldProps<string> & {
  autoComplete: string;
  name?: string;
  /** What the button that shows it is called. */
  show: string;
  /** Takes the focus when it appears. */
  now?: boolean;
};

/** A password or a key: not seen while it is typed unless asked for. */
export function SecretField({ autoComplete, name, show, now = false, ...props }: SecretFieldProps) {
  return (
    <PasswordInput
      {...useField(props)}
      {...(name ? { name } : {})}
      value={props.value}
      autoComplete={autoComplete}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ "aria-label": show }}
      {...(props.error ? { "aria-invalid": true } : {})}
      autoFocus={now}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
