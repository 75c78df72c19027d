import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/client.ts";

export const HOME_SORTS = [
  "last_stay_on",
  "name_kana",
  "stay_count",
  "use_price_total",
  "point_balance",
  "member_number",
] as const;

export type HomeSearch = {
  page?: number | undefined;
  size?: number | undefined;
  sort?: string | undefined;
  q?: string | undefined;
  /** The search button of the phone header brings the cursor along. */
  focus?: "search" | undefined;
};

/** Customers who match the words; without words, those who stayed last. */
export function homeCustomersQuery(search: HomeSearch, enabled: boolean) {
  const { page = 1, size = 20, sort = "-last_stay_on", q } = search;
  return api.customers.list.queryOptions({
    input: { page, size: size as 20, sort: sort as "-last_stay_on", ...(q ? { q } : {}) },
    placeholderData: keepPreviousData,
    enabled,
  });
}
