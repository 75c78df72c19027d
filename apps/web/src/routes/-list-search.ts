import { type List, type ListFilterDefinition, type ListSearch, parametersOf } from "@okaeri/contract/lists/list";
import * as v from "valibot";
import { accountOf } from "../api/account.ts";

/** `schema` where the URL has a value; a wrong one counts as absent. */
function inSearch<const Output>(schema: v.GenericSchema<unknown, Output>) {
  return v.fallback(v.optional(schema), undefined);
}

const asNumber = v.pipe(v.unknown(), v.transform(Number), v.number(), v.integer());
const asText = v.pipe(v.unknown(), v.transform(String));

/** A whole number of the range. */
export function numberInSearch(least: number, most: number) {
  return inSearch(v.pipe(asNumber, v.minValue(least), v.maxValue(most)));
}

/** A positive whole number. */
export const idInSearch = numberInSearch(1, Number.MAX_SAFE_INTEGER);

/** The account of the address; see there. */
export const accountInSearch = v.optional(v.pipe(v.unknown(), v.transform(accountOf)));

/** Text of this form. */
export function textInSearch(form: RegExp) {
  return inSearch(v.pipe(asText, v.regex(form)));
}

/** Free text, at most 200 characters. */
export const wordsInSearch = inSearch(v.pipe(asText, v.maxLength(200)));

/** Exactly one of the given words. */
export function oneOfInSearch<const T extends readonly [string, ...string[]]>(words: T) {
  return inSearch(v.picklist(words));
}

/** A day YYYY-MM-DD. */
export const dayInSearch = inSearch(v.pipe(v.string(), v.isoDate()));

const SIZES = [20, 50, 100] as const;

/** Page and size of a list below a record. */
export const pageInSearch = {
  page: numberInSearch(1, 1_000_000),
  size: inSearch(
    v.pipe(
      asNumber,
      v.check((size) => SIZES.some((one) => one === size)),
    ),
  ),
};

/** The URL of a list that is turned over, not searched. */
export const pageSearch = v.object(pageInSearch);

/** `field` or `-field`. */
export function sortInSearch(fields: readonly string[]) {
  return inSearch(v.picklist(fields.flatMap((field) => [field, `-${field}`])));
}

/** One condition in the URL, as the call takes it: several ids or numbers are one text. */
function conditionInSearch(filter: ListFilterDefinition): v.GenericSchema {
  switch (filter.kind) {
    case "words":
      return inSearch(v.pipe(asText, v.maxLength(filter.max)));
    case "code":
      return textInSearch(filter.form);
    case "choice":
      return oneOfInSearch(filter.of);
    case "number":
      return numberInSearch(filter.min, filter.max);
    case "numbers":
      return severalInSearch(filter.max, (n) => n >= filter.min && n <= filter.max);
    case "record":
      return idInSearch;
    case "records":
      return severalInSearch(100);
    case "days":
      return dayInSearch;
    case "counts":
    case "money":
      return numberInSearch(0, 999_999_999_999_999);
  }
}

/** Positive whole numbers separated by commas, at most `most` of them. */
function severalInSearch(most: number, fits: (n: number) => boolean = () => true) {
  const form = /^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14})*$/;
  const right = (text: string) => {
    const all = text.split(",");
    return all.length <= most && all.map(Number).every(fits);
  };
  return inSearch(v.pipe(asText, v.regex(form), v.check(right)));
}

const COLUMNS = /^(-|[a-z_]+(,[a-z_]+)*)$/;

/** What a list keeps in its URL, one by one. */
export function listEntries<const L extends List>(
  list: L,
): v.ObjectEntries & { [Name in keyof ListSearch<L>]-?: v.GenericSchema<ListSearch<L>[Name]> } {
  return {
    ...pageInSearch,
    hide: textInSearch(COLUMNS),
    view: idInSearch,
    ...(list.sort === undefined ? {} : { sort: sortInSearch(list.sorts) }),
    ...Object.fromEntries(parametersOf(list).map(([name, filter]) => [name, conditionInSearch(filter)])),
  } as never;
}

/** What a list keeps in its URL; wrong values count as absent. */
export function listSearch<const L extends List>(list: L): v.GenericSchema<ListSearch<L>> {
  return v.object(listEntries(list)) as never;
}
