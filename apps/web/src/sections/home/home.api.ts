import type { ListSearch } from "@okaeri/contract/lists/list";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { listInput } from "../../api/list-input.ts";
import { HOME_SIZE, homeList } from "./home.search.ts";

export type HomeSearch = ListSearch<typeof homeList> & {
  /** Set by the search button of the phone header: focuses the search box. */
  focus?: "search" | undefined;
};

/** Customers who match the words; without words, those who stayed last. */
export function homeCustomersQuery(search: HomeSearch, enabled: boolean) {
  return api.customers.list.queryOptions({
    input: listInput(homeList, search, HOME_SIZE),
    placeholderData: keepPreviousData,
    enabled,
  });
}
