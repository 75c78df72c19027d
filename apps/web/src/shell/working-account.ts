import { workingAccount } from "../api/account.ts";
import { api } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";

/** False where the address names an account the person has nothing to do with: every page of it is page-not-found. */
export function worksInOwnAccount(): boolean {
  const account = workingAccount();
  const own = queryClient.getQueryData(api.accounts.picker.queryKey());
  return account === undefined || own === undefined || own.items.some(({ id }) => id === account);
}
