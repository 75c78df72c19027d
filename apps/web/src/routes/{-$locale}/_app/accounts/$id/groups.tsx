import { createFileRoute } from "@tanstack/react-router";
import { AccountMemberships } from "../../../../../sections/accounts/AccountMemberships.tsx";
import { pageSearch } from "../../../../-list-search.ts";
import { addressed } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/groups")({
  validateSearch: pageSearch,
  component: addressed(AccountMemberships),
});
