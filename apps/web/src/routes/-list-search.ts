import * as z from "zod/mini";

/** A positive whole number in the URL; anything else counts as absent. */
export const idInSearch = z.catch(z.optional(z.coerce.number().check(z.int(), z.positive())), undefined);

/** Free text in the URL, at most 200 characters. */
export const wordsInSearch = z.catch(z.optional(z.coerce.string().check(z.maxLength(200))), undefined);

/** Exactly one of the given words; anything else counts as absent. */
export function oneOfInSearch<const T extends readonly [string, ...string[]]>(words: T) {
  return z.catch(z.optional(z.enum(words)), undefined);
}

/** A day YYYY-MM-DD. */
export const dayInSearch = z.catch(z.optional(z.iso.date()), undefined);

const SIZES = [20, 50, 100] as const;

/** What every list keeps in its URL. `sort` is `field` or `-field`; the first of `sorts` and wrong values leave it out. */
export function listSearch(sorts: readonly [string, ...string[]]) {
  const both = sorts.flatMap((field) => [field, `-${field}`]);
  return z.object({
    page: z.catch(z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))), undefined),
    size: z.catch(z.optional(z.coerce.number().check(z.refine((n) => SIZES.some((size) => size === n)))), undefined),
    sort: z.catch(z.optional(z.enum(both as [string, ...string[]])), undefined),
    q: wordsInSearch,
  });
}

/** Page and size of a list below a record. */
export const pageSearch = z.pick(listSearch(["x"]), { page: true, size: true });
