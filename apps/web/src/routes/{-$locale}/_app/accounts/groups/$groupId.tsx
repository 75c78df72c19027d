import { createFileRoute } from "@tanstack/react-router";
import { loadWords } from "../../../../../i18n/i18n.ts";
import { GroupPage } from "../../../../../sections/accounts/groups/GroupPage.tsx";
import { groupQuery } from "../../../../../sections/accounts/groups/groups.api.ts";

/** The guard has made sure that the id is all digits (specification §5). */
export const Route = createFileRoute("/{-$locale}/_app/accounts/groups/$groupId")({
  loader: ({ context, params }) =>
    Promise.all([
      loadWords("accountGroups", "accountSettings", "accounts", "fields"),
      context.queryClient.fetchQuery(groupQuery(Number(params.groupId))),
    ]).then(() => undefined),
  component: Group,
});

function Group() {
  return <GroupPage id={Number(Route.useParams().groupId)} />;
}
