import { Popover } from "@mantine/core";
import { isSegmentField, RELATIVE_MONTHS, SEGMENT_FIELDS, type SegmentFieldType } from "@okaeri/domain/segments/fields";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ValueEditorProps } from "react-querybuilder";
import { DateField } from "../../../ui/fields/DateField.tsx";
import { FigureField } from "../../../ui/fields/FigureField.tsx";
import { type Choice, ChoicesEditor } from "../../../ui/filter-editors.tsx";
import { useValueText } from "../condition-text.ts";
import conditionBuilder from "./ConditionBuilder.module.css";
import styles from "./ConditionValue.module.css";
import { fieldId } from "./draft-problems.ts";
import { useEditor } from "./editor-context.ts";
import { type BuilderContext, nodePath } from "./target-tree.ts";

type NumberType = Extract<SegmentFieldType, { type: "number" }>;
type OneProps = {
  id: string;
  value: unknown;
  label: string;
  error: string | undefined;
  onChange: (value: unknown) => void;
};

/** Monday first, as the coupon's form has them. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0];

/** What the condition compares with: a number with its unit, a day, a choice. */
export function ConditionValue({ field, operator, value, handleOnChange, path, context }: ValueEditorProps) {
  const { t } = useTranslation("campaigns");
  const { errorAt } = useEditor();
  if (!isSegmentField(field)) return null;
  const type = SEGMENT_FIELDS[field];
  const place = `${nodePath(context as BuilderContext, path)}.value`;
  const error = errorAt(place);
  const one = { id: fieldId(place), error, label: t("condition.value") };
  const ownError = (type.type === "number" || type.type === "date") && operator !== "between";
  const editor = () => {
    if (type.type === "boolean") return <YesNo {...one} field={field} value={value} onChange={handleOnChange} />;
    if (type.type === "people") return <PickedPeople field={field} value={value} />;
    if (type.type !== "number" && type.type !== "date") {
      return <ManyValue {...one} field={field} type={type} value={value} onChange={handleOnChange} />;
    }
    const single = (part: OneProps) =>
      type.type === "number" ? <NumberValue {...part} type={type} /> : <DayValue {...part} />;
    if (operator !== "between") return single({ ...one, value, onChange: handleOnChange });
    // What is wrong with a pair stands behind it.
    const end = { ...one, error: undefined };
    const [low, high] = Array.isArray(value) ? (value as unknown[]) : [value, null];
    return (
      <>
        {single({ ...end, label: t("condition.low"), value: low, onChange: (next) => handleOnChange([next, high]) })}
        <span className={styles.to}>{t("condition.to")}</span>
        {single({
          ...end,
          id: `${one.id}-to`,
          label: t("condition.high"),
          value: high,
          onChange: (next) => handleOnChange([low, next]),
        })}
      </>
    );
  };
  return (
    <>
      {editor()}
      {error && !ownError ? (
        <span className={conditionBuilder.error} role="alert">
          {error}
        </span>
      ) : null}
    </>
  );
}

function NumberValue({ type, value, onChange, ...props }: OneProps & { type: NumberType }) {
  return (
    <div className={styles.number} data-unit={type.unit}>
      <FigureField
        {...props}
        hideLabel
        value={typeof value === "number" || typeof value === "string" ? value : ""}
        rule={{ from: type.min, to: type.max }}
        unit={type.unit}
        onChange={(typed) => onChange(typed === "" ? null : typed)}
      />
    </div>
  );
}

function DayValue({ value, ...props }: OneProps) {
  return (
    <div className={styles.day}>
      <DateField {...props} hideLabel value={typeof value === "string" ? value : ""} />
    </div>
  );
}

function YesNo({ id, value, label, field, onChange }: OneProps & { field: string }) {
  const words = useValueText();
  return (
    <select
      id={id}
      className={styles.valueChip}
      aria-label={label}
      value={value === false ? "no" : "yes"}
      onChange={(event) => onChange(event.currentTarget.value === "yes")}
    >
      <option value="yes">{words.one(field, true)}</option>
      <option value="no">{words.one(field, false)}</option>
    </select>
  );
}

type ManyType = Exclude<SegmentFieldType, { type: "number" | "date" | "boolean" | "people" }>;

function ManyValue(props: OneProps & { field: string; type: ManyType }) {
  const { id, value, label, error, onChange, field, type } = props;
  const { t } = useTranslation("campaigns");
  const { names } = useEditor();
  const words = useValueText();
  const [open, setOpen] = useState(false);
  const picked = Array.isArray(value) ? (value as (string | number)[]) : [];
  const possible: (string | number)[] =
    type.type === "choice"
      ? [...type.choices]
      : type.type === "month"
        ? [...RELATIVE_MONTHS, ...Array.from({ length: 12 }, (_, at) => at + 1)]
        : type.type === "weekday"
          ? WEEKDAYS
          : type.type === "code"
            ? []
            : names[type.reference].map((one) => one.id);
  // A value that no longer exists stays visible, so that it can be taken out.
  const all = [...possible, ...picked.filter((one) => !possible.includes(one))];
  const options: Choice[] = all.map((one) => ({ value: String(one), label: words.one(field, one) }));
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          id={id}
          className={styles.valueChip}
          data-empty={picked.length === 0}
          data-invalid={error !== undefined}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {picked.length === 0 ? t("condition.choose") : words.many(field, picked)}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        {open ? (
          <ChoicesEditor
            options={options}
            value={picked.map(String)}
            onApply={(next) => {
              onChange(all.filter((one) => next.includes(String(one))));
              setOpen(false);
            }}
          />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Guests who were picked in the list of customers: told, and changed there. */
function PickedPeople({ field, value }: { field: string; value: unknown }) {
  const words = useValueText();
  return <span className={styles.to}>{words.many(field, Array.isArray(value) ? value : [])}</span>;
}
