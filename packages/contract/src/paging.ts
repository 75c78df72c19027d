import { ACTIVE_STATUSES } from "@okaeri/domain/enumerations";
import { isFlow } from "@okaeri/domain/rfms/flow";
import { z } from "zod";
import {
  isRange,
  type List,
  type ListConditions,
  type ListFilterDefinition,
  type ListFilters,
  parametersOf,
  type SortOf,
} from "./lists/list.ts";
import { IMPORT_FORM } from "./lists/merges.ts";
import type { Problem } from "./problems/problems.ts";

/** Whether a text of a code's form says something. */
const CODES = { rfm_flow: isFlow, import: (text: string) => IMPORT_FORM.test(text) };

export const activeStatus = z.enum(ACTIVE_STATUSES);

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

export const pageNumber = wholeNumber.pipe(z.number().int().min(1).max(1_000_000)).default(1);
export const sizeOf = wholeNumber.pipe(z.union([z.literal(20), z.literal(50), z.literal(100)])).default(50);

/** One parameter of a list's call. */
function parameter(filter: ListFilterDefinition): z.ZodType {
  switch (filter.kind) {
    case "words":
      return z.string().max(filter.max);
    case "code":
      return z.string().refine(CODES[filter.code]);
    case "choice":
      return z.enum(filter.of);
    case "number":
      return wholeNumber.pipe(z.number().min(filter.min).max(filter.max));
    case "numbers":
      return idList.refine((all) => all.length <= filter.max && all.every((n) => n >= filter.min && n <= filter.max));
    case "record":
      return id;
    case "records":
      return idList;
    case "days":
      return date;
    case "counts":
    case "money":
      return wholeNumber;
  }
}

type InCall<L extends List> = Required<ListConditions<L>>;
type InQuery<L extends List> = Required<ListFilters<L>>;
type Sorted<L extends List> = [SortOf<L>] extends [never]
  ? object
  : { sort: z.ZodDefault<z.ZodType<SortOf<L>, SortOf<L>>> };
/** Page, size, sort and the conditions of a list. */
type ListShape<L extends List> = { page: typeof pageNumber; size: typeof sizeOf } & Sorted<L> & {
    [Name in keyof InCall<L>]: z.ZodOptional<
      z.ZodType<InCall<L>[Name], Name extends keyof InQuery<L> ? InQuery<L>[Name] : never>
    >;
  };

/** What a list's call accepts, with what only the call knows in `more`. */
export function listQuery<const L extends List, const More extends z.ZodRawShape = Record<never, never>>(
  list: L,
  more?: More,
): z.ZodObject<ListShape<L> & More> {
  const sorts = list.sorts.flatMap((field) => [field, `-${field}`]);
  const shape = {
    page: pageNumber,
    size: sizeOf,
    ...(list.sort === undefined ? {} : { sort: z.enum(sorts).default(list.sort) }),
    ...Object.fromEntries(parametersOf(list).map(([name, filter]) => [name, parameter(filter).optional()])),
    ...more,
  };
  const ranges = Object.values(list.filters).filter(isRange);
  // quality Q06: a range that ends before it begins is a mistake, not an empty answer.
  return z.object(shape).superRefine((query: Record<string, unknown>, context) => {
    for (const { kind, from, to } of ranges) {
      const [start, end] = [query[from], query[to]];
      if (start !== undefined && end !== undefined && (end as string | number) < (start as string | number))
        context.addIssue({
          code: "custom",
          path: [to],
          params: { problem: { code: kind === "days" ? "before_start" : "below_minimum" } satisfies Problem },
        });
    }
  }) as unknown as z.ZodObject<ListShape<L> & More>;
}

/** The answer of every list. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number().int(), page: z.number().int(), size: z.number().int() });
}

/** Actions the person may take on a row, computed by the server. */
export const pageActions = z.array(z.string());

/** The state of a record that an edit started from; a stale one answers 412. */
export const version = z.number().int().min(1);
