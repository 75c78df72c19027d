import { TextInput, VisuallyHidden } from "@mantine/core";
import { readFigure } from "@okaeri/domain/typed-text";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { formatCount, type Unit, unitOf } from "../format.ts";
import { Fact } from "./Fact.tsx";
import type { FieldProps, FigureInput } from "./field-props.ts";
import styles from "./fields.module.css";
import { figureProblem } from "./figure-problem.ts";
import { useField } from "./use-field.tsx";

export type FigureFieldProps = FieldProps<FigureInput> & {
  unit?: Unit;
  /** Digits behind the point; none by default. */
  decimals?: number;
  className?: string | undefined;
  describedBy?: string;
};

/**
 * A figure with its unit, such as yen. Full-width digits and commas are read as they are; what is no number stays in the field and
 * is said to be none.
 */
export function FigureField({ unit, decimals = 0, className, describedBy, ...props }: FigureFieldProps) {
  const { t } = useTranslation("fields");
  const say = useProblemText();
  const { value, onChange, rule, reading, label, help } = props;
  // What is typed, as it is typed: grouping digits under somebody's hands moves the cursor.
  const [typed, setTyped] = useState<string>();
  const word = unitOf(unit, typeof value === "number" ? value : 0).trim();
  const unread = typeof value === "string" && value !== "";
  const shown = typeof value === "number" ? grouped(value) : value;
  const bound = typeof value === "number" && rule ? figureProblem(value, rule) : undefined;
  const field = useField(
    {
      ...props,
      error: props.error ?? (unread && typed === undefined ? say({ code: "not_a_figure" }) : bound && say(bound)),
    },
    word ? <VisuallyHidden>{t("unit", { unit: word })}</VisuallyHidden> : undefined,
  );
  if (reading)
    return (
      <Fact label={label} help={help}>
        {typeof value === "number" ? formatCount(value, unit) : ""}
      </Fact>
    );
  return (
    <TextInput
      {...field}
      {...(className ? { className } : {})}
      {...(describedBy ? { "aria-describedby": describedBy } : {})}
      inputMode={decimals > 0 ? "decimal" : "numeric"}
      autoComplete="off"
      classNames={{ input: styles.figure ?? "" }}
      value={typed ?? shown}
      rightSection={word ? <span className={styles.unit}>{word}</span> : undefined}
      // The digits end before the unit, however long its word is.
      rightSectionWidth={word.length * (/[a-z]/.test(word) ? 8 : 14) + 20}
      rightSectionPointerEvents="none"
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(readFigure(event.currentTarget.value, decimals) ?? event.currentTarget.value.trim());
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

function grouped(value: number): string {
  const [whole = "", part] = String(value).split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (part === undefined ? "" : `.${part}`);
}
