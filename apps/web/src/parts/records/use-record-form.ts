import type { Problem } from "@okaeri/contract/problems/problems";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import type { FieldProps } from "../../ui/fields/field-props.ts";
import { type Loaded, useEditedDocument } from "../edited-document/use-edited-document.ts";
import { ruleAt, ruleProblems, rulesOf } from "./field-rules.ts";

export type { Loaded };

/** Dotted path → what is wrong with it. */
export type Problems = Record<string, Problem | undefined>;

export type RecordFormOptions<V> = {
  /** Form and record, such as `accounts/12/sender`: the key of a kept form and the start of every field's id. */
  name: string;
  /** The call of the contract that saves it, such as `accounts.update`: from it come what the fields take. */
  call: string;
  /** Otherwise the fields show their values only. */
  editable?: boolean;
  loaded: Loaded<V>;
  /** The fields in the order of the page, each with what it is called on screen. */
  labels: { readonly [K in keyof V]: string };
  /** What no single field can know, before the server is asked; `undefined` takes back what the contract says of a field. */
  check?: (values: V) => Problems;
  save: (edit: Loaded<V>) => Promise<Loaded<V>>;
  /** Asked after a 412; nobody else can have changed what does not exist yet. */
  newest?: () => Promise<Loaded<V>>;
  /** Fields that never leave this page's memory. */
  secret?: readonly (keyof V)[];
};

/** The fields of a record that is edited, over the one hook of edited documents: each field is a part of its own. */
export function useRecordForm<V extends Record<string, unknown>>(options: RecordFormOptions<V>) {
  const { name, labels, editable = true, check } = options;
  const { t } = useTranslation("fields");
  const say = useProblemText();
  const rules = rulesOf(options.call);
  const fields = Object.keys(labels) as (keyof V & string)[];
  /** What the fields of rows are called, as they were drawn. */
  const rowLabels = useRef(new Map<string, string>());
  const problemsOf = (values: V) => {
    const found: Problems = { ...ruleProblems(values, fields, rules), ...check?.(values) };
    return Object.fromEntries(
      Object.entries(found).flatMap(([path, problem]) => (problem === undefined ? [] : [[path, say(problem)]])),
    ) as Record<string, string>;
  };
  const { change: edit, ...edited } = useEditedDocument<V, keyof V & string>({
    name,
    loaded: options.loaded,
    differing: (before, after) => changedFields(fields, before, after),
    putOver: (newest, own, parts) => ({ ...newest, ...pick(own, parts) }),
    only: (values, parts) => pick(values, parts) as V,
    nameOf: (field) => labels[field],
    secret: options.secret as readonly (keyof V & string)[] | undefined,
    mayBeSent: (values) => Object.keys(problemsOf(values)).length === 0,
    save: options.save,
    newest: options.newest,
  });
  const { values, attempts, failure } = edited;
  const errors: Readonly<Record<string, string>> = {
    ...failure?.fields,
    ...(attempts > 0 ? problemsOf(values) : {}),
  };
  const idOf = (path: string) => `${name}/${path}`.replaceAll(/[^A-Za-z0-9_]+/g, "-");
  const nameOf = (path: string): string | undefined => {
    const [field = "", row] = path.split(".");
    const inRow = rowLabels.current.get(path);
    return inRow === undefined || row === undefined
      ? labels[field]
      : t("rows.row", { n: Number(row) + 1, field: inRow });
  };
  /** All that a field needs; a field of a row by its dotted path and what it is called. */
  function field<K extends keyof V & string>(path: K): FieldProps<V[K]>;
  // biome-ignore lint/suspicious/noExplicitAny: what a path leads to is not known to the types
  function field(path: string, label: string): FieldProps<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  function field(path: string, label?: string): FieldProps<any> {
    const rule = ruleAt(rules, path);
    if (label !== undefined) rowLabels.current.set(path, label);
    return {
      id: idOf(path),
      label: label ?? labels[path] ?? path,
      value: valueAt(values, path.split(".")),
      onChange: (value) => {
        const [first = "", ...rest] = path.split(".");
        edit((now) => ({ ...now, [first]: withValue(now[first], rest, value) }));
      },
      error: errors[path],
      reading: !editable,
      ...(rule ? { rule } : {}),
    };
  }
  return {
    ...edited,
    labels,
    field,
    editable,
    change: (next: Partial<V>) => edit((now) => ({ ...now, ...next })),
    /** Of what is there at that moment. */
    changeNow: (recipe: (now: V) => Partial<V>) => edit((now) => ({ ...now, ...recipe(now) })),
    errors,
    /** For the summary above the form, in the page's order. */
    summary: summaryOf(errors, fields, nameOf, idOf),
    idOf,
  };
}

export type RecordFormState<V extends Record<string, unknown>> = ReturnType<typeof useRecordForm<V>>;

function changedFields<V>(fields: readonly (keyof V & string)[], before: V, after: V) {
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce((inside, key) => (inside as Record<string, unknown> | undefined)?.[key], values);
}

/** The same values with another one at the path; what lies beside it is untouched. */
function withValue(values: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(values)) return values.map((row, at) => (at === Number(key) ? withValue(row, rest, value) : row));
  const inside = values as Record<string, unknown>;
  return { ...inside, [key]: withValue(inside[key], rest, value) };
}

function pick<V extends Record<string, unknown>>(values: V, fields: readonly (keyof V & string)[]): Partial<V> {
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<V>;
}

function summaryOf(
  errors: Readonly<Record<string, string>>,
  fields: readonly string[],
  nameOf: (path: string) => string | undefined,
  idOf: (path: string) => string,
) {
  const rank = (path: string) => {
    const at = fields.indexOf(path.split(".")[0] ?? "");
    return at === -1 ? fields.length : at;
  };
  return Object.entries(errors)
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([path, message]) => {
      const name = nameOf(path);
      return name === undefined ? { message } : { id: idOf(path), message: `${name}: ${message}` };
    });
}
