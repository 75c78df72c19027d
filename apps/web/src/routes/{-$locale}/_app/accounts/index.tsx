import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { loadWords } from "../../../../i18n/i18n.ts";
import { AccountListPage } from "../../../../sections/accounts/AccountListPage.tsx";
import { accountListQuery } from "../../../../sections/accounts/accounts.api.ts";
import { ACCOUNT_SORTS } from "../../../../sections/accounts/accounts.search.ts";
import { idInSearch, listInSearch, oneOfInSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/")({
  validateSearch: v.object({
    ...listInSearch(ACCOUNT_SORTS),
    company_id: idInSearch,
    active_status: oneOfInSearch(["active", "inactive"]),
    contract_state: oneOfInSearch(["before", "running", "ended"]),
    option_type: oneOfInSearch(["crm_option", "crm_option_parent", "registration_card_option"]),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await loadWords("accounts");
    // The list shows its own skeleton, so the page does not wait for the rows.
    void context.queryClient.prefetchQuery(accountListQuery(deps));
  },
  component: AccountList,
});

function AccountList() {
  return <AccountListPage search={Route.useSearch()} />;
}
