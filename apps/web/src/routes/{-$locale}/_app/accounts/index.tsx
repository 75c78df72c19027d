import { accountList } from "@okaeri/contract/lists/accounts";
import { createFileRoute } from "@tanstack/react-router";
import { AccountListPage } from "../../../../sections/accounts/AccountListPage.tsx";
import { accountListQuery } from "../../../../sections/accounts/accounts.api.ts";
import { listSearch } from "../../../-list-search.ts";
import { listLoader, listPage } from "../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/")({
  validateSearch: listSearch(accountList),
  loaderDeps: ({ search }) => search,
  loader: listLoader(accountListQuery),
  component: listPage(AccountListPage),
});
