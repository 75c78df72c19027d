import { createFileRoute } from "@tanstack/react-router";
import { AccountOptions } from "../../../../../sections/accounts/AccountOptions.tsx";
import { addressed, wordsLoader } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/options")({
  loader: wordsLoader("accounts", "accountSettings"),
  component: addressed(AccountOptions),
});
