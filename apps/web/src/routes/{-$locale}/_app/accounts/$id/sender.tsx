import { createFileRoute } from "@tanstack/react-router";
import { SenderTab } from "../../../../../sections/accounts/settings/SenderTab.tsx";
import { senderQuery } from "../../../../../sections/accounts/settings/settings.api.ts";
import { addressed, partLoader } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/sender")({
  loader: partLoader(senderQuery),
  component: addressed(SenderTab),
});
