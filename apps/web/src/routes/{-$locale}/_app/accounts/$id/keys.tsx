import { createFileRoute } from "@tanstack/react-router";
import { KeysTab } from "../../../../../sections/accounts/settings/KeysTab.tsx";
import { keysQuery } from "../../../../../sections/accounts/settings/settings.api.ts";
import { addressed, partLoader } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/keys")({
  loader: partLoader(keysQuery, "accountSettings"),
  component: addressed(KeysTab),
});
