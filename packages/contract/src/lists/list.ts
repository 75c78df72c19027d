// Lists described once, as plain data: what a list may be narrowed and sorted by and what it shows. The call's schema (../paging.ts), the
// page's address, its chips and columns and the server's conditions follow from it. No schema library here: the addresses of all lists
// are loaded with the sign-in page.

/** One condition a list can be narrowed by, under the name of its parameter. A range has two parameters and includes both. */
export type ListFilterDefinition =
  | { readonly kind: "words"; readonly max: number }
  | { readonly kind: "choice"; readonly of: readonly [string, ...string[]] }
  | { readonly kind: "number" | "numbers"; readonly min: number; readonly max: number }
  | { readonly kind: "record" | "records" }
  /** What a page has put together; nobody types it. */
  | { readonly kind: "code"; readonly code: "rfm_flow" | "import"; readonly form: RegExp }
  | Range;
export type Range = { readonly kind: "days" | "counts" | "money"; readonly from: string; readonly to: string };

/** Words unless said otherwise. Days start with the newest when sorted, figures stand right and start with the largest. */
export type ListColumn<Sort extends string = string> = {
  readonly kind?: "day" | "figure";
  readonly sort?: Sort;
  /** Left out of the cards of a phone. */
  readonly phone?: "hidden";
};

export type List = {
  /** Where its page is; its call lies at the same place beneath /api, unless `lists.ts` says otherwise. */
  readonly path: `/${string}`;
  readonly sorts: readonly string[];
  /** A field of `sorts`, or `-field` for descending. */
  readonly sort?: string;
  readonly filters: Readonly<Record<string, ListFilterDefinition>>;
  readonly columns: Readonly<Record<string, ListColumn>>;
  /** What a line of its file holds; a list without it is not taken out as a file. */
  readonly file?: readonly string[];
};

/** A list as it was described, with the sorts checked against each other. */
export function describeList<
  const Sort extends string,
  const L extends List & {
    sorts: readonly Sort[];
    sort?: Sort | `-${Sort}`;
    columns: Record<string, ListColumn<Sort>>;
  },
>(list: L & { sorts: readonly Sort[] }): L {
  return list;
}

/** What most lists are searched by. */
export const WORDS_FILTER = { kind: "words", max: 200 } as const satisfies ListFilterDefinition;

export type SortOf<L extends List> = L["sorts"][number] | `-${L["sorts"][number]}`;
export type ColumnOf<L extends List> = keyof L["columns"] & string;

type InAddress<F> = F extends { kind: "choice"; of: readonly (infer Word)[] }
  ? Word
  : F extends { kind: "number" | "record" | "counts" | "money" }
    ? number
    : string;
type InCall<F> = F extends { kind: "numbers" | "records" } ? number[] : InAddress<F>;
export type Parameters<Name, F> = F extends { from: infer From; to: infer To } ? (From | To) & string : Name & string;

/** The conditions as the address and the call's own query have them: several ids or numbers are one text, separated by commas. */
export type ListFilters<L extends List> = {
  [Name in keyof L["filters"] as Parameters<Name, L["filters"][Name]>]?: InAddress<L["filters"][Name]> | undefined;
};

/** What a list keeps in its address. */
export type ListSearch<L extends List> = ListFilters<L> & {
  page?: number | undefined;
  size?: number | undefined;
  sort?: SortOf<L> | undefined;
  /** Columns that are not shown; `-` is none, and without it the browser remembers. */
  hide?: string | undefined;
  /** The saved view that is open. */
  view?: number | undefined;
};

/** The conditions as the server reads them. */
export type ListConditions<L extends List> = {
  [Name in keyof L["filters"] as Parameters<Name, L["filters"][Name]>]?: InCall<L["filters"][Name]> | undefined;
};

export function isRange(filter: ListFilterDefinition): filter is Range {
  return "from" in filter;
}

/** The parameters that a list's conditions have in an address, each with its condition. */
export function parametersOf(list: List): [string, ListFilterDefinition][] {
  return Object.entries(list.filters).flatMap(([name, filter]) =>
    (isRange(filter) ? [filter.from, filter.to] : [name]).map((each): [string, ListFilterDefinition] => [each, filter]),
  );
}
