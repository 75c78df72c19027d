import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { KeysTab } from "../../../../../sections/accounts/settings/KeysTab.tsx";
import { keysQuery } from "../../../../../sections/accounts/settings/settings.api.ts";
import { textInSearch } from "../../../../-list-search.ts";
import { addressed, partLoader } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/keys")({
  validateSearch: v.object({ key: textInSearch(/^(feed|partner)-\d{1,15}$/) }),
  loader: partLoader(keysQuery),
  component: addressed(KeysTab),
});
