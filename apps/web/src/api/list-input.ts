import { type List, type ListFilters, type ListSearch, parametersOf, type SortOf } from "@okaeri/contract/lists/list";

/** The conditions alone, without those that are not set. */
export function filtersIn<L extends List>(list: L, search: ListSearch<L>): ListFilters<L> {
  const values = search as Record<string, unknown>;
  const set = parametersOf(list).filter(([name]) => values[name] !== undefined);
  return Object.fromEntries(set.map(([name]) => [name, values[name]])) as ListFilters<L>;
}

type Input<L extends List> = ListFilters<L> & { page: number; size: 50; sort: SortOf<L> };

/** What a list's call is asked with for an address. */
export function listInput<L extends List>(list: L, search: ListSearch<L>, usualSize = 50): Input<L> {
  const { page = 1, size = usualSize, sort = list.sort } = search;
  return { ...filtersIn(list, search), page, size, ...(sort === undefined ? {} : { sort }) } as Input<L>;
}
