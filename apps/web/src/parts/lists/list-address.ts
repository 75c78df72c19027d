import type { List, ListFilters, ListSearch } from "@okaeri/contract/lists/list";
import { type SearchParams, useGo } from "../../shell/navigation.ts";

/** Moves within a list: every condition, order and page has its address. */
export function useListAddress<L extends List>(list: L, search: ListSearch<L>) {
  const go = useGo();
  const { size, sort, hide } = search;
  return {
    /** Changes something and goes back to the first page. */
    show: (change: ListSearch<L>) =>
      void go(list.path, { ...search, page: undefined, ...change } as unknown as SearchParams),
    /** These conditions and no other, in the order and with the columns there are. */
    only: (filters: ListFilters<L>) => void go(list.path, { ...filters, size, sort, hide } as unknown as SearchParams),
    /** All that a saved view keeps; `replace` where the person did not ask to leave what is shown. */
    open: (state: ListSearch<L>, replace = false) => void go(list.path, state as unknown as SearchParams, { replace }),
  };
}
