import { createFileRoute } from "@tanstack/react-router";
import { MembersTab } from "../../../../../sections/accounts/settings/MembersTab.tsx";
import { membersQuery } from "../../../../../sections/accounts/settings/settings.api.ts";
import { addressed, partLoader } from "../../../../-pages.tsx";

export const Route = createFileRoute("/{-$locale}/_app/accounts/$id/members")({
  loader: partLoader(membersQuery),
  component: addressed(MembersTab),
});
