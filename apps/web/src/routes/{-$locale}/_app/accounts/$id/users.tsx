import { createFileRoute } from "@tanstack/react-router";
import { AccountUsers } from "../../../../../sections/accounts/AccountUsers.tsx";
import { pageSearch } from "../../../../-list-search.ts";
import { addressed } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/users")({
  validateSearch: pageSearch,
  component: addressed(AccountUsers),
});
