import { customerList } from "@okaeri/contract/lists/customers";
import type { ListSearch } from "@okaeri/contract/lists/list";
import { keepPreviousData } from "@tanstack/react-query";
import { api, type client } from "../../api/client.ts";
import {
  type Answer,
  askAgain,
  type ItemOf,
  listOptions,
  type PageSearch,
  recordChanged,
  turned,
} from "../../api/records.ts";

export type Customer = ItemOf<typeof client.customers.list>;
export type CustomerDetail = Answer<typeof client.customers.get>;
export type FilterOptions = Answer<typeof client.customers.filters>;
export type Reservation = ItemOf<typeof client.customers.reservations>;
export type Stay = ItemOf<typeof client.customers.stays>;

export type GuestRank = Answer<typeof client.ranks.ofGuest>;

export type GuestCampaignItem = ItemOf<typeof client.guestCampaigns.list>;
export type Message = ItemOf<typeof client.messages.list>;

export type TimelineEvent = ItemOf<typeof client.customers.timeline>;

export type CustomerSearch = ListSearch<typeof customerList>;

/** What the page of a customer keeps in its URL besides the path. */
export type DetailSearch = PageSearch & {
  tab?: "timeline" | "reservations" | "stays" | "messages" | "campaigns" | undefined;
  /** Of the messages, the one that is read. */
  message?: number | undefined;
  /** Of the campaigns, those that came, or those that did not. */
  got?: "got" | "not" | undefined;
};

/** Customers as the URL asks for them. */
export const customerListQuery = (search: CustomerSearch) =>
  api.customers.list.queryOptions(listOptions(customerList, search));

/** How many customers there are without any condition. */
export function customerCountQuery() {
  return api.customers.list.queryOptions({ input: { page: 1, size: 20 }, staleTime: 60_000 });
}

/** What the filters offer. */
export function filterOptionsQuery() {
  return api.customers.filters.queryOptions({ staleTime: 60_000 });
}

/** Today in Tokyo, as the server's clock says it. */
export function customerSiteQuery() {
  return api.site.brand.queryOptions({ staleTime: Number.POSITIVE_INFINITY });
}

/** How many guests and pairs wait to be matched. */
export function waitingQuery() {
  return api.merges.count.queryOptions({ input: {}, staleTime: 60_000 });
}

/** Grants of points that wait for a second person's approval. */
export function waitingGrantsQuery() {
  const input = { state: "waiting" as const, page: 1, size: 20 as const };
  return api.points.programmeRequests.queryOptions({ input, staleTime: 60_000, throwOnError: false });
}

/** Who was merged into the customer. */
export function mergedQuery(id: number) {
  return api.merges.ofCustomer.queryOptions({ input: { id } });
}

export function customerDetailQuery(id: number) {
  return api.customers.get.queryOptions({ input: { id } });
}

/** After a change: the guest as it became, and every list of guests asks again. */
export function customerChanged(detail: CustomerDetail): void {
  recordChanged(customerDetailQuery(detail.id), detail, api.customers.list.key(), api.customers.alike.key());
}

export function rankOfGuestQuery(id: number) {
  return api.ranks.ofGuest.queryOptions({ input: { id } });
}

/** After staff changed a guest's rank: everything that shows it asks again. */
export async function rankOfGuestChanged(): Promise<void> {
  await askAgain(api.ranks.key(), api.customers.key(), api.points.key());
}

export function timelineQuery(id: number, query: { kinds: readonly string[]; page: number; size: 50 }) {
  const { kinds, page, size } = query;
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
export function consentsChanged(id: number, ledger: Answer<typeof client.customers.addConsent>): void {
  recordChanged(consentsQuery(id), ledger, api.customers.list.key(), api.customers.get.key({ input: { id } }));
}

export function suppressionsQuery(id: number) {
  return api.customers.suppressions.queryOptions({ input: { id } });
}

/** After a stop was lifted: mail reaches the guest again. */
export function suppressionLifted(id: number, answer: Answer<typeof client.customers.liftSuppression>): void {
  recordChanged(suppressionsQuery(id), answer, api.customers.list.key(), api.customers.get.key({ input: { id } }));
}

export function messageQuery(id: number, message_id: number) {
  return api.messages.get.queryOptions({ input: { id, message_id } });
}

export const historyQueries = {
  campaigns: (id: number, { got, ...search }: PageSearch & Pick<DetailSearch, "got">) =>
    api.guestCampaigns.list.queryOptions(
      turned(
        { id, ...(got === undefined ? {} : { got: got === "got" ? ("true" as const) : ("false" as const) }) },
        search,
      ),
    ),
  messages: (id: number, search: PageSearch) => api.messages.list.queryOptions(turned({ id }, search)),
  reservations: (id: number, search: PageSearch) => api.customers.reservations.queryOptions(turned({ id }, search)),
  stays: (id: number, search: PageSearch) => api.customers.stays.queryOptions(turned({ id }, search)),
};
