import { acquiredCouponList, usedCouponList } from "@okaeri/contract/lists/coupons";
import type { ListSearch } from "@okaeri/contract/lists/list";
import { skipToken } from "@tanstack/react-query";
import { api, type client } from "../../api/client.ts";
import { type Answer, askAgain, type ItemOf, listOptions } from "../../api/records.ts";

export type Choices = Answer<typeof client.coupons.choices>;
export type Acquired = ItemOf<typeof client.coupons.acquired>;
export type CouponUseItem = ItemOf<typeof client.coupons.used>;

export type AcquiredSearch = ListSearch<typeof acquiredCouponList>;
export type UsedSearch = ListSearch<typeof usedCouponList>;

/** What can be done with coupons for the guest as things stand; of a reservation, also what cannot be used for it and why. */
export function choicesQuery(id: number, stay_reservation_id?: number) {
  return api.coupons.choices.queryOptions({
    input: { id, ...(stay_reservation_id === undefined ? {} : { stay_reservation_id }) },
  });
}

export const acquiredQuery = (id: number, search: AcquiredSearch) =>
  api.coupons.acquired.queryOptions(listOptions(acquiredCouponList, search, { id }));

export const usedQuery = (id: number, search: UsedSearch) =>
  api.coupons.used.queryOptions(listOptions(usedCouponList, search, { id }));

export type CouponUseParams = {
  id: number;
  coupon_id: number;
  stay_reservation_id: number;
  quantity: number;
  plan_figure?: number;
};

/** Whether a coupon can be used so, and what it takes off; nothing is used. Not asked while there is no request. */
export function quoteQuery(request: CouponUseParams | undefined) {
  return api.coupons.quote.queryOptions({ input: request ?? skipToken, staleTime: 0, gcTime: 0 });
}

/** After a change of a guest's coupons: everything that shows them asks again. */
export async function couponsChanged(): Promise<void> {
  await askAgain(api.coupons.key(), api.customers.key());
}
