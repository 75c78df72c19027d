import { useRef, useState } from "react";
import { type AppError, toAppError } from "../api/app-error.ts";
import { useKeptForm } from "./kept-forms.ts";

/** What a form edits, and the version of the record it started from. */
export type Loaded<V> = { version: number; values: V };

/** The changed fields alone, typed and before: what somebody else changes meanwhile stays theirs. */
type KeptEdit<V> = { version: number; typed: Partial<V>; before: Partial<V> };

export type RecordFormOptions<V> = {
  /** Form and record, such as `accounts/12/sender`: the key of a kept form and the start of every field's id. */
  name: string;
  loaded: Loaded<V>;
  /** The fields in the order of the page, each with what it is called on screen. */
  labels: { readonly [K in keyof V]: string };
  /** Dotted path → what is wrong with it, before the server is asked. */
  check?: (values: V) => Record<string, string>;
  save: (edit: Loaded<V>) => Promise<Loaded<V>>;
  /** Asked after a 412. */
  newest: () => Promise<Loaded<V>>;
  /** Fields that never leave this page's memory. */
  secret?: readonly (keyof V)[];
};

/**
 * A record being edited: what is typed, what differs, what is wrong, and saving. After a 412 the newest version comes
 * underneath what was typed, so that nothing is lost; `overtaken` names the fields both sides changed.
 */
export function useRecordForm<V extends Record<string, unknown>>(options: RecordFormOptions<V>) {
  const { name, labels, secret = [] } = options;
  const [base, setBase] = useState(options.loaded);
  const [values, setValues] = useState(options.loaded.values);
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState<AppError>();
  const [saving, setSaving] = useState(false);
  const [overtaken, setOvertaken] = useState<string[]>([]);
  const finished = useRef(false);
  const fields = Object.keys(labels) as (keyof V & string)[];
  const changed = changedFields(fields, base.values, values);

  const start = (from: Loaded<V>) => {
    setBase(from);
    setValues(from.values);
    setFailure(undefined);
    setAttempts(0);
    setOvertaken([]);
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
      setOvertaken(theirs.map((field) => labels[field]));
    },
  );
  const wrong = attempts > 0 ? (options.check?.(values) ?? {}) : {};
  const errors: Readonly<Record<string, string>> = { ...failure?.fields, ...wrong };

  /** @returns the saved record, or undefined when it was refused. */
  const save = async (): Promise<Loaded<V> | undefined> => {
    if (saving) return undefined;
    if (Object.keys(options.check?.(values) ?? {}).length > 0) {
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
      setFailure(toAppError(error));
      setAttempts((now) => now + 1);
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  const loadNewest = async () => {
    try {
      const newest = await options.newest();
      const theirs = changedFields(fields, base.values, newest.values);
      start(newest);
      setValues({ ...newest.values, ...pick(values, changed) });
      setOvertaken(changed.filter((field) => theirs.includes(field)).map((field) => labels[field]));
    } catch (error) {
      setFailure(toAppError(error));
    }
  };
  const idOf = (path: string) => `${name}/${path}`.replaceAll(/[^A-Za-z0-9_]+/g, "-");
  return {
    values,
    labels,
    change,
    changed,
    /** The changed fields by name, for the save bar and the guard. */
    changes: changed.map((field) => labels[field]),
    isDirty: () => !finished.current && changed.length > 0,
    errors,
    /** For the summary above the form, in the page's order. */
    told: summaryOf(errors, fields, labels, idOf),
    idOf,
    failure,
    attempts,
    overtaken,
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

function pick<V extends Record<string, unknown>>(values: V, fields: readonly (keyof V & string)[]): Partial<V> {
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<V>;
}

function summaryOf<V>(
  errors: Readonly<Record<string, string>>,
  fields: readonly (keyof V & string)[],
  labels: { readonly [K in keyof V]: string },
  idOf: (path: string) => string,
) {
  const rank = (path: string) => {
    const at = (fields as readonly string[]).indexOf(path.split(".")[0] ?? "");
    return at === -1 ? fields.length : at;
  };
  return Object.entries(errors)
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([path, message]) => {
      const field = fields[rank(path)];
      return field === undefined ? { message } : { id: idOf(path), message: `${labels[field]}: ${message}` };
    });
}
