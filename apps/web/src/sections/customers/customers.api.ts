import type { contract } from "@okaeri/contract/contract";
import { customerList } from "@okaeri/contract/lists/customers";
import type { ListSearch } from "@okaeri/contract/lists/list";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { listInput } from "../../api/list-input.ts";
import { queryClient } from "../../api/query-client.ts";

type Calls = JsonifiedClient<ContractRouterClient<typeof contract>>["customers"];
type ItemOf<Call extends (...input: never[]) => Promise<{ items: unknown[] }>> = Awaited<
  ReturnType<Call>
>["items"][number];

export type Customer = ItemOf<Calls["list"]>;
export type CustomerDetail = Awaited<ReturnType<Calls["get"]>>;
export type FilterOptions = Awaited<ReturnType<Calls["filters"]>>;
export type Reservation = ItemOf<Calls["reservations"]>;
export type Stay = ItemOf<Calls["stays"]>;

export type GuestRank = Awaited<ReturnType<JsonifiedClient<ContractRouterClient<typeof contract>>["ranks"]["ofGuest"]>>;

export type TimelineEvent = ItemOf<Calls["timeline"]>;

export type PageSearch = { page?: number | undefined; size?: number | undefined };
export type CustomerSearch = ListSearch<typeof customerList>;

/** What the page of a customer keeps in its URL besides the path. */
export type DetailSearch = PageSearch & { tab?: "timeline" | "reservations" | "stays" | undefined };

/** Customers as the URL asks for them. */
export function customerListQuery(search: CustomerSearch) {
  return api.customers.list.queryOptions({
    input: listInput(customerList, search),
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

/** How many guests and pairs wait to be matched. */
export function waitingQuery() {
  return api.merges.count.queryOptions({ staleTime: 60_000 });
}

/** Who was merged into the customer. */
export function mergedQuery(id: number) {
  return api.merges.ofCustomer.queryOptions({ input: { id } });
}

export function customerQuery(id: number) {
  return api.customers.get.queryOptions({ input: { id } });
}

/** After a change: the guest as it became, and every list of guests asks again. */
export function customerChanged(detail: CustomerDetail): void {
  queryClient.setQueryData(customerQuery(detail.id).queryKey, detail);
  for (const queryKey of [api.customers.list.key(), api.customers.alike.key()])
    void queryClient.invalidateQueries({ queryKey });
}

export function rankOfGuestQuery(id: number) {
  return api.ranks.ofGuest.queryOptions({ input: { id } });
}

/** After staff changed a guest's rank: everything that shows it asks again. */
export async function rankOfGuestChanged(): Promise<void> {
  await Promise.all(
    [api.ranks.key(), api.customers.key(), api.points.key()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

export function timelineQuery(id: number, asked: { kinds: readonly string[]; page: number; size: 50 }) {
  const { kinds, page, size } = asked;
  return api.customers.timeline.queryOptions({
    input: { id, page, size, ...(kinds.length > 0 ? { kinds: kinds.join(",") } : {}) },
    placeholderData: keepPreviousData,
  });
}

export function notesQuery(id: number) {
  return api.customers.notes.queryOptions({ input: { id } });
}

export function consentsQuery(id: number) {
  return api.customers.consents.queryOptions({ input: { id } });
}

/** After a line of the ledger: what reaches the guest may be another now. */
export function consentsChanged(id: number, ledger: Awaited<ReturnType<Calls["addConsent"]>>): void {
  queryClient.setQueryData(consentsQuery(id).queryKey, ledger);
  for (const queryKey of [api.customers.list.key(), api.customers.get.key({ input: { id } })])
    void queryClient.invalidateQueries({ queryKey });
}

function ofCustomer(id: number, { page = 1, size = 50 }: PageSearch) {
  return { input: { id, page, size: size as 50 }, placeholderData: keepPreviousData };
}

export const historyQueries = {
  reservations: (id: number, search: PageSearch) => api.customers.reservations.queryOptions(ofCustomer(id, search)),
  stays: (id: number, search: PageSearch) => api.customers.stays.queryOptions(ofCustomer(id, search)),
};
