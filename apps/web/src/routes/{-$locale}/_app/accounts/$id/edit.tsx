import { createFileRoute } from "@tanstack/react-router";
import { AccountBasicsEdit } from "../../../../../sections/accounts/AccountBasicsEdit.tsx";
import { accountQuery } from "../../../../../sections/accounts/accounts.api.ts";
import { addressed, editLoader } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/edit")({
  loader: editLoader(accountQuery),
  component: addressed(AccountBasicsEdit),
});
