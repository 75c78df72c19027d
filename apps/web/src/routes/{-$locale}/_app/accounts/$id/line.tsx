import { createFileRoute } from "@tanstack/react-router";
import { LineTab } from "../../../../../sections/accounts/settings/LineTab.tsx";
import { lineQuery } from "../../../../../sections/accounts/settings/settings.api.ts";
import { addressed, partLoader } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/line")({
  loader: partLoader(lineQuery),
  component: addressed(LineTab),
});
