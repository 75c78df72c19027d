import type { TextForm } from "@okaeri/domain/typed-text";
import type { ReactNode } from "react";

/** What a field takes. It comes from the contract (parts/records/field-rules.ts); nothing of it is typed again on a screen. */
export type FieldRule = {
  required?: boolean;
  /** Most characters. */
  max?: number;
  form?: TextForm | "date";
  /** Bounds of a figure. */
  from?: number;
  to?: number;
  /** Most rows of a list. */
  most?: number;
};

/** What every field of a form is given; a record's form makes it with `form.field("name")`. */
export type FieldProps<T> = {
  id: string;
  label: string;
  value: T;
  onChange: (value: T) => void;
  error?: string | undefined;
  rule?: FieldRule;
  /** Shows the value alone, for somebody who may not change it. */
  reading?: boolean;
  /** One or two sentences, beneath the field. */
  help?: ReactNode;
  /** Says it to a screen reader where the eye sees it in the table around. */
  hideLabel?: boolean;
  autoFocus?: boolean;
};

/** A field that its form asks for, though the contract lets it be left out. */
export const required = <T>(field: FieldProps<T>): FieldProps<T> => ({
  ...field,
  rule: { ...field.rule, required: true },
});

/** What is typed into a figure's field: a number, nothing yet, or words that are no number. */
export type FigureInput = number | string;
