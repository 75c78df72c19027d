import { api, type client } from "../../api/client.ts";

export type StayDetail = Awaited<ReturnType<typeof client.stays.get>>;

export function stayQuery(id: number, reservationId: number) {
  return api.stays.get.queryOptions({ input: { id, reservation_id: reservationId } });
}

/** What the guest's own pages show of it. */
export const customerKey = () => api.customers.key();
