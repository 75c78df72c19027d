import { createFileRoute } from "@tanstack/react-router";
import { AccountBasics } from "../../../../../sections/accounts/AccountBasics.tsx";
import { addressed } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/")({
  component: addressed(AccountBasics),
});
