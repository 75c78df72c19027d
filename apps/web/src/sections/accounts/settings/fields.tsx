import { NumberInput, Switch, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import { useCurrentForm } from "./SettingsForm.tsx";
import styles from "./settings.module.css";

/** What is typed into a figure's field; nothing counts as not filled in. */
export type Figure = number | "";

/** A value that is only shown, where a field would be. */
export function Fact({ label, help, children }: { label: string; help?: ReactNode; children: ReactNode }) {
  return (
    <dl className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {help ? <dd className={styles.help}>{help}</dd> : null}
    </dl>
  );
}

type TextFieldProps = {
  field: string;
  help?: ReactNode;
  max: number;
  type?: "text" | "email" | "tel";
  placeholder?: string;
  /** Several lines. */
  lines?: number;
};

export function TextField({ field, help, max, type = "text", placeholder, lines }: TextFieldProps) {
  const { t } = useTranslation("accountSettings");
  const { form, editable } = useCurrentForm();
  const value = String(form.values[field] ?? "");
  const label = form.labels[field] ?? "";
  if (!editable) {
    return (
      <Fact label={label} help={help}>
        {value === "" ? t("notSet") : <span className={lines ? styles.block : undefined}>{value}</span>}
      </Fact>
    );
  }
  const common = {
    id: form.idOf(field),
    label,
    description: help,
    value,
    error: form.errors[field],
    maxLength: max,
    ...(placeholder ? { placeholder } : {}),
    autoComplete: "off",
  };
  const change = (next: string) => form.change({ [field]: next });
  return lines ? (
    <Textarea {...common} minRows={lines} autosize onChange={(event) => change(event.currentTarget.value)} />
  ) : (
    <TextInput {...common} type={type} onChange={(event) => change(event.currentTarget.value)} />
  );
}

type FigureFieldProps = { field: string; help?: ReactNode; unit: string; min: number; max: number };

/** A whole number with its unit. */
export function FigureField({ field, help, unit, min, max }: FigureFieldProps) {
  const { form, editable } = useCurrentForm();
  const value = form.values[field] as Figure;
  const label = form.labels[field] ?? "";
  if (!editable) {
    return (
      <Fact label={label} help={help}>
        {value === "" ? "" : formatCount(value, unit)}
      </Fact>
    );
  }
  return (
    <NumberInput
      id={form.idOf(field)}
      label={label}
      description={help}
      value={value}
      error={form.errors[field]}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      suffix={unit}
      onChange={(typed) => form.change({ [field]: typeof typed === "number" ? typed : "" })}
    />
  );
}

type SwitchFieldProps = { field: string; help?: ReactNode; on: string; off: string };

/** A choice of two: a switch to change, a word to read. */
export function SwitchField({ field, help, on, off }: SwitchFieldProps) {
  const { form, editable } = useCurrentForm();
  const value = form.values[field] === true;
  const label = form.labels[field] ?? "";
  if (!editable) {
    return (
      <Fact label={label} help={help}>
        {value ? on : off}
      </Fact>
    );
  }
  return (
    <Switch
      id={form.idOf(field)}
      label={label}
      description={help}
      checked={value}
      error={form.errors[field]}
      onChange={(event) => form.change({ [field]: event.currentTarget.checked })}
    />
  );
}
