import { createFileRoute } from "@tanstack/react-router";
import { AccountUsers } from "../../../../../sections/accounts/AccountUsers.tsx";
import { pageSearch } from "../../../../-list-search.ts";
import { addressed, wordsLoader } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/users")({
  validateSearch: pageSearch,
  loader: wordsLoader("accounts", "users"),
  component: addressed(AccountUsers),
});
