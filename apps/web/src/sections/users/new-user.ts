import { isProvider } from "@okaeri/domain/permissions/roles";
import { queryClient } from "../../api/query-client.ts";
import type { Session } from "../../shell/session.ts";
import type { UserValues } from "./use-user-form.ts";
import { NO_COMPANY, offersQuery } from "./users.api.ts";

/** How the invitation starts: the client, where it is known, the role that may do least, and the account where there is no choice. */
export async function startOfNew(
  session: Session,
  query: { company_id?: number | undefined; in_account_id?: number | undefined },
): Promise<UserValues> {
  const provider = session.role !== null && isProvider(session.role);
  const own = await queryClient.fetchQuery(offersQuery(provider ? "role_vc_user" : "role_user", undefined));
  const [only] = own.companies;
  const company =
    own.companies.find((each) => each.id === query.company_id) ?? (own.companies.length === 1 ? only : undefined);
  const blank = { name: "", user_email: "" };
  // Nobody is invited into a client by oversight: where there are several, one is chosen first.
  if (company === undefined) return { ...blank, company_id: NO_COMPANY, role: "role_user", accounts: [] };
  const role = company.is_provider ? "role_vc_user" : "role_user";
  const offers = await queryClient.fetchQuery(offersQuery(role, company.id));
  const sole = offers.accounts.length === 1 ? offers.accounts[0] : undefined;
  const account = offers.accounts.find((each) => each.id === query.in_account_id) ?? sole;
  const accounts = account ? [{ account_id: account.id, permissions: [], can_export: false }] : [];
  return { ...blank, company_id: company.id, role, accounts };
}
