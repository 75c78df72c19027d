import { Button, Checkbox, NumberInput, Radio, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./FilterChips.module.css";
import { type Unit, unitOf } from "./format.ts";

export type Choice = { value: string; label: string };

type ChoicesProps = { options: Choice[]; value: string[]; onApply: (value: string[]) => void };

/** Any of several. */
export function ChoicesEditor({ options, value, onApply }: ChoicesProps) {
  const { t } = useTranslation("ui");
  const [picked, setPicked] = useState(value);
  if (options.length === 0) return <p className={styles.quiet}>{t("filter.noChoice")}</p>;
  return (
    <form className={styles.editor} onSubmit={submitting(() => onApply(picked))}>
      <Checkbox.Group value={picked} onChange={setPicked}>
        <div className={styles.choices}>
          {options.map((option) => (
            <Checkbox key={option.value} value={option.value} label={option.label} />
          ))}
        </div>
      </Checkbox.Group>
      <Button type="submit" variant="filled">
        {t("filter.apply")}
      </Button>
    </form>
  );
}

type OneChoiceProps = { options: Choice[]; value: string | undefined; onApply: (value: string) => void };

/** Exactly one; choosing applies at once. */
export function OneChoiceEditor({ options, value, onApply }: OneChoiceProps) {
  return (
    <Radio.Group className={styles.editor} value={value ?? ""} onChange={onApply}>
      <div className={styles.choices}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} label={option.label} />
        ))}
      </div>
    </Radio.Group>
  );
}

export type Range<T> = { from?: T | undefined; to?: T | undefined };

type NumberRangeProps = { value: Range<number>; unit: Unit | undefined; onApply: (value: Range<number>) => void };

/** From and to, both included, either may stay open. Whole numbers from 0. */
export function NumberRangeEditor({ value, unit, onApply }: NumberRangeProps) {
  const { t } = useTranslation("ui");
  const [from, setFrom] = useState<number | string>(value.from ?? "");
  const [to, setTo] = useState<number | string>(value.to ?? "");
  const range = { from: from === "" ? undefined : Number(from), to: to === "" ? undefined : Number(to) };
  const reversed = range.from !== undefined && range.to !== undefined && range.from > range.to;
  const input = {
    min: 0,
    max: 999_999_999,
    allowDecimal: false,
    thousandSeparator: ",",
    suffix: unitOf(unit, 0),
    hideControls: true,
  };
  return (
    <form className={styles.editor} onSubmit={submitting(() => !reversed && onApply(range))}>
      <div className={styles.pair}>
        <NumberInput {...input} label={t("filter.atLeast")} value={from} onChange={setFrom} data-autofocus />
        <NumberInput {...input} label={t("filter.atMost")} value={to} onChange={setTo} />
      </div>
      {reversed ? <Reversed /> : null}
      <Button type="submit" variant="filled">
        {t("filter.apply")}
      </Button>
    </form>
  );
}

type DateRangeProps = { value: Range<string>; onApply: (value: Range<string>) => void };

/** Two days, both included, either may stay open. */
export function DateRangeEditor({ value, onApply }: DateRangeProps) {
  const { t } = useTranslation("ui");
  const [from, setFrom] = useState(value.from ?? "");
  const [to, setTo] = useState(value.to ?? "");
  const reversed = from !== "" && to !== "" && from > to;
  return (
    <form
      className={styles.editor}
      onSubmit={submitting(() => !reversed && onApply({ from: from || undefined, to: to || undefined }))}
    >
      <div className={styles.pair}>
        <TextInput type="date" label={t("filter.from")} value={from} onChange={(e) => setFrom(e.currentTarget.value)} />
        <TextInput type="date" label={t("filter.to")} value={to} onChange={(e) => setTo(e.currentTarget.value)} />
      </div>
      {reversed ? <Reversed /> : null}
      <Button type="submit" variant="filled">
        {t("filter.apply")}
      </Button>
    </form>
  );
}

function Reversed() {
  const { t } = useTranslation("ui");
  return (
    <p className={styles.quiet} role="alert">
      {t("filter.reversed")}
    </p>
  );
}

function submitting(act: () => void) {
  return (event: FormEvent) => {
    event.preventDefault();
    act();
  };
}
