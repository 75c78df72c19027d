import { Button, Checkbox, Radio } from "@mantine/core";
import { parseDate } from "@okaeri/domain/calendar-date";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./FilterChips.module.css";
import { DateField } from "./fields/DateField.tsx";
import { FigureField } from "./fields/FigureField.tsx";
import type { FigureInput } from "./fields/field-props.ts";
import { figureProblem } from "./fields/figure-problem.ts";
import type { Unit } from "./format.ts";

export type FilterChoice = { value: string; label: string };

type ChoicesProps = { options: FilterChoice[]; value: string[]; onApply: (value: string[]) => void };

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

type OneChoiceProps = { options: FilterChoice[]; value: string | undefined; onApply: (value: string) => void };

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

export type FilterRange<T> = { from?: T | undefined; to?: T | undefined };

type NumberRangeProps = {
  value: FilterRange<number>;
  unit: Unit | undefined;
  onApply: (value: FilterRange<number>) => void;
};

const COUNTED = { from: 0, to: 999_999_999 };

/** From and to, both included, either may stay open. Whole numbers from 0. */
export function NumberRangeEditor({ value, unit, onApply }: NumberRangeProps) {
  const { t } = useTranslation("ui");
  const id = useId();
  const [from, setFrom] = useState<FigureInput>(value.from ?? "");
  const [to, setTo] = useState<FigureInput>(value.to ?? "");
  const read = (typed: FigureInput) => (typeof typed === "number" ? typed : undefined);
  const range = { from: read(from), to: read(to) };
  const reversed = range.from !== undefined && range.to !== undefined && range.from > range.to;
  const wrong = [from, to].some((typed) =>
    typeof typed === "number" ? figureProblem(typed, COUNTED) !== undefined : typed !== "",
  );
  const figure = { rule: COUNTED, ...(unit ? { unit } : {}) };
  return (
    <form className={styles.editor} onSubmit={submitting(() => !reversed && !wrong && onApply(range))}>
      <div className={styles.pair}>
        <FigureField
          {...figure}
          id={`${id}from`}
          label={t("filter.atLeast")}
          value={from}
          onChange={setFrom}
          autoFocus
        />
        <FigureField {...figure} id={`${id}to`} label={t("filter.atMost")} value={to} onChange={setTo} />
      </div>
      {reversed ? <Reversed /> : null}
      <Button type="submit" variant="filled">
        {t("filter.apply")}
      </Button>
    </form>
  );
}

type DateRangeProps = { value: FilterRange<string>; onApply: (value: FilterRange<string>) => void };

/** Two days, both included, either may stay open. */
export function DateRangeEditor({ value, onApply }: DateRangeProps) {
  const { t } = useTranslation("ui");
  const id = useId();
  const [from, setFrom] = useState(value.from ?? "");
  const [to, setTo] = useState(value.to ?? "");
  const wrong = [from, to].some((typed) => typed !== "" && parseDate(typed) === undefined);
  const reversed = !wrong && from !== "" && to !== "" && from > to;
  const apply = () => !reversed && !wrong && onApply({ from: from || undefined, to: to || undefined });
  return (
    <form className={styles.editor} onSubmit={submitting(apply)}>
      <div className={styles.pair}>
        <DateField id={`${id}from`} label={t("filter.from")} value={from} onChange={setFrom} autoFocus />
        <DateField id={`${id}to`} label={t("filter.to")} value={to} onChange={setTo} />
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
