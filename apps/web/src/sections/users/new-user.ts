import { isProvider } from "@okaeri/domain/permissions/roles";
import { queryClient } from "../../api/query-client.ts";
import type { Session } from "../../shell/session.ts";
import type { UserValues } from "./use-user-form.ts";
import { offersQuery } from "./users.api.ts";

/** How the invitation starts: the client asked for, the role that may do least, and the account where there is no choice. */
export async function startOfNew(
  session: Session,
  asked: { company_id?: number | undefined; in_account_id?: number | undefined },
): Promise<UserValues> {
  const provider = session.role !== null && isProvider(session.role);
  const own = await queryClient.fetchQuery(offersQuery(provider ? "role_vc_user" : "role_user", undefined));
  const wanted = own.companies.find((company) => company.id === asked.company_id);
  // Most people whom provider staff invite work for a client.
  const company = wanted ?? own.companies.find((each) => each.is_provider !== provider) ?? own.companies[0];
  const role = company?.is_provider ? "role_vc_user" : "role_user";
  const companyId = company?.id ?? 0;
  const offers = await queryClient.fetchQuery(offersQuery(role, companyId));
  const only = offers.accounts.length === 1 ? offers.accounts[0] : undefined;
  const account = offers.accounts.find((each) => each.id === asked.in_account_id) ?? only;
  const accounts = account ? [{ account_id: account.id, permissions: [] }] : [];
  return { company_id: companyId, name: "", user_email: "", role, accounts };
}
