import { accountList } from "@okaeri/contract/lists/accounts";
import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../i18n/i18n.ts";
import { AccountListPage } from "../../../../sections/accounts/AccountListPage.tsx";
import { accountListQuery } from "../../../../sections/accounts/accounts.api.ts";
import { listSearch } from "../../../-list-search.ts";

export const Route = createFileRoute("/{-$locale}/_app/accounts/")({
  validateSearch: listSearch(accountList),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await loadWords("accounts", "fields");
    // The list shows its own skeleton, so the page does not wait for the rows.
    void context.queryClient.prefetchQuery(accountListQuery(deps));
  },
  component: AccountList,
});

function AccountList() {
  return <AccountListPage search={Route.useSearch()} />;
}
