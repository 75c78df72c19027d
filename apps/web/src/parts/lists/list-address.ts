import type { List, ListFilters, ListSearch } from "@okaeri/contract/lists/list";
import { type SearchParams, useGo } from "../../shell/navigation.ts";

/** Moves within a list: every condition, order and page has its address. `path`: of its page, where that is a record's. */
export function useListAddress<L extends List>(list: L, search: ListSearch<L>, path: string = list.path) {
  const go = useGo();
  const { size, sort, hide } = search;
  return {
    /** Changes something and goes back to the first page. */
    show: (change: ListSearch<L>) =>
      void go(path, { ...search, page: undefined, ...change } as unknown as SearchParams),
    /** These conditions and no other, in the order and with the columns there are. */
    only: (filters: ListFilters<L>) => void go(path, { ...filters, size, sort, hide } as unknown as SearchParams),
    /** All that a saved view keeps; `replace` where the person did not ask to leave what is shown. */
    open: (state: ListSearch<L>, replace = false) => void go(path, state as unknown as SearchParams, { replace }),
  };
}
