import { Switch } from "@mantine/core";
import { Fact } from "./Fact.tsx";
import type { FieldProps } from "./field-props.ts";

type SwitchFieldProps = FieldProps<boolean> & {
  /** What on and off are called, to read. */
  on?: string;
  off?: string;
};

/** A choice of two: a switch to change, a word to read. */
export function SwitchField({ id, label, help, value, error, reading, on = "", off = "", onChange }: SwitchFieldProps) {
  if (reading)
    return (
      <Fact label={label} help={help}>
        {value ? on : off}
      </Fact>
    );
  return (
    <Switch
      id={id}
      label={label}
      description={help}
      checked={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
