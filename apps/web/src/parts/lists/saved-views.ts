import type { List, ListSearch } from "@okaeri/contract/lists/list";
import { LISTS, type ListName } from "@okaeri/contract/lists/lists";
import { api, type client } from "../../api/client.ts";
import { filtersIn } from "../../api/list-input.ts";
import { queryClient } from "../../api/query-client.ts";

type Answer = Awaited<ReturnType<typeof client.savedViews.list>>;
export type SavedView = Answer["items"][number];
type ViewSearch = Record<string, string | number>;

const NAMES = new Map<List, string>(Object.entries(LISTS).map(([name, list]) => [list, name]));

/** What views of the list are kept under. */
export function nameOfList(list: List): ListName {
  return NAMES.get(list) as ListName;
}

/** Cached for a minute. A page that can do without its views is shown when they fail to load. */
export function savedViewsQuery(list: List) {
  return api.savedViews.list.queryOptions({
    input: { section: nameOfList(list) },
    staleTime: 60_000,
    throwOnError: false,
  });
}

/** What a view keeps of an address: conditions, order, rows of a page, columns. */
export function viewSettings<L extends List>(list: L, search: ListSearch<L>, hide: string | undefined): ViewSearch {
  const { sort, size } = search;
  const all = { ...filtersIn(list, search), sort, size, hide };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as ViewSearch;
}

/** Whether a view and what is shown are the same. What is usual counts as said. */
export function isViewUnchanged(list: List, view: SavedView, shown: ViewSearch): boolean {
  const whole = (values: ViewSearch) => {
    const { sort = list.sort ?? "", size = 50, hide, ...filters } = values;
    // A view without a word on columns takes them as they are.
    const columns = view.search.hide === undefined ? "" : String(hide).split(",").sort().join();
    return JSON.stringify([sort, size, columns, Object.entries(filters).sort(([a], [b]) => a.localeCompare(b))]);
  };
  return whole(view.search) === whole(shown);
}

/** Whether a menu entry leads to the list, so that one of its views can be the first. */
export function hasMenuEntry(list: List): boolean {
  return list.path === `/${nameOfList(list)}`;
}

/** Every change answers all views of the list. */
export function viewsChanged(list: List, answer: Answer): void {
  queryClient.setQueryData(savedViewsQuery(list).queryKey, answer);
}
