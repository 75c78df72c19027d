import { createFileRoute } from "@tanstack/react-router";
import { CardTab } from "../../../../../sections/accounts/settings/CardTab.tsx";
import { cardQuery } from "../../../../../sections/accounts/settings/settings.api.ts";
import { addressed, partLoader } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/card")({
  loader: partLoader(cardQuery),
  component: addressed(CardTab),
});
