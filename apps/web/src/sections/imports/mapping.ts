import type { Check, ImportPreview } from "./imports.api.ts";

type Mapping = ImportPreview["mapping"];

/** What the words of the file mean, by field: the file's word → what is taken for it. */
export type Meanings = Record<string, Record<string, string>>;

/** A field as the person reads it. */
export const importFieldLabel = ({ fields }: ImportPreview, field: string): string =>
  fields.find((one) => one.field === field)?.label ?? field;

/** Whether a column has to be named for a field. The nights stand in for the day of departure. */
export const isNeeded = ({ field, required }: ImportPreview["fields"][number], mapping: Mapping): boolean =>
  required && !(field === "check_out_date" && mapping.nights !== undefined);

/** What is wrong with the mapping: field of the product → sentence. `server` is what the start call said about fields. */
export function mappingErrors(
  mapping: Mapping,
  fields: ImportPreview["fields"],
  server: Readonly<Record<string, string>>,
  missing: (field: string) => string,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const one of fields) {
    const { field } = one;
    const error = server[`mapping.${field}`] ?? server[field];
    if (error) errors[field] = error;
    else if (isNeeded(one, mapping) && mapping[field] === undefined) errors[field] = missing(field);
  }
  return errors;
}

export type MappedColumn = {
  /** Its place in the file, from 0. */
  index: number;
  heading: string;
  /** A heading names its first column; one without a heading cannot be named. */
  usable: boolean;
};

export function fileColumns(header: readonly string[]): MappedColumn[] {
  return header.map((heading, index) => ({
    index,
    heading: heading.trim() === "" ? "" : heading,
    usable: heading.trim() !== "" && header.indexOf(heading) === index,
  }));
}

/** What a column becomes. */
export const fieldsOf = (mapping: Mapping, heading: string): string[] =>
  Object.keys(mapping).filter((field) => mapping[field] === heading);

/** The cells of a column in the first rows. */
export const cellsOfColumn = ({ rows }: Pick<ImportPreview, "rows">, column: number): string[] =>
  rows.map((row) => (row[column] ?? "").trim());

/** The mapping with a column given to a field, or to none; the field is taken from the column that had it. */
export function given(mapping: Mapping, heading: string, before: string | null, field: string | null): Mapping {
  const { [before ?? ""]: _before, ...others } = mapping;
  return field === null ? others : { ...others, [field]: heading };
}

/**
 * Words whose meaning is asked for, by field. What is asked stays asked once it is answered, so that an answer can be changed; names of rooms and
 * plans are never asked for.
 */
export function wordsToMatch(check: Check | undefined, meanings: Meanings): Record<string, string[]> {
  const unknown = check?.unknown_values ?? {};
  // What was answered for an earlier file is shown like what is answered now: it may have been wrong.
  const answers = [check?.answers ?? {}, check?.suggested ?? {}, meanings];
  const fields = [...new Set([unknown, ...answers].flatMap((one) => Object.keys(one)))].filter(
    (field) => check?.house_words[field] === undefined,
  );
  return Object.fromEntries(
    fields.map((field) => [
      field,
      [...new Set([...answers.flatMap((one) => Object.keys(one[field] ?? {})), ...(unknown[field] ?? [])])].sort(),
    ]),
  );
}

/** These meanings with those that the check suggests, as far as nobody has said otherwise. */
export function withSuggested(check: Check, meanings: Meanings): Meanings {
  const more = Object.entries(check.suggested).map(([field, words]) => [field, { ...words, ...meanings[field] }]);
  return { ...meanings, ...Object.fromEntries(more) };
}

/** The check asks something without which the import does not start. */
export function hasOpenQuestions(check: Check): boolean {
  return check.state === "failed" || check.date_order_open || (check.unknown_values.state?.length ?? 0) > 0;
}

/** Lines that follow each other are one run. */
export function runsOf(lines: readonly number[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.to === line - 1) last.to = line;
    else runs.push({ from: line, to: line });
  }
  return runs;
}

/** By field, the first value that the check could not read, with its forms. */
export function unreadValues(check: Check | undefined): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { reasons } of check?.refusals ?? [])
    for (const { field, message } of reasons) if (field !== null) found[field] ??= message;
  return found;
}
