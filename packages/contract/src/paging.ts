import { z } from "zod";

/** Rows a list may show on one page. */
export const PAGE_SIZES = [20, 50, 100] as const;

/** An id as text has one form: at most 15 digits, the first of them not 0 (specification §5, product §11). */
export const ID_TEXT = /^[1-9][0-9]{0,14}$/;

/** An id in a path, query or body. */
export const id = z.union([
  z.number().int().positive().max(999_999_999_999_999),
  z.string().regex(ID_TEXT).transform(Number),
]);

/** Ids separated by commas in a query, at most 100. */
export const idList = z
  .string()
  .regex(/^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,99}$/)
  .transform((text) => text.split(",").map(Number));

/** A whole number in a query, as text or number. */
export const wholeNumber = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^-?[0-9]{1,15}$/)
    .transform(Number),
]);

/** A real day, YYYY-MM-DD, between 1900 and 2999. */
export const date = z.iso.date().refine((text) => text >= "1900-01-01" && text <= "2999-12-31");
export const timestamp = z.iso.datetime();

export const pageOf = wholeNumber.pipe(z.number().int().min(1).max(1_000_000)).default(1);
export const sizeOf = wholeNumber.pipe(z.union([z.literal(20), z.literal(50), z.literal(100)])).default(50);

/** What every list accepts; `sort` is a field, or `-field` for descending. */
export function listQuery<const F extends readonly [string, ...string[]]>(
  sortFields: F,
  defaultSort: F[number] | `-${F[number]}`,
) {
  const options = sortFields.flatMap((field) => [field, `-${field}`]) as [
    F[number] | `-${F[number]}`,
    ...(F[number] | `-${F[number]}`)[],
  ];
  return z.object({
    page: pageOf,
    size: sizeOf,
    sort: z.enum(options).default(defaultSort as never),
    q: z.string().max(200).optional(),
  });
}

/** The answer of every list. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number().int(), page: z.number().int(), size: z.number().int() });
}

/** Actions the person may take on a row, computed by the server. */
export const pageActions = z.array(z.string());

/** The state of a record that an edit started from; a stale one answers 412. */
export const version = z.number().int().min(1);
