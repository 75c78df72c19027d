import type { contract } from "@okaeri/contract/contract";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/client.ts";

type Calls = JsonifiedClient<ContractRouterClient<typeof contract>>["customers"];
type ItemOf<Call extends (...input: never[]) => Promise<{ items: unknown[] }>> = Awaited<
  ReturnType<Call>
>["items"][number];

export type Customer = ItemOf<Calls["list"]>;
export type CustomerDetail = Awaited<ReturnType<Calls["get"]>>;
export type FilterOptions = Awaited<ReturnType<Calls["filters"]>>;
export type Reservation = ItemOf<Calls["reservations"]>;
export type Stay = ItemOf<Calls["stays"]>;
export type GrantedPoints = ItemOf<Calls["grantPoints"]>;
export type UsedPoints = ItemOf<Calls["usePoints"]>;
export type AcquiredCoupon = ItemOf<Calls["acquireCoupons"]>;
export type UsedCoupon = ItemOf<Calls["useCoupons"]>;

type Reach = "reachable" | "unreachable";

/** The conditions of the list, named as the call and the URL name them. Ids and months are separated by commas. */
export type CustomerFilters = {
  q?: string | undefined;
  rfm_group_id?: string | undefined;
  rank_detail_id?: string | undefined;
  customer_type_id?: string | undefined;
  facility_account_id?: string | undefined;
  recency_score?: number | undefined;
  frequency_score?: number | undefined;
  monetary_score?: number | undefined;
  last_stay_from?: string | undefined;
  last_stay_to?: string | undefined;
  stay_count_min?: number | undefined;
  stay_count_max?: number | undefined;
  use_price_min?: number | undefined;
  use_price_max?: number | undefined;
  point_min?: number | undefined;
  point_max?: number | undefined;
  birthday_month?: string | undefined;
  mail?: Reach | undefined;
  line?: Reach | undefined;
};

export type PageSearch = { page?: number | undefined; size?: number | undefined };
export type CustomerSearch = CustomerFilters & PageSearch & { sort?: string | undefined };

/** What the page of a customer keeps in its URL besides the path. */
export type DetailSearch = PageSearch & { tab?: "reservations" | "stays" | undefined };

/** The conditions alone, without those that are not set. */
export function filtersIn(search: CustomerSearch): CustomerFilters {
  const { page: _page, size: _size, sort: _sort, ...filters } = search;
  const set = Object.entries(filters).filter(([key, value]) => key !== "account_id" && value !== undefined);
  return Object.fromEntries(set);
}

/** Customers as the URL asks for them. */
export function customerListQuery(search: CustomerSearch) {
  const { page = 1, size = 50, sort = "-last_stay_on" } = search;
  return api.customers.list.queryOptions({
    input: { ...filtersIn(search), page, size: size as 50, sort: sort as "-last_stay_on" },
    placeholderData: keepPreviousData,
  });
}

/** How many customers there are without any condition. */
export function customerCountQuery() {
  return api.customers.list.queryOptions({ input: { page: 1, size: 20 }, staleTime: 60_000 });
}

/** What the filters offer. */
export function filterOptionsQuery() {
  return api.customers.filters.queryOptions({ staleTime: 60_000 });
}

/** Today in Tokyo, as the server's clock says it. */
export function siteQuery() {
  return api.site.brand.queryOptions({ staleTime: Number.POSITIVE_INFINITY });
}

export function customerQuery(id: number) {
  return api.customers.get.queryOptions({ input: { id } });
}

function ofCustomer(id: number, { page = 1, size = 50 }: PageSearch) {
  return { input: { id, page, size: size as 50 }, placeholderData: keepPreviousData };
}

export const historyQueries = {
  reservations: (id: number, search: PageSearch) => api.customers.reservations.queryOptions(ofCustomer(id, search)),
  stays: (id: number, search: PageSearch) => api.customers.stays.queryOptions(ofCustomer(id, search)),
  grantPoints: (id: number, search: PageSearch) => api.customers.grantPoints.queryOptions(ofCustomer(id, search)),
  usePoints: (id: number, search: PageSearch) => api.customers.usePoints.queryOptions(ofCustomer(id, search)),
  acquireCoupons: (id: number, search: PageSearch) => api.customers.acquireCoupons.queryOptions(ofCustomer(id, search)),
  useCoupons: (id: number, search: PageSearch) => api.customers.useCoupons.queryOptions(ofCustomer(id, search)),
};
