import { createFileRoute } from "@tanstack/react-router";
import { AccountOptions } from "../../../../../sections/accounts/AccountOptions.tsx";
import { addressed } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/options")({
  component: addressed(AccountOptions),
});
