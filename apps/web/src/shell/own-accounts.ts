import { api } from "../api/client.ts";

/** The accounts that the person may work in: those of the header's choice, of conditions, and what decides where a link may lead. */
export function ownAccountsQuery() {
  return api.accounts.picker.queryOptions({ staleTime: Number.POSITIVE_INFINITY });
}
