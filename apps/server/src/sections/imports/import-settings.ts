import { codePointLength } from "@okaeri/domain/normalise";
import { codeWords } from "@okaeri/domain/stays/code-synonyms";
import { FIELDS_OF_KIND, IMPORT_FIELDS, type ImportField, missingFields } from "@okaeri/domain/stays/import-fields";
import type { DateOrder } from "@okaeri/domain/stays/read-date";
import type { Tx } from "../../database/connection.ts";
import { refuseFields } from "../../http/errors.ts";
import type { Fields } from "../../http/fields.ts";
import type { Scope } from "../../session/scope.ts";
import { bookingChannels } from "../accounts/booking-channels.read.ts";
import { customerTypeIds } from "../accounts/customer-types.read.ts";
import { type FieldValues, normaliseWord } from "./field-values.ts";
import type { FileState } from "./imports.queries.ts";
import { type ImportSettings, rememberedValues } from "./remembered.queries.ts";
import type { KnownWords } from "./scan-file.ts";

/** What a person says about a file before it starts. */
export type SettingsInput = {
  mapping: Record<string, string>;
  values?: Record<string, Record<string, string>> | undefined;
  date_order?: DateOrder | undefined;
  overwrite_blanks?: boolean | undefined;
};

/** @throws CallError INVALID_INPUT with what is wrong, by field. */
export async function settingsOf(tx: Tx, scope: Scope, file: FileState, input: SettingsInput): Promise<ImportSettings> {
  const given = spelled(input.values ?? {});
  const known = await knownWords(tx, scope.accountId);
  refuseFields({ ...wrongMapping(file, input.mapping), ...wrongValues(file, given, known) });
  const remembered = await rememberedValues(tx, scope, file.facility_account_id, input.mapping);
  // Without a column of states a line says none, and what that means can be told all the same.
  const fields = [
    ...new Set([...Object.keys(input.mapping), ...("" in (given.state ?? {}) ? ["state"] : [])]),
  ] as ImportField[];
  const field_values: FieldValues = {};
  for (const field of fields) {
    // A channel or type that is gone, or is called otherwise now, is asked for again.
    const still = Object.entries(remembered[field] ?? {}).filter(([, meaning]) => isMeaning(field, meaning, known));
    const meanings = { ...Object.fromEntries(still), ...given[field] };
    if (Object.keys(meanings).length > 0) field_values[field] = meanings;
  }
  const { mapping, date_order = null, overwrite_blanks = false } = input;
  return { mapping, field_values, date_order, overwrite_blanks };
}

/** The words of the account itself. */
export async function knownWords(tx: Tx, accountId: number): Promise<KnownWords> {
  const { idOf } = await bookingChannels(tx, accountId);
  return { booking_channel: idOf, customer_type: await customerTypeIds(tx, accountId) };
}

/** Field → heading: known fields, headings of this file, and every field without which nothing can be imported. */
function wrongMapping({ header, kind }: FileState, mapping: Record<string, string>): Fields {
  const entries = Object.entries(mapping);
  const fields: Fields = {};
  for (const [field, heading] of entries)
    if (!(FIELDS_OF_KIND[kind] as readonly string[]).includes(field) || !header.includes(heading))
      fields[`mapping.${field}`] = { code: "not_a_choice" };
  const given = Object.fromEntries(entries.map(([field, heading]) => [field, header.indexOf(heading)]));
  for (const field of missingFields(given as Partial<Record<ImportField, number>>, kind))
    fields[`mapping.${field}`] = { code: "column_missing", field };
  return fields;
}

/** Whether this is a word of the product or of the account; where it has none for a field, any is. */
const isMeaning = (field: ImportField, meaning: string, known: KnownWords): boolean =>
  (codeWords(field)?.has(meaning) ?? known[field as keyof KnownWords]?.has(meaning.toLowerCase())) !== false;

/** A word of a file stands for a word of the product or the account, or for the house's own name of a room or a plan. */
function wrongValues({ kind }: FileState, values: FieldValues, known: KnownWords): Fields {
  const fields: Fields = {};
  for (const [field, meanings] of Object.entries(values)) {
    const isField = (FIELDS_OF_KIND[kind] as readonly string[]).includes(field);
    if (!isField || Object.values(meanings).some((meaning) => !isMeaning(field as ImportField, meaning, known)))
      fields[`values.${field}`] = { code: "not_a_choice" };
    else if (Object.values(meanings).some((meaning) => meaning.trim() === ""))
      fields[`values.${field}`] = { code: "required" };
    else {
      const { maxLength: max } = IMPORT_FIELDS[field as ImportField];
      if (Object.values(meanings).some((meaning) => codePointLength(meaning) > max))
        fields[`values.${field}`] = { code: "too_long", max };
    }
  }
  return fields;
}

const spelled = (values: Record<string, Record<string, string>>): FieldValues =>
  Object.fromEntries(
    Object.entries(values).map(([field, meanings]) => [
      field,
      Object.fromEntries(Object.entries(meanings).map(([word, meaning]) => [normaliseWord(word), meaning])),
    ]),
  );
