import { createFileRoute } from "@tanstack/react-router";
import { GroupPage } from "../../../../../sections/accounts/groups/GroupPage.tsx";
import { groupQuery } from "../../../../../sections/accounts/groups/groups.api.ts";
import { addressed, recordLoader } from "../../../../-pages.tsx";

/** The guard has made sure that the id is all digits (specification §5). */
export const Route = createFileRoute("/{-$locale}/_app/accounts/groups/$id")({
  loader: recordLoader(groupQuery),
  component: addressed(GroupPage),
});
