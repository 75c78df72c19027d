import { NativeSelect, Radio, Select } from "@mantine/core";
import { Fact } from "./Fact.tsx";
import type { FieldProps } from "./field-props.ts";
import styles from "./fields.module.css";
import { useField } from "./use-field.tsx";

/** `note`: what the choice means, where all choices are seen at once. */
export type Choice = {
  value: string;
  label: string;
  note?: string;
  /** It is shown and cannot be chosen; the label says why. */
  disabled?: boolean;
};

export type ChoiceFieldProps<V extends string | null> = FieldProps<V> & {
  choices: readonly Choice[];
  /**
   * How it is chosen: in a list that can be searched (`list`, many), in the browser's own (`short`, a few words in a row of a
   * table), or among all at once (`open`, where each needs a note).
   */
  as?: "list" | "short" | "open";
  placeholder?: string;
  /** What takes the choice back is called; without it one choice is always made. */
  clear?: string;
  disabled?: boolean;
  nothingFound?: string;
};

/** One of several. */
export function ChoiceField<V extends string | null>(props: ChoiceFieldProps<V>) {
  const { value, onChange, choices, as = "list", reading, label, help, error } = props;
  const field = useField(props);
  const chosen = choices.find((choice) => choice.value === value);
  const choose = (next: string | null) => onChange(next as V);
  if (reading)
    return (
      <Fact label={label} help={chosen?.note ?? help}>
        {chosen?.label ?? ""}
      </Fact>
    );
  if (as === "open")
    return (
      <Radio.Group {...field} tabIndex={-1} value={value ?? ""} onChange={choose}>
        <div className={styles.choices}>
          {choices.map((choice) => (
            <Radio key={choice.value} value={choice.value} label={choice.label} description={choice.note} />
          ))}
        </div>
      </Radio.Group>
    );
  if (as === "short")
    return (
      <NativeSelect
        {...field}
        data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
        value={value ?? ""}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    );
  return (
    <Select
      {...field}
      error={error}
      data={choices.map(({ value: one, label: name, disabled = false }) => ({ value: one, label: name, disabled }))}
      value={value}
      searchable={choices.length > 8}
      allowDeselect={false}
      disabled={props.disabled ?? false}
      {...(props.placeholder ? { placeholder: props.placeholder } : {})}
      {...(props.nothingFound ? { nothingFoundMessage: props.nothingFound } : {})}
      {...(props.clear ? { clearable: true, clearButtonProps: { "aria-label": props.clear } } : {})}
      onChange={choose}
    />
  );
}
