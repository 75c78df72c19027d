import type { Problem } from "@okaeri/contract/problems/problems";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AppError, toAppError } from "../api/app-error.ts";
import { useProblemText } from "../i18n/use-problem-text.ts";
import type { FieldProps } from "../ui/fields/field-props.ts";
import { ruleAt, ruleProblems, rulesOf } from "./field-rules.ts";
import { useKeptForm } from "./kept-forms.ts";

/** What a form edits, and the version of the record it started from. */
export type Loaded<V> = { version: number; values: V };

/** Dotted path → what is wrong with it. */
export type Problems = Record<string, Problem | undefined>;

/** The changed fields alone, typed and before: what somebody else changes meanwhile stays theirs. */
type KeptEdit<V> = { version: number; typed: Partial<V>; before: Partial<V> };

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

/**
 * A record being edited: what is typed, what differs, what is wrong, and saving. After a 412 the newest version comes
 * underneath what was typed, so that nothing is lost; `conflicts` names the fields both sides changed.
 */
export function useRecordForm<V extends Record<string, unknown>>(options: RecordFormOptions<V>) {
  const { name, labels, secret = [], editable = true } = options;
  const { t } = useTranslation("fields");
  const say = useProblemText();
  const rules = rulesOf(options.call);
  const [base, setBase] = useState(options.loaded);
  const [values, setValues] = useState(options.loaded.values);
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState<AppError>();
  const [saving, setSaving] = useState(false);
  const [conflicts, setConflicts] = useState<string[]>([]);
  const [theirs, setTheirs] = useState<string[]>();
  const finished = useRef(false);
  const fields = Object.keys(labels) as (keyof V & string)[];
  /** What the fields of rows are called, as they were drawn. */
  const rowLabels = useRef(new Map<string, string>());
  const changed = changedFields(fields, base.values, values);

  const start = (from: Loaded<V>) => {
    setBase(from);
    setValues(from.values);
    setFailure(undefined);
    setAttempts(0);
    setConflicts([]);
    setTheirs(undefined);
  };
  const change = (next: Partial<V>) => {
    finished.current = false;
    setValues((now) => ({ ...now, ...next }));
    // A stale version stays stale whatever is typed; anything else may have been mended.
    setFailure((now) => (now?.status === 412 ? now : undefined));
  };
  // A newer version arrived in the background while nothing was typed.
  if (changed.length === 0 && options.loaded.version > base.version) start(options.loaded);
  const keepable = changed.filter((field) => !secret.includes(field));
  const kept = useKeptForm<KeptEdit<V>>(
    name,
    keepable.length > 0
      ? { version: base.version, typed: pick(values, keepable), before: pick(base.values, keepable) }
      : undefined,
    ({ version, typed, before }) => {
      change(typed);
      // A new record has no version: its suggestions may differ from last time's without anybody having changed them.
      if (version === base.version) return;
      const theirs = changedFields(fields, { ...base.values, ...before }, base.values);
      setConflicts(theirs.map((field) => labels[field]));
    },
  );
  const problems = () => {
    const found: Problems = { ...ruleProblems(values, fields, rules), ...options.check?.(values) };
    return Object.fromEntries(
      Object.entries(found).flatMap(([path, problem]) => (problem === undefined ? [] : [[path, say(problem)]])),
    ) as Record<string, string>;
  };
  const wrong = attempts > 0 ? problems() : {};
  const errors: Readonly<Record<string, string>> = { ...failure?.fields, ...wrong };

  /** What somebody else changed, told before anybody decides anything; without an answer it stays untold. */
  const lookAtTheirs = async () => {
    const newest = await options.newest?.().catch(() => undefined);
    setTheirs(newest && changedFields(fields, base.values, newest.values).map((field) => labels[field]));
  };
  /** @returns the saved record, or undefined when it was refused. */
  const save = async (): Promise<Loaded<V> | undefined> => {
    if (saving) return undefined;
    if (Object.keys(problems()).length > 0) {
      setAttempts((now) => now + 1);
      return undefined;
    }
    setSaving(true);
    setFailure(undefined);
    try {
      const saved = await options.save({ version: base.version, values });
      finished.current = true;
      start(saved);
      return saved;
    } catch (error) {
      const refused = toAppError(error);
      if (refused.status === 412) await lookAtTheirs();
      setFailure(refused);
      setAttempts((now) => now + 1);
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  const loadNewest = async () => {
    try {
      const newest = await options.newest?.();
      if (newest === undefined) return;
      const theirs = changedFields(fields, base.values, newest.values);
      start(newest);
      setValues({ ...newest.values, ...pick(values, changed) });
      setConflicts(changed.filter((field) => theirs.includes(field)).map((field) => labels[field]));
    } catch (error) {
      setFailure(toAppError(error));
    }
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
        setValues((now) => ({ ...now, [first]: withValue(now[first], rest, value) }));
        change({});
      },
      error: errors[path],
      reading: !editable,
      ...(rule ? { rule } : {}),
    };
  }
  return {
    values,
    labels,
    field,
    editable,
    change,
    changed,
    /** The changed fields by name, for the save bar and the guard. */
    changes: changed.map((field) => labels[field]),
    isDirty: () => !finished.current && changed.length > 0,
    errors,
    /** For the summary above the form, in the page's order. */
    summary: summaryOf(errors, fields, nameOf, idOf),
    idOf,
    failure,
    attempts,
    conflicts,
    /** After a 412: what somebody else changed, by name. */
    theirs,
    saving,
    save,
    discard: () => start(base),
    loadNewest,
    kept,
  };
}

export type RecordForm<V extends Record<string, unknown>> = ReturnType<typeof useRecordForm<V>>;

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
