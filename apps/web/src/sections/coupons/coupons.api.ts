import type { contract } from "@okaeri/contract/contract";
import { acquiredCouponList, usedCouponList } from "@okaeri/contract/lists/coupons";
import type { ListSearch } from "@okaeri/contract/lists/list";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { keepPreviousData, skipToken } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { listInput } from "../../api/list-input.ts";
import { queryClient } from "../../api/query-client.ts";

type Calls = JsonifiedClient<ContractRouterClient<typeof contract>>["coupons"];
export type Choices = Awaited<ReturnType<Calls["choices"]>>;
export type Acquired = Awaited<ReturnType<Calls["acquired"]>>["items"][number];
export type Used = Awaited<ReturnType<Calls["used"]>>["items"][number];

export type AcquiredSearch = ListSearch<typeof acquiredCouponList>;
export type UsedSearch = ListSearch<typeof usedCouponList>;

/** What can be done with coupons for the guest as things stand. */
export function choicesQuery(id: number) {
  return api.coupons.choices.queryOptions({ input: { id } });
}

export function acquiredQuery(id: number, search: AcquiredSearch) {
  return api.coupons.acquired.queryOptions({
    input: { id, ...listInput(acquiredCouponList, search) },
    placeholderData: keepPreviousData,
  });
}

export function usedQuery(id: number, search: UsedSearch) {
  return api.coupons.used.queryOptions({
    input: { id, ...listInput(usedCouponList, search) },
    placeholderData: keepPreviousData,
  });
}

export type Wish = {
  id: number;
  coupon_id: number;
  stay_reservation_id: number;
  quantity: number;
  plan_figure?: number;
};

/** Whether a coupon can be used so, and what it takes off; nothing is used. Not asked while there is no wish. */
export function quoteQuery(wish: Wish | undefined) {
  return api.coupons.quote.queryOptions({ input: wish ?? skipToken, staleTime: 0, gcTime: 0 });
}

/** After a change of a guest's coupons: everything that shows them asks again. */
export async function couponsChanged(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.coupons.key() }),
    queryClient.invalidateQueries({ queryKey: api.customers.key() }),
  ]);
}
