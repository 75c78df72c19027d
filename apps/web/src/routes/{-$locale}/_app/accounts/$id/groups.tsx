import { createFileRoute } from "@tanstack/react-router";
import { AccountMemberships } from "../../../../../sections/accounts/AccountMemberships.tsx";
import { pageSearch } from "../../../../-list-search.ts";
import { addressed, wordsLoader } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/groups")({
  validateSearch: pageSearch,
  loader: wordsLoader("accounts"),
  component: addressed(AccountMemberships),
});
